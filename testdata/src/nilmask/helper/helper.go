// Package helper executes for its callers.
package helper

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ExecIgnoringNil filters misses.
func ExecIgnoringNil(ctx context.Context, p redis.Pipeliner) error {
	_, err := p.Exec(ctx)
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	return nil
}

// ExecChecked filters misses of each command.
func ExecChecked(ctx context.Context, p redis.Pipeliner) error {
	cmds, err := p.Exec(ctx)
	if err == nil || !errors.Is(err, redis.Nil) {
		return err
	}
	for _, c := range cmds {
		if err := c.Err(); err != nil && !errors.Is(err, redis.Nil) {
			return err
		}
	}
	return nil
}

// IsMiss is a predicate.
func IsMiss(err error) bool { return errors.Is(err, redis.Nil) }

// FirstErr looks at each command.
func FirstErr(cmds ...redis.Cmder) error {
	for _, c := range cmds {
		if err := c.Err(); err != nil && err != redis.Nil {
			return err
		}
	}
	return nil
}
