package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Open returns a client whose server answers.
func Open(ctx context.Context, options *redis.Options) (*redis.Client, error) {
	rdb := redis.NewClient(options)
	if err := rdb.Ping(ctx).Err(); err != nil {
		return nil, errors.Join(err, rdb.Close())
	}
	return rdb, nil
}
