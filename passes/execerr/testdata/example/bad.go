package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// PublishBlind stores an article and lists it. Nobody hears of it when the list is not written.
func PublishBlind(ctx context.Context, rdb *redis.Client, id, body string) {
	pipe := rdb.TxPipeline()
	pipe.HSet(ctx, "article:"+id, "body", body)
	pipe.SAdd(ctx, "articles", id)
	pipe.Exec(ctx)
}
