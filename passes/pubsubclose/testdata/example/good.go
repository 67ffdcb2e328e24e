package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Next waits for the next message of a channel.
func Next(ctx context.Context, rdb *redis.Client, channel string) (string, error) {
	sub := rdb.Subscribe(ctx, channel)
	defer sub.Close()
	msg, err := sub.ReceiveMessage(ctx)
	if err != nil {
		return "", err
	}
	return msg.Payload, nil
}
