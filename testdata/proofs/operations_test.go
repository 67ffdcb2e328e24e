package proofs

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	keyscmd "github.com/redisvet/redisvet/passes/keyscmd/testdata/example"
	optionzero "github.com/redisvet/redisvet/passes/optionzero/testdata/example"
	panicmethod "github.com/redisvet/redisvet/passes/panicmethod/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var operations = []Proof{
	{
		Check: "keyscmd",
		When:  "there are ten thousand sessions",
		Needs: Node, // miniredis answers SCAN in one page
		Bad:   Shows("the longest answer has 10000 sessions", longestList, keyscmd.Sessions),
		Good:  Shows("the longest answer has fewer than 1000 sessions", longestList, keyscmd.AllSessions),
	},
	{
		Check: "optionzero",
		When:  "each answer gets lost",
		Bad:   Shows("one increment counts 4", repeated, optionzero.NewCounter),
		Good:  Shows("one increment counts 1", repeated, optionzero.NewOnce),
	},
	{
		Check: "panicmethod",
		When:  "the server is tried",
		Bad:   Shows("panic: not implemented", try, panicmethod.Ping),
		Good:  Shows("no error", try, panicmethod.Try),
	},
}

func longestList(s *Stage, list func(context.Context, *redis.Client) ([]string, error)) string {
	var pairs []any
	for i := range 10000 {
		pairs = append(pairs, fmt.Sprintf("session:%d", i), "x")
	}
	s.Must(s.Server().MSet(s.Ctx, pairs...).Err())
	handler := s.Actor("handler")
	size := 0
	handler.AfterEach("", func() { size = max(size, handler.LastSize()) })
	_, err := list(s.Ctx, handler.Client())
	s.Must(err)
	s.Replace(`^\[[1-9]\d*, \[.*`, "[next cursor, [about 500 sessions]]")
	s.Replace(`^\[0, \[.*`, "[0, [the last sessions]]")
	s.Replace(`^\[session.*`, "[10000 sessions]")
	s.Replace(`^SCAN [1-9]\d*`, "SCAN cursor")
	s.Fold()
	if size < 1000 {
		return "the longest answer has fewer than 1000 sessions"
	}
	return fmt.Sprintf("the longest answer has %d sessions", size)
}

func repeated(s *Stage, open func(addr string) *redis.Client) string {
	rdb := open(s.Addr())
	defer rdb.Close()
	counter := s.Actor("counter")
	counter.Attach(rdb)
	counter.AfterEach("INCR", counter.LoseAnswer)
	if err := rdb.Incr(s.Ctx, "n").Err(); err == nil {
		s.Fatalf("the answer was not lost")
	}
	return "one increment counts " + s.Value("n")
}

func try(s *Stage, try func(ctx context.Context, addr string) error) (says string) {
	defer func() {
		if p := recover(); p != nil {
			says = fmt.Sprint("panic: ", p)
		}
	}()
	return outcome(try(s.Ctx, s.Addr()))
}
