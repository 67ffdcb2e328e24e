module github.com/redisvet/redisvet

go 1.25.0

require (
	golang.org/x/mod v0.37.0
	golang.org/x/tools v0.47.0
)

require go.yaml.in/yaml/v3 v3.0.6

require (
	github.com/owenrumney/go-sarif/v2 v2.3.3
	github.com/rogpeppe/go-internal v1.16.0
	golang.org/x/sync v0.21.0 // indirect
)
