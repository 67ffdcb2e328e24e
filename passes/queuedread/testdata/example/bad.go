package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// CountVisitEarly counts a visit and returns the number of visits so far, or so it seems.
func CountVisitEarly(ctx context.Context, rdb *redis.Client, page string) (int64, error) {
	pipe := rdb.Pipeline()
	visits := pipe.Incr(ctx, "visits:"+page).Val() // nothing was sent yet: always 0
	pipe.SAdd(ctx, "pages", page)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	return visits, nil
}
