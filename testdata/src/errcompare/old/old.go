// Package old uses a version of the library without helpers for its errors.
package old

import (
	"context"
	"strings"

	"github.com/go-redis/redis/v8"
)

func textWithoutHelper(ctx context.Context, rdb *redis.Client, sha string) bool {
	err := rdb.EvalSha(ctx, sha, nil).Err()
	return err != nil && strings.HasPrefix(err.Error(), "NOSCRIPT ")
}

func textOfMiss(ctx context.Context, rdb *redis.Client) bool {
	err := rdb.Get(ctx, "a").Err()
	return err != nil && err.Error() == "redis: nil" // want `text of err is compared with "redis: nil"`
}
