// Command redisvet-docs serves redisvet's documentation, or writes it as a static site. It is what redisvet docs runs. It is a program of its
// own because go vet starts redisvet once for every package: there a web server and a Markdown parser would cost every start several
// milliseconds.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/internal/version"
	"github.com/redisvet/redisvet/cmd/redisvet-docs/internal/site"
	"github.com/redisvet/redisvet/docs"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "redisvet: docs:", err)
		os.Exit(2)
	}
}

func run(args []string, out io.Writer) error {
	set := flag.NewFlagSet("docs", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	addr := set.String("http", "127.0.0.1:6061", "serve at this `address`")
	dir := set.String("o", "", "write the site to this `directory`")
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, "redisvet docs serves the documentation on this machine; redisvet docs -o DIR writes it as a static site.\n\n")
		set.SetOutput(out)
		set.PrintDefaults()
		return nil
	case err != nil:
		return err
	case set.NArg() > 0:
		return fmt.Errorf("unexpected argument %q; want -http ADDR or -o DIR", set.Arg(0))
	}
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["o"] && given["http"] {
		return errors.New("-o writes and -http serves: give one of them")
	}
	files, err := build()
	if err != nil {
		return err
	}
	if !given["o"] {
		return serve(*addr, files, out)
	}
	if err := site.Write(*dir, files); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d files in %s\n", len(files), *dir)
	return nil
}

func build() (map[string][]byte, error) {
	return site.Build(docs.Files(), site.Groups(analyzer.Checks()), version.String())
}

// serve serves the files until an interrupt comes.
func serve(addr string, files map[string][]byte, out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "redisvet's documentation is at http://%s/ until you interrupt this command\n", listener.Addr())
	srv := &http.Server{Handler: site.Handler(files), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if srv.Shutdown(ctx) != nil {
		srv.Close()
	}
	return nil
}
