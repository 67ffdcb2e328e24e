package harness

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

var errGone = errors.New("connection lost")

type moment int

const (
	before moment = iota // the command is written, the server has not seen it
	after                // the server has answered, the client has not seen the answer
)

// Actor is one process that talks to the server: what it sends is recorded under its name, and moves of others can be tied to it.
type Actor struct {
	Name string

	stage *Stage
	gone  atomic.Bool // crashed, or without network
	lost  atomic.Bool // the next answer gets lost
	size  atomic.Int64

	mu    sync.Mutex
	moves []*move
	hold  string // name of a command to hold back
	fast  bool   // a client that waits does not end the hold
	kept  []*conn
}

type move struct {
	at     moment
	name   string // command name; "" is any
	do     func()
	always bool
}

// Client returns a client of the library as a program would make it, but without retries and maintenance notifications, which would only
// make a timeline longer. Its connections end with the stage.
func (a *Actor) Client(set ...func(*redis.Options)) *redis.Client {
	o := &redis.Options{Addr: a.stage.server.addr, Dialer: a.Dial, MaxRetries: -1, MaintNotificationsConfig: quiet()}
	for _, f := range set {
		f(o)
	}
	c := redis.NewClient(o)
	a.stage.t.Cleanup(func() { c.Close() })
	return c
}

// Cluster returns a cluster client; the server must be a cluster.
func (a *Actor) Cluster() *redis.ClusterClient {
	c := redis.NewClusterClient(&redis.ClusterOptions{
		Addrs: a.stage.server.cluster, Dialer: a.Dial, MaintNotificationsConfig: quiet(),
	})
	a.stage.t.Cleanup(func() { c.Close() })
	return c
}

func quiet() *maintnotifications.Config {
	return &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
}

// Dial makes a recorded connection, for a client that an example makes.
func (a *Actor) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if a.gone.Load() {
		return nil, errGone
	}
	return a.wrap((&net.Dialer{}).DialContext(ctx, network, addr))
}

// Attach records a client that an example has made.
func (a *Actor) Attach(rdb *redis.Client) { rdb.AddHook(dialHook{a}) }

type dialHook struct{ actor *Actor }

func (h dialHook) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		return h.actor.wrap(next(ctx, network, addr))
	}
}

func (dialHook) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (dialHook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (a *Actor) wrap(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	a.stage.t.Cleanup(func() { c.Close() }) // a bad example does not
	return &conn{Conn: c, actor: a}, nil
}

// Before runs do when the actor has written the command and the server has not seen it yet, the first time that happens. An empty name
// stands for any command.
func (a *Actor) Before(command string, do func()) { a.add(&move{at: before, name: command, do: do}) }

// After runs do when the server has answered the command and the actor has not seen the answer yet, the first time that happens.
func (a *Actor) After(command string, do func()) { a.add(&move{at: after, name: command, do: do}) }

// AfterEach is After for every time.
func (a *Actor) AfterEach(command string, do func()) {
	a.add(&move{at: after, name: command, do: do, always: true})
}

// Hold keeps a command on its way to the server until the actor waits for an answer on that connection, or Release is called.
func (a *Actor) Hold(command string) { a.setHold(command, false) }

// HoldFast is Hold until Release is called.
func (a *Actor) HoldFast(command string) { a.setHold(command, true) }

func (a *Actor) setHold(command string, fast bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hold, a.fast = command, fast
}

// Release lets what is held go on.
func (a *Actor) Release() {
	a.mu.Lock()
	a.hold, a.fast = "", false
	kept := a.kept
	a.kept = nil
	a.mu.Unlock()
	for _, c := range kept {
		c.release()
	}
}

// Crash ends the actor as a power cut would: nothing it does afterwards reaches the server.
func (a *Actor) Crash() {
	a.stage.note(a.Name, a.Name+" crashes")
	a.gone.Store(true)
}

// Disconnect takes the network away from the actor.
func (a *Actor) Disconnect() {
	a.stage.note(a.Name, "the network is down")
	a.gone.Store(true)
}

// LoseAnswer, called as a move after a command, breaks the connection before the actor sees the answer.
func (a *Actor) LoseAnswer() {
	a.stage.note(a.Name, "the answer gets lost")
	a.lost.Store(true)
}

// LastSize is the number of elements of the last answer, at any depth.
func (a *Actor) LastSize() int { return int(a.size.Load()) }

func (a *Actor) holds(name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hold == name
}

func (a *Actor) holdsFast() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.fast
}

func (a *Actor) keep(c *conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.kept = append(a.kept, c)
}

func (a *Actor) add(m *move) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.moves = append(a.moves, m)
}

// fire runs the moves that wait for this moment, without holding the lock: they may use the same actor.
func (a *Actor) fire(at moment, name string) {
	if handshake[name] {
		return
	}
	var due []func()
	a.mu.Lock()
	kept := a.moves[:0:0]
	for _, m := range a.moves {
		if m.at != at || m.name != "" && m.name != name {
			kept = append(kept, m)
			continue
		}
		due = append(due, m.do)
		if m.always {
			kept = append(kept, m)
		}
	}
	a.moves = kept
	a.mu.Unlock()
	for _, do := range due {
		do()
	}
}

func (a *Actor) recordSent(b *batch) {
	if ts := own(b.texts, b.texts); len(ts) > 0 {
		a.stage.record(event{from: a.Name, lines: ts, of: b})
	}
}

func (a *Actor) recordReceived(b *batch) {
	if rs := own(b.replies, b.texts); len(rs) > 0 {
		a.stage.record(event{to: a.Name, lines: rs, of: b})
	}
}

// own drops the lines that belong to the client library's own commands. An answer to nothing, a push, stays.
func own(lines, commands []string) []string {
	var out []string
	for i, l := range lines {
		if i >= len(commands) || commands[i] != "" {
			out = append(out, strings.TrimSpace(abbreviate(l)))
		}
	}
	return out
}
