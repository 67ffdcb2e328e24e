package guide

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// start returns a client of an empty server: redis-server when it is installed, otherwise the embedded miniredis, which does all that the
// examples use.
func start(t *testing.T) *redis.Client {
	t.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		t.Log("redis-server is not installed: the examples run on miniredis")
		return client(t, &redis.Options{Addr: miniredis.RunT(t).Addr()})
	}
	dir, err := os.MkdirTemp("", "redisvet-guide-") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	// The server ends when its shell's input closes, so that nothing outlives this test, however it ends.
	const script = `dir=$1; shift; "$@" >"$dir/log" & pid=$!; trap 'kill -9 $pid; wait; rm -rf "$dir"' EXIT; read -r _`
	cmd := exec.Command("sh", "-c", script, "sh", dir, path, "--port", "0", "--unixsocket", socket, "--dir", dir, "--save", "", "--appendonly", "no")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	rdb := client(t, &redis.Options{Network: "unix", Addr: socket})
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if err := rdb.Ping(t.Context()).Err(); err == nil {
			return rdb
		} else if time.Now().After(deadline) {
			t.Fatalf("redis-server does not start: %v", err)
		}
	}
}

// client makes a client that is closed after the test.
func client(t *testing.T, o *redis.Options) *redis.Client {
	rdb := redis.NewClient(o)
	t.Cleanup(func() { rdb.Close() })
	return rdb
}

// again makes another client of the same server.
func again(t *testing.T, rdb *redis.Client) *redis.Client {
	return client(t, &redis.Options{Network: rdb.Options().Network, Addr: rdb.Options().Addr})
}

// cluster returns a client of a cluster of one node.
func cluster(t *testing.T) *redis.ClusterClient {
	rdb := redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{miniredis.RunT(t).Addr()}})
	t.Cleanup(func() { rdb.Close() })
	return rdb
}

// after returns a client of the same server that does something once, right after the first answer to a command of the name.
func after(t *testing.T, rdb *redis.Client, command string, do func()) *redis.Client {
	c := again(t, rdb)
	c.AddHook(&hook{command: command, do: do})
	return c
}

type hook struct {
	command string
	do      func()
}

func (h *hook) DialHook(next redis.DialHook) redis.DialHook { return next }

func (h *hook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (h *hook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := next(ctx, cmd)
		if do := h.do; do != nil && cmd.Name() == h.command {
			h.do = nil
			do()
		}
		return err
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func want[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func wantErr(t *testing.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("error %v, want %v", got, want)
	}
}
