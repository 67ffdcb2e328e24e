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
