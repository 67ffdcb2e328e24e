package example

import (
	"context"
	"encoding/json"

	"github.com/redis/go-redis/v9"
)

// SaveJSON stores an order as JSON and its state as a string.
func SaveJSON(ctx context.Context, rdb *redis.Client, o Order) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := rdb.Set(ctx, "order:"+o.ID, text, 0).Err(); err != nil {
		return err
	}
	return rdb.HSet(ctx, "orders", o.ID, string(o.State)).Err()
}
