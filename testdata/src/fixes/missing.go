package fixes

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

func missing(ctx context.Context, rdb *redis.Client) (string, error) {
	s, err := rdb.Get(ctx, "k").Result()
	if err == redis.Nil { // want `err`
		return "", nil
	}
	if err == redis.TxFailedErr { // want `err`
		return "", fmt.Errorf("conflict: %w", err)
	}
	return s, err
}
