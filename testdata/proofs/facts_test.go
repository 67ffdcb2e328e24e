package proofs

import (
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

// facts are what the checks rely on beyond their examples.
var facts = []Claim{
	{ID: "F1", Says: "a failed function of pipe.Pipelined leaves what it queued in the pipeline", Shows: Shows("the next Exec sets a to 1", leftovers, 0)},
	{ID: "F2", Says: "a miss in the transaction of a Watch: committed, and Watch returns redis.Nil", Shows: Shows(`a is 1, error "redis: nil"`, committedNil, 0)},
	{ID: "F3", Says: "MULTI through the pool spoils the next caller", Shows: Shows(`Get returns "QUEUED", no error`, strayMulti, 0)},
	{ID: "F4", Says: "Set with a negative expiration stores the key for ever", Shows: Shows("the TTL is -1ns, no error", negative, 0)},
	{ID: "F5", Says: "FlushAll on a cluster client empties one node", Needs: Cluster, Shows: Shows("2 of 3 keys are left, no error", flushCluster, 0)},
	{ID: "F6", Says: "a write of a watched key on the same Tx makes its own transaction fail",
		Shows: Shows(`nobody else wrote; error "redis: transaction failed"`, ownWrite, 0)},
	{ID: "F7", Says: "an iterator of a queued SCAN yields nothing before Exec", Shows: Shows("0 of 3 keys, no error", queuedScan, 0)},
	{ID: "F8", Says: "SetNX never returns redis.Nil, SetArgs with Mode NX does", Shows: Shows(`SetNX: no error; SetArgs: error "redis: nil"`, setModes, 0)},
	{ID: "F9", Says: "Expire cuts a part of a second off", Shows: Shows("1.5 s are sent as EXPIRE k 1", fraction, 0)},
	{ID: "F10", Says: "an argument that cannot be encoded fails the whole pipeline",
		Shows: Shows("a is (nil), and its command has the error too", unencodable, 0)},
	{ID: "F11", Says: "a blocking command in a transaction does not block", Shows: Shows(`error "redis: nil" at once`, blockInTx, 0)},
	{ID: "F12", Says: "a blocking command in a pipeline times out, and what came before it is repeated", Needs: Node,
		Shows: Shows("one increment counts 3", blockInPipeline, 0)},
}

func leftovers(s *Stage, _ int) string {
	pipe := s.Actor("program").Client().Pipeline()
	_, err := pipe.Pipelined(s.Ctx, func(p redis.Pipeliner) error {
		p.Set(s.Ctx, "a", 1, 0)
		return errors.New("stop")
	})
	if err == nil || s.Value("a") != "(nil)" {
		s.Fatalf("the function did not stop it")
	}
	pipe.Incr(s.Ctx, "b")
	_, err = pipe.Exec(s.Ctx)
	s.Must(err)
	return "the next Exec sets a to " + s.Value("a")
}

func committedNil(s *Stage, _ int) string {
	err := s.Actor("program").Client().Watch(s.Ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error {
			pipe.Set(s.Ctx, "a", 1, 0)
			pipe.Get(s.Ctx, "missing")
			return nil
		})
		return err
	}, "a")
	return fmt.Sprintf("a is %s, %s", s.Value("a"), outcome(err))
}

func strayMulti(s *Stage, _ int) string {
	s.Set("k", "v")
	rdb := s.Actor("program").Client(func(o *redis.Options) { o.PoolSize = 1 })
	s.Must(rdb.Do(s.Ctx, "MULTI").Err())
	v, err := rdb.Get(s.Ctx, "k").Result()
	return fmt.Sprintf("Get returns %q, %s", v, outcome(err))
}

func negative(s *Stage, _ int) string {
	err := s.Actor("program").Client().Set(s.Ctx, "k", "v", -5*time.Second).Err()
	return fmt.Sprintf("the TTL is %v, %s", s.Server().TTL(s.Ctx, "k").Val(), outcome(err))
}

func flushCluster(s *Stage, _ int) string {
	for _, key := range onePerMaster {
		s.Set(key, "x")
	}
	err := s.Actor("program").Cluster().FlushAll(s.Ctx).Err()
	left := 0
	for _, key := range onePerMaster {
		if s.Value(key) == "x" {
			left++
		}
	}
	return fmt.Sprintf("%d of 3 keys are left, %s", left, outcome(err))
}

func ownWrite(s *Stage, _ int) string {
	err := s.Actor("program").Client().Watch(s.Ctx, func(tx *redis.Tx) error {
		if err := tx.SetNX(s.Ctx, "k", 0, 0).Err(); err != nil {
			return err
		}
		_, err := tx.TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error { pipe.Incr(s.Ctx, "k"); return nil })
		return err
	}, "k")
	return "nobody else wrote; " + outcome(err)
}

func queuedScan(s *Stage, _ int) string {
	for _, key := range []string{"a", "b", "c"} {
		s.Set(key, "x")
	}
	it := s.Actor("program").Client().Pipeline().Scan(s.Ctx, 0, "*", 100).Iterator()
	n := 0
	for it.Next(s.Ctx) {
		n++
	}
	return fmt.Sprintf("%d of 3 keys, %s", n, outcome(it.Err()))
}

func setModes(s *Stage, _ int) string {
	s.Set("k", "v")
	rdb := s.Actor("program").Client()
	return fmt.Sprintf("SetNX: %s; SetArgs: %s", outcome(rdb.SetNX(s.Ctx, "k", "w", 0).Err()),
		outcome(rdb.SetArgs(s.Ctx, "k", "w", redis.SetArgs{Mode: "NX"}).Err()))
}

func fraction(s *Stage, _ int) string {
	s.Set("k", "v")
	s.Must(s.Actor("program").Client().Expire(s.Ctx, "k", 1500*time.Millisecond).Err())
	if s.Sent("EXPIRE k 1") {
		return "1.5 s are sent as EXPIRE k 1"
	}
	return "1.5 s are sent"
}

func unencodable(s *Stage, _ int) string {
	pipe := s.Actor("program").Client().Pipeline()
	first := pipe.Set(s.Ctx, "a", 1, 0)
	pipe.Set(s.Ctx, "b", struct{}{}, 0)
	_, err := pipe.Exec(s.Ctx)
	if err == nil || first.Err() == nil {
		s.Fatalf("Exec: %v, the first command: %v", err, first.Err())
	}
	return fmt.Sprintf("a is %s, and its command has the error too", s.Value("a"))
}

func blockInTx(s *Stage, _ int) string {
	_, err := s.Actor("program").Client().TxPipelined(s.Ctx, func(pipe redis.Pipeliner) error {
		pipe.BLPop(s.Ctx, 0, "jobs")
		return nil
	})
	return outcome(err) + " at once"
}

func blockInPipeline(s *Stage, _ int) string {
	rdb := s.Actor("program").Client(func(o *redis.Options) { o.ReadTimeout, o.MaxRetries = 100*time.Millisecond, 2 })
	_, err := rdb.Pipelined(s.Ctx, func(pipe redis.Pipeliner) error {
		pipe.Incr(s.Ctx, "n")
		pipe.BLPop(s.Ctx, 30*time.Second, "jobs")
		return nil
	})
	if err == nil {
		s.Fatalf("the pipeline did not time out")
	}
	return "one increment counts " + s.Value("n")
}
