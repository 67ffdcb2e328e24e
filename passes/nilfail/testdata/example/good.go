package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Like counts a like and returns the post's headline, "" when it has none.
func Like(ctx context.Context, rdb *redis.Client, post string) (int64, string, error) {
	pipe := rdb.TxPipeline()
	likes := pipe.Incr(ctx, "likes:"+post)
	headline := pipe.Get(ctx, "headline:"+post)
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return 0, "", err
	}
	return likes.Val(), headline.Val(), likes.Err()
}
