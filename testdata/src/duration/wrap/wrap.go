// Package wrap hands durations on to the library.
package wrap

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cache is a wrapper around a client.
type Cache struct{ rdb redis.UniversalClient }

// Put stores a value.
func (c *Cache) Put(ctx context.Context, key string, value any, ttl time.Duration) error {
	return c.rdb.Set(ctx, key, value, ttl).Err()
}

// TTL is a good constant, Seconds counts.
const (
	TTL     = 5 * time.Minute
	Seconds = 300
)
