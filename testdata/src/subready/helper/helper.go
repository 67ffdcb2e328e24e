// Package helper waits for subscriptions.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Ready waits for the confirmation.
func Ready(ctx context.Context, sub *redis.PubSub) error {
	_, err := sub.Receive(ctx)
	return err
}
