package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// MoveForever changes the page of a session. SET takes the expiry away that Login gave it.
func MoveForever(ctx context.Context, rdb *redis.Client, id, page string) error {
	return rdb.Set(ctx, "session:"+id, page, 0).Err()
}
