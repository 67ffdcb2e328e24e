package example

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Publish stores an article and lists it.
func Publish(ctx context.Context, rdb *redis.Client, id, body string) error {
	pipe := rdb.TxPipeline()
	pipe.HSet(ctx, "article:"+id, "body", body)
	pipe.SAdd(ctx, "articles", id)
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("publish %s: %w", id, err)
	}
	return nil
}
