package cli

import (
	"fmt"
	"sync"
	"time"
)

// patience is how long a run stays quiet on a terminal.
const patience = time.Second

// progress shows on a terminal what a long run is doing.
type progress struct {
	a     *app
	timer *time.Timer

	mu    sync.Mutex
	now   string
	shown bool // the run is long enough to show
}

func (a *app) startProgress() *progress {
	p := &progress{a: a}
	if !a.ErrTTY {
		return p
	}
	p.timer = time.AfterFunc(patience, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.shown = true
		p.print()
	})
	return p
}

// say tells what begins now.
func (p *progress) say(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = what
	if p.shown {
		p.print()
	}
}

func (p *progress) print() { fmt.Fprintf(p.a.Err, "\r\x1b[Kredisvet: %s ...", p.now) }

// stop clears the line.
func (p *progress) stop() {
	if p.timer == nil {
		return
	}
	p.timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.a.Err, "\r\x1b[K")
	}
	p.shown = false
}
