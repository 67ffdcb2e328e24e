package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// State is the state of an order.
type State string

// Order is an order.
type Order struct {
	ID    string `json:"id"`
	State State  `json:"state"`
}

// Save stores an order and its state; both commands fail, the types have no encoding.
func Save(ctx context.Context, rdb *redis.Client, o Order) error {
	if err := rdb.Set(ctx, "order:"+o.ID, o, 0).Err(); err != nil {
		return err
	}
	return rdb.HSet(ctx, "orders", o.ID, o.State).Err()
}
