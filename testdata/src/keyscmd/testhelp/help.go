// Package testhelp makes clients for tests.
package testhelp

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"
)

// Client returns a client of an empty database.
func Client(t *testing.T) *redis.Client {
	rdb := redis.NewClient(&redis.Options{DB: 9})
	t.Cleanup(func() { rdb.FlushDB(context.Background()) })
	return rdb
}
