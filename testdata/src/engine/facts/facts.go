package facts // want package:"reachesRedis"

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/redis/go-redis/v9"
)

// Store wraps a client.
type Store struct {
	rdb    redis.UniversalClient
	prefix string
}

// NewStore keeps the client: nothing to say but that it escapes.
func NewStore(rdb redis.UniversalClient) *Store { return &Store{rdb: rdb} } // want NewStore:`escapes\[0\]`

// Get reads.
func (s *Store) Get(ctx context.Context, id string) (string, error) { // want Get:`Get\(P0.rdb user:<P2>\) r0=reply\[0\]`
	return s.rdb.Get(ctx, "user:"+id).Result()
}

// Set writes what it is given.
func (s *Store) Set(ctx context.Context, id string, v int) error { // want Set:`^Set\(P0.rdb user:<P2>\)$`
	return s.rdb.Set(ctx, "user:"+id, v, 0).Err()
}

// Client gives the client away.
func (s *Store) Client() redis.UniversalClient { return s.rdb } // want Client:`r0=P0.rdb`

// Begin makes a transaction.
func (s *Store) Begin() redis.Pipeliner { return s.rdb.TxPipeline() } // want Begin:`r0=pipeline`

// Queue only queues.
func Queue(ctx context.Context, p redis.Pipeliner, n int64) *redis.IntCmd { // want Queue:`Incr\(P1 n:<P2>\) r0=cmd0`
	return p.Incr(ctx, "n:"+strconv.FormatInt(n, 10))
}

// Flush executes, or not.
func Flush(ctx context.Context, p redis.Pipeliner, now bool) error { // want Flush:`Exec\(P1\)\?`
	if !now {
		return nil
	}
	_, err := p.Exec(ctx)
	return err
}

// Key builds a key.
func Key(kind string, id int) string { return fmt.Sprintf("%s:{%d}", kind, id) } // want Key:`r0=key:<P0>:\{<P1>\}`

// IsMiss tests an error.
func IsMiss(err error) bool { return errors.Is(err, redis.Nil) } // want IsMiss:`test:1`

// Load wraps the error.
func (s *Store) Load(ctx context.Context, id string, v any) error { // want Load:`Get\(P0.rdb <P0.prefix><P2>\) r0=wraps`
	b, err := s.rdb.Get(ctx, s.prefix+id).Bytes()
	if err != nil {
		return fmt.Errorf("load %s: %w", id, err)
	}
	return json.Unmarshal(b, v)
}

// Both does two things with a pipeline of its own.
func (s *Store) Both(ctx context.Context, id string) error { // want Both:`Incr\(P0.rdb a:<P2>\) Incr\(P0.rdb b:<P2>\)`
	_, err := s.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a:"+id)
		p.Incr(ctx, "b:"+id)
		return nil
	})
	return err
}

func unexported(ctx context.Context, p redis.Pipeliner) { p.Incr(ctx, "n") }
