// Package store wraps the client for package expirerace.
package store

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store hides the client.
type Store struct{ rdb *redis.Client }

// Count counts.
func (s *Store) Count(ctx context.Context, key string) (int64, error) {
	return s.rdb.Incr(ctx, key).Result()
}

// Keep sets an expiry.
func (s *Store) Keep(ctx context.Context, key string, ttl time.Duration) error {
	return s.rdb.Expire(ctx, key, ttl).Err()
}

// Put writes with an expiry.
func (s *Store) Put(ctx context.Context, key, v string, ttl time.Duration) error {
	return s.rdb.Set(ctx, key, v, ttl).Err()
}
