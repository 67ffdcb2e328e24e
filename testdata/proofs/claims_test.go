package proofs

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/redis/go-redis/v9"

	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

// claims are the rows of the seeds, in their order.
var claims = []Claim{
	{ID: "A1", Says: "a balance read outside the transaction can be stale when the new one is written", Check: "lostupdate"},
	{ID: "A2", Says: "the read belongs inside the watched window", Check: "txstale"},
	{ID: "A3", Says: "EXEC returning nil is a conflict, not a failure", Check: "txerr, txretry"},
	{ID: "A4", Says: "the retry loop has a ceiling", Check: "txretry"},
	{
		ID:    "A5",
		Says:  "a guard that rejects must drop the watch; Watch does it by itself",
		Shows: Shows("the next transaction on the connection passes: no error", guardRejects, "watch"),
	},
	{
		ID: "A5-raw", Finds: "connstate",
		Says:  "a guard that rejects must drop the watch; a WATCH sent through the pool does not",
		Shows: Shows(`the next transaction on the connection passes: error "redis: transaction failed"`, guardRejects, "raw"),
	},
	{
		ID: "A6", Finds: "watchkeys",
		Says:  "a key that is read but not watched can change unseen",
		Shows: Shows("the order is cancelled and the stock is taken: no error", halfWatched, []string{"stock:1"}),
	},
	{
		ID:    "A6-both",
		Says:  "several watched keys commit together or not at all",
		Shows: Shows(`the order is cancelled and the stock is 5: error "redis: transaction failed"`, halfWatched, []string{"stock:1", "order:1"}),
	},
	{
		ID: "A7", Finds: "crossslot", Says: "in a cluster all watched keys live in one slot", Needs: Cluster,
		Shows: Shows(`error "redis: Watch requires all keys to be in the same slot"`, watchCluster, []string{"inventory:sku123", "order:456:status"}),
	},
	{
		ID: "A7-tag", Says: "a hash tag puts them there", Needs: Cluster,
		Shows: Shows("no error", watchCluster, []string{"inventory:{sku123}", "order:{sku123}:456"}),
	},
	{ID: "A8", Says: "under a hot key a script replaces the retry loop", Shows: Shows("1 attempt, no conflict, stock 3", hotKey, 1)},
	{ID: "B1", Says: "a pipeline saves round trips, it does not make read-decrement-record atomic", Check: "queuedread, lostupdate"},
	{ID: "B2", Says: "one command is enough where one command does it", Check: "lostupdate"},
	{ID: "B3", Says: "one failed command does not stop or undo the others", Check: "execerr, nilmask"},
	{ID: "B4", Says: "a batch does not grow without limit", Check: "pipegrowth"},
	{ID: "B5", Says: "a later command of a batch cannot depend on an earlier reply", Check: "queuedread"},
	{ID: "B6", Says: "retrying a batch that holds INCR repeats its effect", Check: "retrywrite"},
	{ID: "B7", Finds: "lostupdate, txstale", Says: "MULTI and EXEC add no condition: stock can go below zero", Shows: Shows("two buyers of the last piece: stock -1, no error", lastPiece, 1)},
	{
		ID: "B8", Finds: "argshape", Says: "an error when a command is queued aborts the whole transaction",
		Shows: Shows("a is (nil), error \"EXECABORT Transaction discarded because of previous errors.\"", inTransaction, []any{"SET", "b"}),
	},
	{
		ID: "B8-run", Says: "an error when a command runs does not, and nothing is rolled back",
		Shows: Shows(`a is 1, error "ERR value is not an integer or out of range"`, inTransaction, []any{"INCR", "text"}),
	},
	{ID: "B8-discard", Finds: "pipeexec", Says: "Discard is no rollback", Shows: Shows("a is 1 after Exec and Discard", discard, 1)},
	{ID: "B9", Says: "a lost connection leaves the result unknown", Check: "retrywrite"},
	{ID: "B10", Says: "long answers stall everybody", Check: "bigread"},
	{ID: "B11", Says: "WATCH belongs to one connection; sharing it spoils another request", Check: "connstate, pipeshare"},
	{ID: "B12", Says: "bounded attempts", Check: "txretry"},
	{ID: "B13", Says: "all keys of MULTI in one slot", Check: "crossslot"},
	{ID: "B14", Says: "one constant tag for everything makes the cluster one hot node", Check: "hottag"},
	{ID: "B15", Finds: "crossslot", Says: "splitting by node loses atomicity", Shows: Shows("one TxPipelined on a Ring of two: MULTI is sent 2 times", ring, 2)},
	{ID: "B16", Says: "conflicts, run-time errors and misses are told apart", Check: "errcompare, txerr, nilfail"},
	{ID: "C1", Says: "queued and not executed is not sent; a second EXEC is unguarded", Check: "pipeexec, txtwice"},
	{ID: "C2", Says: "reads go through the session that holds the WATCH", Check: "txclient"},
	{ID: "C3", Says: "opting out writes nothing and repeats nothing", Shows: Shows(
		"the guard rejects: EXEC is sent 0 times, 1 attempt", optOut, 0)},
	{ID: "C4", Says: "attempts are bounded, exhaustion is an error of its own", Check: "txretry"},
	{ID: "C5", Says: "a type without an encoding fails", Check: "encodable"},
	{ID: "C6", Says: "a list command on a string key fails with WRONGTYPE when it runs", Shows: Shows(
		`a is 1, error "WRONGTYPE Operation against a key holding the wrong kind of value"`, inTransaction, []any{"LPUSH", "text", "x"})},
	{ID: "C7", Says: "a decoder that does not fit its command fails only at run time", Check: "cmdassert, scandest"},
	{ID: "C8", Finds: "argshape", Needs: Node, Says: "SET k v EX without seconds is a run-time error", Shows: Shows(
		`a is 1, error "ERR syntax error"`, inTransaction, []any{"SET", "k", "v", "EX"})},
	{ID: "C9", Finds: "watchkeys", Says: "a watched transaction with nothing queued: the watch says nothing", Shows: Shows(
		"the key changed, no error, MULTI is sent 0 times", emptyTransaction, 0)},
	{ID: "C10", Says: "a second session inside the first waits for a connection", Check: "txclient"},
	{ID: "C11", Says: "a run-time error inside a committed EXEC rejects, and the rest has committed", Check: "execerr, nilmask"},
	{ID: "C12", Says: "the keys and arguments of a script are checked at the call", Check: "luascript"},
	{ID: "D1", Says: "writes that belong together go into TxPipeline", Shows: Shows(
		"the profile and its cache entry are written between one MULTI and one EXEC", together, 0)},
	{ID: "D2", Says: "a read that decides does not belong into TxPipeline", Check: "queuedread"},
	{ID: "D3", Says: "only tx.TxPipelined protects a write", Check: "txwrite"},
	{ID: "D4", Says: "redis.Nil on the first run is normal", Check: "nilfail"},
	{ID: "D5", Says: "errors.Is, not ==", Check: "errcompare"},
	{ID: "D6", Says: "at most five attempts", Check: "txretry"},
	{ID: "D7", Says: "no rollback", Finds: "execerr", Check: "execerr, B8-run"},
	{ID: "D8", Says: "counter and its expiry in one group", Check: "expirerace"},
	{ID: "D9", Says: "a lock has a TTL and is released by its owner only", Check: "lockttl, lockrelease"},
	{
		ID: "D10", Finds: "txerr", Says: "the quiz: the error of TxPipelined is dropped in the function, and TxFailedErr comes out of Watch. It does not",
		Shows: Shows("another client was faster; Watch returns nil", quiz, 1),
	},
	{ID: "D11", Finds: "argshape", Says: "a step made of data can be invalid when it is queued", Check: "B8"},
}

