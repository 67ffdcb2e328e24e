// Command redisvet finds misuses of the go-redis client. It runs by itself (redisvet ./...) and as a vet tool
// (go vet -vettool=$(which redisvet) ./...) with the same findings.
package main

import (
	"os"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Std(), analyzer.Checks()))
}
