// Package helper executes and translates for its callers.
package helper

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrNotFound is a miss.
var ErrNotFound = errors.New("not found")

// Nil is the library's.
var Nil error = redis.Nil

// Translate knows a miss.
func Translate(err error) error {
	if errors.Is(err, redis.Nil) {
		return ErrNotFound
	}
	return err
}

// Flush returns what Exec returns.
func Flush(ctx context.Context, p redis.Pipeliner) error {
	_, err := p.Exec(ctx)
	return err
}

// FlushIgnoringNil filters misses.
func FlushIgnoringNil(ctx context.Context, p redis.Pipeliner) error {
	_, err := p.Exec(ctx)
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return err
}
