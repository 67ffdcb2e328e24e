package harness

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// Stage is where one form of a check's example runs: an empty server, the actors, and the record of what happened.
type Stage struct {
	Ctx context.Context

	t      *testing.T
	server *server

	mu     sync.Mutex
	trace  trace
	sealed bool
}

func newStage(t *testing.T, s *server) *Stage {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	st := &Stage{Ctx: ctx, t: t, server: s, trace: trace{server: s.title}}
	if err := s.reset(ctx); err != nil {
		t.Fatalf("emptying the server: %v", err)
	}
	return st
}

// Actor adds a process to the stage.
func (s *Stage) Actor(name string) *Actor {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace.actors = append(s.trace.actors, name)
	return &Actor{Name: name, stage: s}
}

// Server returns a client that is not recorded, for setting up and for looking at the result.
func (s *Stage) Server() redis.UniversalClient { return s.server.admin }

// Addr is where the server listens, for a process of its own.
func (s *Stage) Addr() string { return s.server.addr }

// Value returns the string at a key, or "(nil)".
func (s *Stage) Value(key string) string {
	v, err := s.server.admin.Get(s.Ctx, key).Result()
	switch {
	case err == redis.Nil:
		return "(nil)"
	case err != nil:
		s.t.Fatalf("looking at %s: %v", key, err)
	}
	return v
}

// Must fails the proof when its own preparation does not work.
func (s *Stage) Must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// Set prepares a string.
func (s *Stage) Set(key string, value any) {
	s.t.Helper()
	s.Must(s.server.admin.Set(s.Ctx, key, value, 0).Err())
}

// Fatalf fails the proof.
func (s *Stage) Fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf(format, args...)
}

// Cleanup registers an undo.
func (s *Stage) Cleanup(f func()) { s.t.Cleanup(f) }

// Sent reports whether an actor sent a command of this text.
func (s *Stage) Sent(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.trace.events, func(e event) bool { return e.from != "" && slices.Contains(e.lines, text) })
}

// Mask replaces in the record what differs from run to run: pairs of old and new, as of strings.NewReplacer.
func (s *Stage) Mask(pairs ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace.mask(strings.NewReplacer(pairs...))
}

// Replace changes in the record what a pattern finds, as Mask does for fixed texts.
func (s *Stage) Replace(pattern, by string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace.replace(regexp.MustCompile(pattern), by)
}

// Fold drops exchanges that are like the one before them.
func (s *Stage) Fold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace.fold()
}

// RoundTrips counts how often an actor sent something and waited for the answer.
func (s *Stage) RoundTrips() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.trace.events {
		if e.from != "" {
			n++
		}
	}
	return n
}

// Eventually waits until a look at the server shows what must come, at most ten seconds.
func (s *Stage) Eventually(what string, look func() bool) {
	s.t.Helper()
	if err := wait(func() error {
		if look() {
			return nil
		}
		return errors.New("not seen")
	}); err != nil {
		s.t.Fatalf("%s: %v", what, err)
	}
}

// Info returns a field of a section of INFO.
func (s *Stage) Info(section, field string) string {
	info, err := s.server.admin.Info(s.Ctx, section).Result()
	s.Must(err)
	for line := range strings.Lines(info) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), field+":"); ok {
			return v
		}
	}
	return ""
}

// Busiest returns the number of keys on the master that has most of them.
func (s *Stage) Busiest() (most int64) {
	var mu sync.Mutex
	s.Must(s.server.admin.(*redis.ClusterClient).ForEachMaster(s.Ctx, func(ctx context.Context, node *redis.Client) error {
		n, err := node.DBSize(ctx).Result()
		mu.Lock()
		defer mu.Unlock()
		most = max(most, n)
		return err
	}))
	return most
}

// Seal ends the record: what follows is clearing up.
func (s *Stage) Seal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sealed = true
}

// Note writes a remark over the server into the record.
func (s *Stage) Note(format string, args ...any) { s.note("", fmt.Sprintf(format, args...)) }

func (s *Stage) note(over, text string) {
	s.record(event{over: over, lines: []string{abbreviate(text)}})
}

func (s *Stage) record(e event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.sealed {
		s.trace.events = append(s.trace.events, e)
	}
}
