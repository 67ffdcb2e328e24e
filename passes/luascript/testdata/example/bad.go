package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// PayOneKey moves money between two accounts. The script reads KEYS[2], and the call passes one key: the money is taken and not given.
func PayOneKey(ctx context.Context, rdb *redis.Client, from, to string, amount int64) error {
	return pay.Run(ctx, rdb, []string{from}, amount, to).Err()
}
