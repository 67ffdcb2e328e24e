package pubsubclose

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func madeByOtherPackage(ctx context.Context, rdb *redis.Client) (string, error) {
	sub, err := wrapped.Subscribe(ctx, rdb, "news") // want `PubSub sub is never closed; its connection stays open`
	if err != nil {
		return "", err
	}
	m, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return m.Payload, nil
}

func madeByOtherPackageClosed(ctx context.Context, rdb *redis.Client) (string, error) {
	sub, err := wrapped.Subscribe(ctx, rdb, "news")
	if err != nil {
		return "", err
	}
	defer sub.Close()
	m, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return m.Payload, nil
}

func makerClosesItLater(ctx context.Context, rdb *redis.Client) (string, error) {
	sub := wrapped.SubscribeUntil(ctx, rdb, "news")
	m, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return m.Payload, nil
}

func secondTryOfOtherPackage(ctx context.Context, rdb *redis.Client) error {
	sub, err := wrapped.Subscribe(ctx, rdb, "news")
	if err != nil {
		sub, err = wrapped.Subscribe(ctx, rdb, "fallback")
	}
	if err != nil {
		return err
	}
	defer sub.Close()
	_, err = sub.ReceiveMessage(ctx)
	return err
}

func triedUntilItWorks(ctx context.Context, rdb *redis.Client) {
	for ctx.Err() == nil {
		sub, err := wrapped.Subscribe(ctx, rdb, "news")
		if err != nil {
			continue
		}
		for range sub.Channel() {
		}
		sub.Close()
	}
}
