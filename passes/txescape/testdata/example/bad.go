package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// RenameLate stores a new name. The pipeline is executed after Watch has given back its connection.
func RenameLate(ctx context.Context, rdb *redis.Client, user, name string) error {
	var pipe redis.Pipeliner
	err := rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Exists(ctx, user).Result()
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrNoUser
		}
		pipe = tx.TxPipeline()
		return nil
	}, user)
	if err != nil {
		return err
	}
	pipe.HSet(ctx, user, "name", name)
	_, err = pipe.Exec(ctx)
	return err
}