var errGuard = errors.New("not enough")

func guardRejects(s *Stage, how string) string {
	s.Set("stock", 0)
	rdb := s.Actor("shop").Client(func(o *redis.Options) { o.PoolSize, o.PipelinePoolSize = 1, -1 })
	rival := s.Actor("rival").Client()
	if how == "raw" {
		s.Must(rdb.Do(s.Ctx, "WATCH", "stock").Err())
		if n, err := rdb.Get(s.Ctx, "stock").Int(); n > 0 || err != nil {
			s.Fatalf("%d, %v", n, err)
		}
	} else {
		err := rdb.Watch(s.Ctx, func(tx *redis.Tx) error {
			n, err := tx.Get(s.Ctx, "stock").Int()
			if err == nil && n == 0 {
				err = errGuard
			}
			return err
		}, "stock")
		if err != errGuard {
			s.Fatalf("the guard does not reject: %v", err)
		}
	}
	s.Must(rival.Incr(s.Ctx, "stock").Err())
	_, err := rdb.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error { pipe.Incr(s.Ctx, "visits"); return nil })
	return "the next transaction on the connection passes: " + outcome(err)
}

func halfWatched(s *Stage, watched []string) string {
	s.Set("stock:1", 5)
	s.Set("order:1", "new")
	shop := s.Actor("shop")
	customer := s.Actor("customer").Client()
	reads := 0
	shop.AfterEach("GET", func() {
		if reads++; reads == 2 {
			s.Must(customer.Set(s.Ctx, "order:1", "cancelled", 0).Err())
		}
	})
	err := shop.Client().Watch(s.Ctx, func(tx *redis.Tx) error {
		stock, err := tx.Get(s.Ctx, "stock:1").Int()
		if err != nil {
			return err
		}
		if state, err := tx.Get(s.Ctx, "order:1").Result(); err != nil || state != "new" {
			return fmt.Errorf("order is %s: %w", state, err)
		}
		_, err = tx.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error { pipe.Set(s.Ctx, "stock:1", stock-1, 0); return nil })
		return err
	}, watched...)
	stock := "is " + s.Value("stock:1")
	if s.Value("stock:1") == "4" {
		stock = "is taken"
	}
	return fmt.Sprintf("the order is %s and the stock %s: %s", s.Value("order:1"), stock, outcome(err))
}

