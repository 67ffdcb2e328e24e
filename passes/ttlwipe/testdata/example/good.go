package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Login begins a session of an hour.
func Login(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Set(ctx, "session:"+id, "/", time.Hour).Err()
}

// Move changes the page of a session.
func Move(ctx context.Context, rdb *redis.Client, id, page string) error {
	return rdb.Set(ctx, "session:"+id, page, redis.KeepTTL).Err()
}
