package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// CartsOfOnePage lists the open carts, or so it seems: one SCAN is one page.
func CartsOfOnePage(ctx context.Context, rdb *redis.Client) ([]string, error) {
	carts, _, err := rdb.Scan(ctx, 0, "cart:*", 100).Result()
	return carts, err
}
