package panicmethod

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func methodValue(ctx context.Context, rdb *redis.Client, onExit func(func(context.Context) *redis.StatusCmd)) {
	onExit(rdb.Quit) // want `Quit is not implemented and panics; Close gives the connections back`
}

func methodValueOfClose(rdb *redis.Client, onExit func(func() error)) { onExit(rdb.Close) }
