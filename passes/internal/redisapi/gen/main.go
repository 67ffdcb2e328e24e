// Command gen writes ../table_gen.go, the model of the command methods of go-redis. It calls every method of v6 to v9 with marked
// arguments on clients that are not connected and reads the command back, joins that with a recorded snapshot of what a
// server says of its commands, and with the decisions of overlay.go. Run with -record to take a new snapshot from redis-server.
package main

import (
	"flag"
	"fmt"
	"os"
)

const (
	serverFile  = "server.tsv"  // recorded: COMMAND and COMMAND DOCS
	repliesFile = "replies.tsv" // recorded: replies on missing keys
	newerFile   = "newer.tsv"   // by hand: commands that the recorded server does not have
)

func main() {
	rec := flag.Bool("record", false, "start redis-server and record the snapshot first")
	out := flag.String("o", "../table_gen.go", "write the table to this `file`")
	flag.Parse()
	if err := run(*rec, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(rec bool, out string) error {
	if rec {
		if err := record(); err != nil {
			return err
		}
	}
	text, warnings, err := generate()
	if err != nil {
		return err
	}
	for _, w := range warnings {
		fmt.Fprintln(os.Stderr, "gen:", w)
	}
	return os.WriteFile(out, text, 0o644)
}
