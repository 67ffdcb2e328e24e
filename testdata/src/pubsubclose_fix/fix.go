// Package pubsubclose_fix has the fixes of the check pubsubclose.
package pubsubclose_fix

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func never(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	// the first message
	_, err := sub.ReceiveMessage(ctx)
	return err
}

func inBranch(ctx context.Context, rdb *redis.Client, on bool) error {
	if on {
		sub := rdb.PSubscribe( // want `PubSub sub is never closed`
			ctx,
			"news.*",
		)
		_, err := sub.ReceiveMessage(ctx)
		return err
	}
	return nil
}

func channelGivenAway(ctx context.Context, rdb *redis.Client) <-chan *redis.Message {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	return sub.Channel()
}

func inLoop(ctx context.Context, rdb *redis.Client) error {
	for range 3 {
		sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
		if _, err := sub.Receive(ctx); err != nil {
			return err
		}
	}
	return nil
}

func closedElsewhere(ctx context.Context, rdb *redis.Client) error {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is not closed on all paths`
	if _, err := sub.Receive(ctx); err != nil {
		return err
	}
	return sub.Close()
}

func goroutine(ctx context.Context, rdb *redis.Client) {
	sub := rdb.Subscribe(ctx, "events") // want `PubSub sub is never closed`
	go func() {
		_, _ = sub.ReceiveMessage(ctx)
	}()
}

func inInit(ctx context.Context, rdb *redis.Client) error {
	if sub := rdb.Subscribe(ctx, "events"); ctx != nil { // want `PubSub sub is never closed`
		_, err := sub.Receive(ctx)
		return err
	}
	return nil
}

func field(ctx context.Context, rdb *redis.Client) error {
	var s struct{ sub *redis.PubSub }
	s.sub = rdb.Subscribe(ctx, "events") // want `PubSub s.sub is never closed`
	_, err := s.sub.Receive(ctx)
	return err
}
