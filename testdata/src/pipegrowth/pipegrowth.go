// Package pipegrowth has the situations of the check pipegrowth.
package pipegrowth

import (
	"bufio"
	"context"
	"database/sql"

	"github.com/redis/go-redis/v9"
)

func scanner(ctx context.Context, rdb *redis.Client, sc *bufio.Scanner) error {
	pipe := rdb.Pipeline()
	for sc.Scan() {
		pipe.SAdd(ctx, "words", sc.Text()) // want `pipe grows without a limit: the loop over data of unknown size never executes it`
	}
	_, err := pipe.Exec(ctx)
	return err
}

func rows(ctx context.Context, rdb *redis.Client, rs *sql.Rows) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		for rs.Next() {
			var id string
			if err := rs.Scan(&id); err != nil {
				return err
			}
			p.Set(ctx, id, 1, 0) // want `p grows without a limit`
		}
		return rs.Err()
	})
	return err
}

func channel(ctx context.Context, rdb *redis.Client, ids <-chan string) error {
	pipe := rdb.Pipeline()
	for id := range ids {
		pipe.Del(ctx, id) // want `pipe grows without a limit`
	}
	_, err := pipe.Exec(ctx)
	return err
}

func iterator(ctx context.Context, rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) {
		pipe.Del(ctx, it.Val()) // want `pipe grows without a limit`
	}
	if err := it.Err(); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}

// From here on everything is right.

func flushed(ctx context.Context, rdb *redis.Client, sc *bufio.Scanner) error {
	pipe := rdb.Pipeline()
	for sc.Scan() {
		pipe.SAdd(ctx, "words", sc.Text())
		if pipe.Len() >= 1000 {
			if _, err := pipe.Exec(ctx); err != nil {
				return err
			}
		}
	}
	_, err := pipe.Exec(ctx)
	return err
}

func slice(ctx context.Context, rdb *redis.Client, ids []string) error {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Del(ctx, id)
	}
	_, err := pipe.Exec(ctx)
	return err
}

func oneEachTurn(ctx context.Context, rdb *redis.Client, ids <-chan string) error {
	for id := range ids {
		pipe := rdb.Pipeline()
		pipe.Del(ctx, id)
		if _, err := pipe.Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func parameter(ctx context.Context, pipe redis.Pipeliner, ids <-chan string) {
	for id := range ids {
		pipe.Del(ctx, id)
	}
}
