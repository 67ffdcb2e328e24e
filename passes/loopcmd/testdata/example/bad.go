package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// ForgetOneByOne deletes sessions, with a round trip for each.
func ForgetOneByOne(ctx context.Context, rdb *redis.Client, sessions []string) error {
	for _, id := range sessions {
		if err := rdb.Del(ctx, "session:"+id).Err(); err != nil {
			return err
		}
	}
	return nil
}
