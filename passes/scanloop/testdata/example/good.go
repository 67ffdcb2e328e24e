package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Carts lists the open carts.
func Carts(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var carts []string
	var cursor uint64
	for {
		page, next, err := rdb.Scan(ctx, cursor, "cart:*", 100).Result()
		if err != nil {
			return nil, err
		}
		carts = append(carts, page...)
		if next == 0 {
			return carts, nil
		}
		cursor = next
	}
}
