package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// LikeFragile counts a like and returns the post's headline. A post without a headline makes it fail although the like was counted.
func LikeFragile(ctx context.Context, rdb *redis.Client, post string) (int64, string, error) {
	pipe := rdb.TxPipeline()
	likes := pipe.Incr(ctx, "likes:"+post)
	headline := pipe.Get(ctx, "headline:"+post)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, "", err
	}
	return likes.Val(), headline.Val(), nil
}
