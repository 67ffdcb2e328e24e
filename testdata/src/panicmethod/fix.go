package panicmethod

import (
	"context"

	v6 "github.com/go-redis/redis"
	"github.com/redis/go-redis/v9"
)

func deferred(ctx context.Context, rdb *redis.Client) error {
	defer rdb.Quit(ctx) // want `Quit is not implemented and panics; Close gives the connections back`
	return rdb.Ping(ctx).Err()
}

func statement(ctx context.Context, rdb redis.UniversalClient, old *v6.Client) {
	rdb.Quit(ctx) // want `Quit is not implemented and panics`
	old.Quit()    // want `Quit is not implemented and panics`
}
