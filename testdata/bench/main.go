// Bench measures what redisvet costs on a module, beside go vet and a vet tool that does nothing:
//
//	go run ./testdata/bench [-n 3] [DIRECTORY [PACKAGES]]
//
// The directory is the example of the README unless given, the packages ./... . Compared are CPU seconds of the whole process tree and
// the peak memory of its largest process; wall time says little on a busy machine. "cold" means that go has cached the compiled
// packages and no result of the tool, "warm" that it has both.
package main

import (
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// measure is the cost of one command; several runs keep the cheapest.
type measure struct {
	cpu time.Duration
	mem int64 // bytes
}

func main() {
	n := flag.Int("n", 1, "runs of each command; the cheapest counts")
	flag.Parse()
	dir, patterns := filepath.Join("testdata", "example", "wrong"), []string{"./..."}
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	if flag.NArg() > 1 {
		patterns = flag.Args()[1:]
	}
	if err := run(dir, patterns, *n); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

func run(dir string, patterns []string, n int) error {
	tmp, err := os.MkdirTemp("", "redisvet-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	redisvet, empty := filepath.Join(tmp, "redisvet"), filepath.Join(tmp, "empty")
	for tool, pkg := range map[string]string{redisvet: "./cmd/redisvet", empty: "./testdata/bench/empty"} {
		if out, err := exec.Command("go", "build", "-o", tool, pkg).CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %v\n%s", pkg, err, out)
		}
	}
	vet := func(args ...string) []string { return append(append([]string{"go", "vet"}, args...), patterns...) }
	// Everything is compiled before anything is measured.
	if _, err := cost(dir, vet("-vettool="+empty)); err != nil {
		return err
	}

	type row struct {
		name       string
		cold, warm measure
	}
	var rows []row
	for i, tool := range []struct{ name, path string }{{"tool that does nothing", empty}, {"go vet -vettool=redisvet", redisvet}, {"go vet", ""}} {
		r := row{name: tool.name}
		for j := range n {
			args, err := fresh(tmp, tool.path, fmt.Sprintf("%d-%d", i, j))
			if err != nil {
				return err
			}
			cold, err := cost(dir, vet(args))
			if err != nil {
				return err
			}
			warm, err := cost(dir, vet(args))
			if err != nil {
				return err
			}
			r.cold, r.warm = cheaper(r.cold, cold), cheaper(r.warm, warm)
		}
		rows = append(rows, r)
	}
	var own measure
	for range n {
		m, err := cost(dir, append([]string{redisvet}, patterns...))
		if err != nil {
			return err
		}
		own = cheaper(own, m)
	}

	base := rows[len(rows)-1]
	fmt.Printf("%-26s %10s %8s %10s %8s %10s\n", "", "cold CPU", "to vet", "warm CPU", "to vet", "peak")
	for _, r := range rows {
		fmt.Printf("%-26s %9.1fs %8.2f %9.1fs %8.2f %8d M\n", r.name, r.cold.cpu.Seconds(), ratio(r.cold, base.cold), r.warm.cpu.Seconds(), ratio(r.warm, base.warm), r.cold.mem>>20)
	}
	fmt.Printf("%-26s %9.1fs %8.2f %10s %8s %8d M\n", "redisvet", own.cpu.Seconds(), ratio(own, base.cold), "", "", own.mem>>20)
	return nil
}

// fresh returns the vet flag for a tool whose results go cannot have cached: a copy with an identity of its own, or for the standard
// tool a flag that has never been used.
func fresh(tmp, tool, id string) (string, error) {
	var salt [8]byte
	if _, err := rand.Read(salt[:]); err != nil {
		return "", err
	}
	if tool == "" {
		return "-printf.funcs=x" + hex.EncodeToString(salt[:]), nil
	}
	data, err := os.ReadFile(tool)
	if err != nil {
		return "", err
	}
	name := filepath.Join(tmp, filepath.Base(tool)+"-"+id)
	return "-vettool=" + name, os.WriteFile(name, append(data, salt[:]...), 0o777)
}

// cost runs a command to its end and returns what it and its children used. Findings are no failure.
func cost(dir string, args []string) (measure, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 {
		return measure{}, fmt.Errorf("%v: %v\n%s", args, err, out)
	}
	ps := cmd.ProcessState
	m := measure{cpu: ps.UserTime() + ps.SystemTime()}
	if ru, ok := ps.SysUsage().(*syscall.Rusage); ok {
		m.mem = ru.Maxrss
		if runtime.GOOS != "darwin" { // there it is bytes already
			m.mem *= 1024
		}
	}
	return m, nil
}

func cheaper(a, b measure) measure {
	if a.cpu == 0 || b.cpu < a.cpu {
		return b
	}
	return a
}

func ratio(a, b measure) float64 { return a.cpu.Seconds() / b.cpu.Seconds() }
