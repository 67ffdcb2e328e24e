package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Poll looks for new entries of a stream; without any it never returns.
func Poll(ctx context.Context, rdb *redis.Client, last string) ([]redis.XStream, error) {
	return rdb.XRead(ctx, &redis.XReadArgs{
		Streams: []string{"events", last},
		Count:   100,
	}).Result()
}

// Next waits five seconds for an entry, it was thought.
func Next(ctx context.Context, rdb *redis.Client) ([]redis.XStream, error) {
	return rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: "workers", Consumer: "w1",
		Streams: []string{"jobs", ">"},
		Block:   5000,
	}).Result()
}
