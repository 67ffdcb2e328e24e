module github.com/redisvet/redisvet

go 1.25.0

require (
	golang.org/x/mod v0.37.0
	golang.org/x/tools v0.47.0
)

require golang.org/x/sync v0.21.0 // indirect
