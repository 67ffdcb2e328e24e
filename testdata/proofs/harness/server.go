package harness

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

// Need says which server a proof needs.
type Need int

const (
	Any     Need = iota // redis-server, or the embedded miniredis, which is faithful here
	Node                // redis-server
	Cluster             // three masters
)

func (n Need) String() string {
	return [...]string{"any", "redis-server", "cluster of three masters"}[n]
}

// server is a running server of one of the kinds.
type server struct {
	title   string // in diagrams
	version string // "redis-server 7.0.15", "miniredis"
	addr    string
	cluster []string
	admin   redis.UniversalClient
	flush   func(context.Context) error
}

func (s *server) reset(ctx context.Context) error { return s.flush(ctx) }

var errNoServer = errors.New("redis-server is not installed")

// lot holds the servers of a test binary; each is started when first needed, and all are stopped by stop.
type lot struct {
	kind    string // "auto", "redis-server", "miniredis"
	mu      sync.Mutex
	running map[Need]*server
	failed  map[Need]error
	stops   []func()
}

// get returns a server for a need.
func (l *lot) get(n Need) (*server, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s, err := l.running[n], l.failed[n]; s != nil || err != nil {
		return s, err
	}
	s, err := l.start(n)
	if l.running == nil {
		l.running, l.failed = map[Need]*server{}, map[Need]error{}
	}
	l.running[n], l.failed[n] = s, err
	if n == Any && err == nil && s.version != embedded {
		l.running[Node] = s
	}
	if n == Node && err == nil {
		l.running[Any] = s
	}
	return s, err
}

const embedded = "miniredis"

func (l *lot) start(n Need) (*server, error) {
	_, missing := exec.LookPath("redis-server")
	if l.kind == embedded {
		missing = errNoServer
	}
	switch {
	case n == Any && missing != nil && l.kind != "redis-server":
		return l.mini()
	case missing != nil:
		return nil, errNoServer
	case n == Cluster:
		return l.threeMasters()
	}
	return l.node()
}

func (l *lot) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.stops) - 1; i >= 0; i-- {
		l.stops[i]()
	}
	l.stops = nil
}

func (l *lot) mini() (*server, error) {
	m := miniredis.NewMiniRedis()
	if err := m.StartAddr("127.0.0.1:0"); err != nil {
		return nil, err
	}
	l.stops = append(l.stops, m.Close)
	s := &server{title: "Redis", version: embedded, addr: m.Addr()}
	l.attach(s, redis.NewClient(adminOptions(m.Addr())))
	return s, nil
}

func (l *lot) node() (*server, error) {
	addr, err := l.launch()
	if err != nil {
		return nil, err
	}
	s := &server{title: "Redis", addr: addr}
	l.attach(s, redis.NewClient(adminOptions(addr)))
	s.version, err = version(s.admin)
	return s, err
}

func (l *lot) threeMasters() (*server, error) {
	if _, err := exec.LookPath("redis-cli"); err != nil {
		return nil, errors.New("redis-cli is not installed")
	}
	s := &server{title: "Redis cluster"}
	for range 3 {
		addr, err := l.launch("--cluster-enabled", "yes", "--cluster-node-timeout", "15000")
		if err != nil {
			return nil, err
		}
		s.cluster = append(s.cluster, addr)
	}
	args := append([]string{"--cluster", "create"}, s.cluster...)
	if out, err := exec.Command("redis-cli", append(args, "--cluster-yes")...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("redis-cli --cluster create: %v\n%s", err, out)
	}
	for _, addr := range s.cluster {
		c := redis.NewClient(adminOptions(addr))
		err := wait(func() error {
			info, err := c.ClusterInfo(context.Background()).Result()
			if err == nil && !strings.Contains(info, "cluster_state:ok") {
				err = errors.New("cluster is not ready")
			}
			return err
		})
		if err == nil && s.version == "" {
			s.version, err = version(c)
		}
		c.Close()
		if err != nil {
			return nil, err
		}
	}
	cc := redis.NewClusterClient(&redis.ClusterOptions{Addrs: s.cluster, MaintNotificationsConfig: quiet()})
	l.attach(s, cc)
	s.flush = func(ctx context.Context) error {
		return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return node.FlushAll(ctx).Err() })
	}
	return s, nil
}

func (l *lot) attach(s *server, admin redis.UniversalClient) {
	s.admin = admin
	s.flush = func(ctx context.Context) error { return admin.FlushAll(ctx).Err() }
	l.stops = append(l.stops, func() { admin.Close() })
}

// launch starts a redis-server on a free loopback port in a folder of its own. The server is the child of a shell that ends it and removes
// the folder when the shell's input closes, so nothing outlives the test binary, however that ends.
func (l *lot) launch(args ...string) (string, error) {
	var last error
	for range 5 { // somebody else can take a port between our look and the server's start
		port, err := freePort()
		if err != nil {
			return "", err
		}
		dir, err := os.MkdirTemp("", "redisvet-proof-")
		if err != nil {
			return "", err
		}
		const script = `dir=$1; shift; "$@" & pid=$!; trap 'kill -9 $pid; wait; rm -rf "$dir"' EXIT; read -r _`
		cmd := exec.Command("sh", append([]string{"-c", script, "sh", dir, "redis-server", "--bind", "127.0.0.1", "--port", fmt.Sprint(port),
			"--dir", dir, "--save", "", "--appendonly", "no", "--logfile", filepath.Join(dir, "log")}, args...)...)
		in, err := cmd.StdinPipe()
		if err != nil {
			return "", err
		}
		if err := cmd.Start(); err != nil {
			return "", err
		}
		l.stops = append(l.stops, func() {
			in.Close()
			cmd.Wait()
		})
		addr := fmt.Sprintf("127.0.0.1:%d", port)
		c := redis.NewClient(adminOptions(addr))
		last = wait(func() error {
			got, err := c.ConfigGet(context.Background(), "dir").Result()
			if err == nil && got["dir"] != dir {
				err = fmt.Errorf("another server listens on %s", addr)
			}
			return err
		})
		c.Close()
		if last == nil {
			return addr, nil
		}
	}
	return "", fmt.Errorf("redis-server does not start: %w", last)
}

func adminOptions(addr string) *redis.Options {
	return &redis.Options{Addr: addr, MaintNotificationsConfig: quiet(), DialerRetries: 1}
}

// wait tries until it works or ten seconds have passed.
func wait(try func() error) error {
	deadline := time.Now().Add(10 * time.Second)
	for {
		err := try()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// freePort finds a port that is free together with the one of the cluster bus, 10000 above.
func freePort() (int, error) {
	for range 100 {
		a, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return 0, err
		}
		port := a.Addr().(*net.TCPAddr).Port
		a.Close()
		if port > 50000 {
			port -= 20000
		}
		if listens(port) && listens(port+10000) {
			return port, nil
		}
	}
	return 0, errors.New("no free port")
}

func listens(port int) bool {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return false
	}
	return l.Close() == nil
}

func version(c redis.UniversalClient) (string, error) {
	info, err := c.Info(context.Background(), "server").Result()
	for line := range strings.Lines(info) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), "redis_version:"); ok {
			return "redis-server " + v, nil
		}
	}
	return "", fmt.Errorf("no version in INFO: %v", err)
}
