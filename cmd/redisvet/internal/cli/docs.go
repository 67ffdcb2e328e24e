package cli

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

const docsCommand = "github.com/redisvet/redisvet/cmd/redisvet-docs"

// docs runs redisvet-docs, which serves the documentation or writes it to a directory; that command says why it is one of its own.
func (a *app) docs(args []string) (int, error) {
	name, first, err := docsProgram(version())
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(name, append(first, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, a.Out, a.Err
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	// The other program decides when to end. In a terminal it gets an interrupt anyway, and a second one does not matter.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupts)
	go func() {
		for s := range interrupts {
			_ = cmd.Process.Signal(s)
		}
	}()
	err = cmd.Wait()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exitTrouble, nil // it has said why
	}
	return exitClean, err
}

// docsProgram returns the command to run: the program beside this one or in the path, otherwise go run with the version of this program.
func docsProgram(version string) (name string, args []string, err error) {
	beside := "redisvet-docs"
	if runtime.GOOS == "windows" {
		beside += ".exe"
	}
	if exe, err := os.Executable(); err == nil {
		if p, err := exec.LookPath(filepath.Join(filepath.Dir(exe), beside)); err == nil {
			return p, nil, nil
		}
	}
	if p, err := exec.LookPath("redisvet-docs"); err == nil {
		return p, nil, nil
	}
	if !strings.HasPrefix(version, "v") || strings.HasSuffix(version, "+dirty") {
		return "", nil, errors.New("docs: redisvet-docs is not beside this program, and a build of no version cannot fetch it: go install ./cmd/redisvet-docs in the source")
	}
	return "go", []string{"run", docsCommand + "@" + version}, nil
}