func watchCluster(s *Stage, keys []string) string {
	err := s.Actor("shop").Cluster().Watch(s.Ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error { pipe.Set(s.Ctx, keys[0], 1, 0); return nil })
		return err
	}, keys...)
	return outcome(err)
}

func hotKey(s *Stage, _ int) string {
	s.Set("stock", 5)
	a := s.Actor("shop")
	rival := s.Actor("rival").Client()
	attempts := 0
	take := redis.NewScript(`
local left = tonumber(redis.call('GET', KEYS[1]))
if left == 0 then return -1 end
return redis.call('DECR', KEYS[1])`)
	s.Must(take.Load(s.Ctx, s.Server()).Err())
	a.Before("EVALSHA", func() { attempts++; s.Must(rival.Decr(s.Ctx, "stock").Err()) })
	s.Must(take.Run(s.Ctx, a.Client(), []string{"stock"}).Err())
	return fmt.Sprintf("%d attempt, no conflict, stock %s", attempts, s.Value("stock"))
}

func lastPiece(s *Stage, _ int) string {
	s.Set("stock", 1)
	buy := func(rdb *redis.Client) error {
		n, err := rdb.Get(s.Ctx, "stock").Int()
		if err != nil || n < 1 {
			return err
		}
		_, err = rdb.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error {
			pipe.Decr(s.Ctx, "stock")
			pipe.Incr(s.Ctx, "sold")
			return nil
		})
		return err
	}
	a, b := s.Actor("buyer 1"), s.Actor("buyer 2")
	second := b.Client()
	a.After("GET", func() { s.Must(buy(second)) })
	err := buy(a.Client())
	return fmt.Sprintf("two buyers of the last piece: stock %s, %s", s.Value("stock"), outcome(err))
}

// inTransaction sets a, and does something wrong in the same transaction.
func inTransaction(s *Stage, wrong []any) string {
	s.Set("text", "abc")
	cmds, err := s.Actor("program").Client().TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error {
		pipe.Set(s.Ctx, "a", 1, 0)
		pipe.Do(s.Ctx, wrong...)
		return nil
	})
	if s.Value("a") == "(nil)" { // the wrong command has an error of its own, the others that of EXEC
		err = cmds[0].Err()
	}
	return fmt.Sprintf("a is %s, %s", s.Value("a"), outcome(err))
}

func discard(s *Stage, _ int) string {
	pipe := s.Actor("program").Client().TxPipeline()
	pipe.Set(s.Ctx, "a", 1, 0)
	_, err := pipe.Exec(s.Ctx)
	s.Must(err)
	pipe.Discard()
	return fmt.Sprintf("a is %s after Exec and Discard", s.Value("a"))
}

