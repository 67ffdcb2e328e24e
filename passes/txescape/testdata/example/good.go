package example

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// ErrNoUser says that there is no such user.
var ErrNoUser = errors.New("no such user")

// Rename stores a new name.
func Rename(ctx context.Context, rdb *redis.Client, user, name string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Exists(ctx, user).Result()
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrNoUser
		}
		pipe := tx.TxPipeline()
		pipe.HSet(ctx, user, "name", name)
		_, err = pipe.Exec(ctx)
		return err
	}, user)
}
