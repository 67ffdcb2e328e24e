package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// EchoEarly sends a message through a channel and returns what arrives. The message can be faster than the subscription.
func EchoEarly(ctx context.Context, rdb *redis.Client, channel, text string) (string, error) {
	sub := rdb.Subscribe(ctx, channel)
	defer sub.Close()
	if err := rdb.Publish(ctx, channel, text).Err(); err != nil {
		return "", err
	}
	select {
	case msg := <-sub.Channel():
		return msg.Payload, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
