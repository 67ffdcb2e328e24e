package harness

import (
	"net"
	"strings"
	"sync"
)

// conn records what a client sends and receives, and runs the other side's moves at the decisive moments. The client under proof has no
// hook and no special option: it sees an ordinary connection.
type conn struct {
	net.Conn
	actor *Actor

	mu      sync.Mutex
	sent    []byte // bytes of an incomplete command
	got     []byte // bytes of an incomplete reply
	pending []*batch
	held    []byte // written but not yet forwarded: see Actor.Hold
}

// batch is what one write carries: one command, or a pipeline.
type batch struct {
	names   []string // upper case, one per command
	texts   []string // one per command; empty for the client library's own commands
	replies []string
}

// handshake lists the commands that a client library sends on its own account; they are not recorded.
var handshake = map[string]bool{"HELLO": true, "CLIENT": true, "CLUSTER": true, "COMMAND": true, "READONLY": true}

func (c *conn) Write(p []byte) (int, error) {
	if c.actor.gone.Load() {
		return 0, errGone
	}
	c.mu.Lock()
	c.sent = append(c.sent, p...)
	b := &batch{}
	for {
		words, rest, ok := parseCommand(c.sent)
		if !ok {
			break
		}
		c.sent = rest
		b.names = append(b.names, strings.ToUpper(words[0]))
		b.texts = append(b.texts, commandText(words))
	}
	if len(b.names) > 0 {
		c.pending = append(c.pending, b)
	}
	c.mu.Unlock()

	for _, name := range b.names {
		c.actor.fire(before, name)
		if c.actor.gone.Load() {
			return 0, errGone
		}
	}
	c.actor.recordSent(b)
	for _, name := range b.names {
		if c.actor.holds(name) {
			c.mu.Lock()
			c.held = append(c.held, p...)
			c.mu.Unlock()
			c.actor.keep(c)
			c.actor.stage.note(c.actor.Name, name+" is still on its way")
			return len(p), nil
		}
	}
	return c.Conn.Write(p)
}

func (c *conn) Read(p []byte) (int, error) {
	if c.actor.gone.Load() {
		return 0, errGone
	}
	if !c.actor.holdsFast() {
		c.release()
	}
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	c.got = append(c.got, p[:n]...)
	var done []*batch
	for len(c.got) > 0 {
		r, rest, ok := parseReply(c.got)
		if !ok {
			break
		}
		c.got = rest
		c.actor.size.Store(int64(r.size()))
		if r.kind == '>' && !strings.Contains(r.elems[0].text, "subscribe") || len(c.pending) == 0 {
			done = append(done, &batch{replies: []string{r.String()}})
			continue
		}
		b := c.pending[0]
		b.replies = append(b.replies, r.String())
		if len(b.replies) == len(b.names) {
			c.pending = c.pending[1:]
			done = append(done, b)
		}
	}
	c.mu.Unlock()

	for _, b := range done {
		c.actor.recordReceived(b)
		for _, name := range b.names {
			c.actor.fire(after, name)
		}
	}
	if c.actor.gone.Load() || c.actor.lost.CompareAndSwap(true, false) {
		c.Conn.Close()
		return 0, errGone
	}
	return n, err
}

// release forwards what was held back.
func (c *conn) release() {
	c.mu.Lock()
	held := c.held
	c.held = nil
	c.mu.Unlock()
	if len(held) > 0 {
		c.Conn.Write(held) // an error shows at the read that follows
	}
}

func commandText(words []string) string {
	name := strings.ToUpper(words[0])
	if handshake[name] {
		return ""
	}
	out := []string{name}
	for _, w := range words[1:] {
		if w == "" {
			w = `""`
		}
		out = append(out, abbreviate(w))
	}
	return strings.Join(out, " ")
}
