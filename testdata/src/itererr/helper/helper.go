// Package helper works with iterators.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Check reads the error.
func Check(it *redis.ScanIterator) error { return it.Err() }

// Collect leaves the error to its caller.
func Collect(ctx context.Context, it *redis.ScanIterator) []string {
	var out []string
	for it.Next(ctx) {
		out = append(out, it.Val())
	}
	return out
}
