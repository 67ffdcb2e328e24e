package lostupdate

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func fieldOfStructFromOtherPackage(ctx context.Context, rdb *redis.Client) error {
	a, err := wrapped.LoadAccount(ctx, rdb, "account")
	if err != nil {
		return err
	}
	a.Cents -= 100
	return wrapped.SaveAccount(ctx, rdb, "account", a) // want `"account" is read by LoadAccount and written back by SaveAccount; an update in between is lost, use Watch or a script`
}

func genericFromOtherPackage(ctx context.Context, rdb *redis.Client) error {
	a, err := wrapped.Load[wrapped.Account](ctx, rdb, "account")
	if err != nil {
		return err
	}
	a.Cents -= 100
	return wrapped.Save(ctx, rdb, "account", a) // want `"account" is read by Load and written back by Save; an update in between is lost, use Watch or a script`
}

func copiedToAnotherKey(ctx context.Context, rdb *redis.Client) error {
	a, err := wrapped.LoadAccount(ctx, rdb, "account")
	if err != nil {
		return err
	}
	a.Owner = "archive"
	return wrapped.SaveAccount(ctx, rdb, "archive", a)
}
