// Package store wraps the client for package lostupdate.
package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store hides the client.
type Store struct {
	rdb    redis.UniversalClient
	prefix string
}

// New makes a Store.
func New(rdb redis.UniversalClient, prefix string) *Store { return &Store{rdb, prefix} }

// GetInt reads a number.
func (s *Store) GetInt(ctx context.Context, key string) (int64, error) {
	return s.rdb.Get(ctx, s.prefix+key).Int64()
}

// SetInt writes a number.
func (s *Store) SetInt(ctx context.Context, key string, n int64) error {
	return s.rdb.Set(ctx, s.prefix+key, n, 0).Err()
}

// GetJSON reads a document.
func (s *Store) GetJSON(ctx context.Context, key string, dest any) error {
	b, err := s.rdb.Get(ctx, s.prefix+key).Bytes()
	if err != nil {
		return err
	}
	return json.Unmarshal(b, dest)
}

// SetJSON writes a document.
func (s *Store) SetJSON(ctx context.Context, key string, v any, ttl time.Duration) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, s.prefix+key, b, ttl).Err()
}

// Field reads a field of a hash.
func (s *Store) Field(ctx context.Context, key, field string) (int, error) {
	return s.rdb.HGet(ctx, s.prefix+key, field).Int()
}

// SetField writes a field of a hash.
func (s *Store) SetField(ctx context.Context, key, field string, v int) error {
	return s.rdb.HSet(ctx, s.prefix+key, field, v).Err()
}

// Has reports whether a key is there.
func (s *Store) Has(ctx context.Context, key string) (bool, error) {
	n, err := s.rdb.Exists(ctx, s.prefix+key).Result()
	return n > 0, err
}
