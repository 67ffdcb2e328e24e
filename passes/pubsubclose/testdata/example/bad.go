package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// NextLeaky waits for the next message of a channel. Each call leaves a connection open.
func NextLeaky(ctx context.Context, rdb *redis.Client, channel string) (string, error) {
	sub := rdb.Subscribe(ctx, channel)
	msg, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return msg.Payload, nil
}
