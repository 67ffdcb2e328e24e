// Package wrap hands values on to the library.
package wrap

import (
	"context"
	"encoding/json"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cache is a wrapper around a client.
type Cache struct{ rdb redis.UniversalClient }

// Put stores a value as it is.
func (c *Cache) Put(ctx context.Context, key string, value any, ttl time.Duration) error {
	return c.rdb.Set(ctx, key, value, ttl).Err()
}

// PutJSON stores a value as JSON.
func (c *Cache) PutJSON(ctx context.Context, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return c.rdb.Set(ctx, key, text, 0).Err()
}

// Add adds members.
func (c *Cache) Add(ctx context.Context, key string, members ...any) error {
	return c.rdb.SAdd(ctx, key, members...).Err()
}
