package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

var pay = redis.NewScript(`
redis.call('DECRBY', KEYS[1], ARGV[1])
redis.call('INCRBY', KEYS[2], ARGV[1])
return 1`)

// Pay moves money between two accounts.
func Pay(ctx context.Context, rdb *redis.Client, from, to string, amount int64) error {
	return pay.Run(ctx, rdb, []string{from, to}, amount).Err()
}
