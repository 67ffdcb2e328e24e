// Package store wraps a client for its importers.
package store

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Store is a wrapper.
type Store struct{ Rdb redis.UniversalClient }

// Fields reads all fields.
func (s *Store) Fields(ctx context.Context, id string) (map[string]string, error) {
	return s.Rdb.HGetAll(ctx, "u:"+id).Result()
}

// Name reads one.
func (s *Store) Name(ctx context.Context, id string) (string, error) {
	return s.Rdb.HGet(ctx, "u:"+id, "name").Result()
}

// IsMiss tells a miss from a failure.
func IsMiss(err error) bool { return errors.Is(err, redis.Nil) }
