module github.com/redisvet/redisvet/analyzer/golangci

go 1.25.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/redisvet/redisvet v0.1.0
	golang.org/x/tools v0.47.0
)

require github.com/yuin/gopher-lua v1.1.2 // indirect

replace github.com/redisvet/redisvet => ../..
