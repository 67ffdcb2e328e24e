// Package old has the situations with earlier versions of the library.
package old

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func withV8(ctx context.Context, rdb *v8.Client, s *v8.Script) error {
	pipe := rdb.Pipeline()
	s.Run(ctx, pipe, []string{"a"}) // want `s.Run in a pipeline sends only EVALSHA`
	_, err := pipe.Exec(ctx)
	return err
}

func withV7(rdb *v7.Client) error {
	pipe := rdb.TxPipeline()
	pipe.BLPop(time.Second, "a") // want `pipe.BLPop in a transaction does not wait`
	_, err := pipe.Exec()
	return err
}

func withV6(rdb *v6.Client, s *v6.Script) error {
	if err := s.Run(rdb, []string{"a"}).Err(); err != nil {
		return err
	}
	pipe := rdb.Pipeline()
	s.Eval(pipe, []string{"a"})
	_, err := pipe.Exec()
	return err
}
