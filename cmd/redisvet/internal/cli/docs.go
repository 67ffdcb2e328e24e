package cli

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

	pages "github.com/redisvet/redisvet/cmd/internal/docs"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/site"
	"github.com/redisvet/redisvet/docs"
)

// docs serves the documentation, or writes it to a directory.
func (a *app) docs(args []string) (int, error) {
	set := flag.NewFlagSet("docs", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	addr := set.String("http", "127.0.0.1:6061", "serve at this address")
	dir := set.String("o", "", "write the site to this directory")
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(a.Out, "redisvet docs serves the documentation on this machine; redisvet docs -o DIR writes it as a static site.\n\n")
		set.SetOutput(a.Out)
		set.PrintDefaults()
		return exitClean, nil
	case err != nil:
		return 0, fmt.Errorf("docs: %v", err)
	case set.NArg() > 0:
		return 0, fmt.Errorf("docs: unexpected argument %q; want -http ADDR or -o DIR", set.Arg(0))
	}
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["o"] && given["http"] {
		return 0, errors.New("docs: -o writes and -http serves: give one of them")
	}
	files, err := a.site()
	if err != nil {
		return 0, fmt.Errorf("docs: %v", err)
	}
	if !given["o"] {
		return a.serve(*addr, files)
	}
	if err := site.Write(*dir, files); err != nil {
		return 0, fmt.Errorf("docs: %v", err)
	}
	fmt.Fprintf(a.Out, "%d files in %s\n", len(files), *dir)
	return exitClean, nil
}

func (a *app) site() (map[string][]byte, error) {
	var groups []site.Group
	for _, f := range pages.Families(a.checks) {
		g := site.Group{Title: f.Title}
		for _, c := range f.Checks {
			g.Checks = append(g.Checks, c.Name)
		}
		groups = append(groups, g)
	}
	return site.Build(docs.Files(), groups, version())
}

// serve serves the files until an interrupt comes.
func (a *app) serve(addr string, files map[string][]byte) (int, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return 0, fmt.Errorf("docs: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Fprintf(a.Out, "redisvet's documentation is at http://%s/ until you interrupt this command\n", listener.Addr())
	srv := &http.Server{Handler: site.Handler(files), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- srv.Serve(listener) }()
	select {
	case err := <-done:
		return 0, fmt.Errorf("docs: %v", err)
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := srv.Shutdown(ctx); err != nil {
		srv.Close()
	}
	return exitClean, nil
}