func ring(s *Stage, _ int) string {
	a := s.Actor("shop")
	ring := redis.NewRing(&redis.RingOptions{
		Addrs: map[string]string{"one": s.Addr(), "two": s.Addr()},
		NewClient: func(o *redis.Options) *redis.Client {
			o.Dialer = a.Dial
			return redis.NewClient(o)
		},
		HeartbeatFrequency: 1 << 40, // pings would come in between
	})
	defer ring.Close()
	var multi atomic.Int64 // the nodes are served at the same time
	a.AfterEach("MULTI", func() { multi.Add(1) })
	_, err := ring.TxPipelined(context.Background(), func(pipe redis.Pipeliner) error {
		for i := range 20 {
			pipe.Incr(s.Ctx, fmt.Sprint("key", i))
		}
		return nil
	})
	s.Must(err)
	return fmt.Sprintf("one TxPipelined on a Ring of two: MULTI is sent %d times", multi.Load())
}

func emptyTransaction(s *Stage, _ int) string {
	s.Set("k", 1)
	a := s.Actor("program")
	rival := s.Actor("rival").Client()
	multi := 0
	a.AfterEach("MULTI", func() { multi++ })
	a.After("GET", func() { s.Must(rival.Set(s.Ctx, "k", 2, 0).Err()) })
	err := a.Client().Watch(s.Ctx, func(tx *redis.Tx) error {
		if err := tx.Get(s.Ctx, "k").Err(); err != nil {
			return err
		}
		_, err := tx.TxPipelined(s.Ctx, func(redis.Pipeliner) error { return nil })
		return err
	}, "k")
	return fmt.Sprintf("the key changed, %s, MULTI is sent %d times", outcome(err), multi)
}

func optOut(s *Stage, _ int) string {
	s.Set("stock", 0)
	a := s.Actor("shop")
	exec, attempts := 0, 0
	a.AfterEach("EXEC", func() { exec++ })
	err := a.Client().Watch(s.Ctx, func(tx *redis.Tx) error {
		attempts++
		n, err := tx.Get(s.Ctx, "stock").Int()
		if err != nil {
			return err
		}
		if n == 0 {
			return errGuard
		}
		_, err = tx.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error { pipe.Decr(s.Ctx, "stock"); return nil })
		return err
	}, "stock")
	if !errors.Is(err, errGuard) || s.Value("stock") != "0" {
		s.Fatalf("stock %s, %v", s.Value("stock"), err)
	}
	return fmt.Sprintf("the guard rejects: EXEC is sent %d times, %d attempt", exec, attempts)
}

func together(s *Stage, _ int) string {
	a := s.Actor("program")
	var sent []string
	for _, name := range []string{"MULTI", "HSET", "SET", "EXEC"} {
		a.AfterEach(name, func() { sent = append(sent, name) })
	}
	_, err := a.Client().TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error {
		pipe.HSet(s.Ctx, "profile:1", "name", "Ann")
		pipe.Set(s.Ctx, "cache:1", "Ann", 0)
		return nil
	})
	s.Must(err)
	if got := fmt.Sprint(sent); got != "[MULTI HSET SET EXEC]" || s.Value("cache:1") != "Ann" {
		s.Fatalf("sent %s, cache %s", got, s.Value("cache:1"))
	}
	return "the profile and its cache entry are written between one MULTI and one EXEC"
}

// quiz is the quiz as it was written, apart from the names.
func quiz(s *Stage, _ int) string {
	s.Set("balance", 100)
	a := s.Actor("client A")
	b := s.Actor("client B").Client()
	a.After("GET", func() { s.Must(b.Set(s.Ctx, "balance", 50, 0).Err()) })
	err := a.Client().Watch(s.Ctx, func(tx *redis.Tx) error {
		balance, err := tx.Get(s.Ctx, "balance").Int()
		if err != nil {
			return err
		}
		tx.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(s.Ctx, "balance", balance+10, 0)
			return nil
		})
		return nil
	}, "balance")
	if s.Value("balance") != "50" {
		s.Fatalf("the balance is %s", s.Value("balance"))
	}
	if err != nil {
		return "another client was faster; Watch returns " + outcome(err)
	}
	return "another client was faster; Watch returns nil"
}
