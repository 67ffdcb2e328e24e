package lostupdate

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"
)

func fixConstant(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+5, redis.KeepTTL).Err() // want `use IncrBy`
}

func fixVariable(ctx context.Context, rdb *redis.Client, key string, amount int64) error {
	n, err := rdb.Get(ctx, key).Int64()
	if err != nil {
		return err
	}
	log.Print("before: ", n)
	if err := rdb.Set(ctx, key, n-amount, redis.KeepTTL).Err(); err != nil { // want `use DecrBy`
		return err
	}
	return nil
}

func noFixDropsTTL(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+5, 0).Err() // want `use IncrBy`
}

func noFixIntVariable(ctx context.Context, rdb *redis.Client, key string, amount int) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+amount, redis.KeepTTL).Err() // want `use IncrBy`
}

func noFixComment(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+5 /* five */, redis.KeepTTL).Err() // want `use IncrBy`
}
