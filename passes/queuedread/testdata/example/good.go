package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// CountVisit counts a visit and returns the number of visits so far.
func CountVisit(ctx context.Context, rdb *redis.Client, page string) (int64, error) {
	pipe := rdb.Pipeline()
	visits := pipe.Incr(ctx, "visits:"+page)
	pipe.SAdd(ctx, "pages", page)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	return visits.Val(), nil
}
