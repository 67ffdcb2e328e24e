module example.com/e2e/editors

go 1.26.0

require example.com/e2e v0.0.0

require github.com/sourcegraph/jsonrpc2 v0.2.3 // indirect

replace example.com/e2e => ../
