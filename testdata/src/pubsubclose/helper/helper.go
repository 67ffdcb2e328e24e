// Package helper takes and gives subscriptions.
package helper

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"
)

// Finish closes what it is given.
func Finish(sub *redis.PubSub) {
	if err := sub.Close(); err != nil {
		log.Print(err)
	}
}

// Drain reads one message and closes nothing.
func Drain(ctx context.Context, sub *redis.PubSub) error {
	_, err := sub.ReceiveMessage(ctx)
	return err
}

// Registry keeps subscriptions.
type Registry struct{ subs []*redis.PubSub }

// Keep takes care of a subscription.
func (r *Registry) Keep(sub *redis.PubSub) { r.subs = append(r.subs, sub) }

// Bus embeds a client.
type Bus struct{ *redis.Client }

// Open subscribes for its caller.
func Open(ctx context.Context, rdb redis.UniversalClient, name string) *redis.PubSub {
	return rdb.Subscribe(ctx, name)
}
