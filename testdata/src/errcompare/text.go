package errcompare

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func textWithFix(ctx context.Context, rdb *redis.Client, key string) error {
	err := rdb.Get(ctx, key).Err()
	if err != nil && err.Error() == "redis: nil" { // want `text of err is compared with "redis: nil"; it differs once the error is wrapped, use errors.Is with redis.Nil`
		return nil
	}
	return err
}
