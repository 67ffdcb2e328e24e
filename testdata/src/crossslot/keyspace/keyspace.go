// Package keyspace builds keys for its importers.
package keyspace

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Reset forgets an item.
func Reset(ctx context.Context, c redis.Cmdable, sku string) error {
	return c.Del(ctx, Stock(sku)).Err()
}

// Stock is the key of the stock of an item.
func Stock(sku string) string { return "stock:" + sku }

// Sold is the key of what was sold of an item.
func Sold(sku string) string { return fmt.Sprintf("sold:%s", sku) }

// Tagged is the key of a part of an item, in the slot of the item.
func Tagged(sku, part string) string { return fmt.Sprintf("{item:%s}:%s", sku, part) }
