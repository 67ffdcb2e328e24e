package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// PollOnce looks for new entries of a stream and returns at once.
func PollOnce(ctx context.Context, rdb *redis.Client, last string) ([]redis.XStream, error) {
	return rdb.XRead(ctx, &redis.XReadArgs{
		Streams: []string{"events", last},
		Count:   100,
		Block:   -1,
	}).Result()
}

// NextWithin waits five seconds for an entry.
func NextWithin(ctx context.Context, rdb *redis.Client) ([]redis.XStream, error) {
	return rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: "workers", Consumer: "w1",
		Streams: []string{"jobs", ">"},
		Block:   5 * time.Second,
	}).Result()
}
