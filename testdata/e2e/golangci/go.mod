module example.com/e2e/golangci

go 1.26.0
