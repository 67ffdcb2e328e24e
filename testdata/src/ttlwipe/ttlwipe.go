// Package ttlwipe has the situations of the check ttlwipe.
package ttlwipe

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func login(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Set(ctx, "session:"+id, "/", time.Hour).Err()
}

func badSet(ctx context.Context, rdb *redis.Client, user string) error {
	return rdb.Set(ctx, "session:"+user, "/home", 0).Err() // want `Set takes away the expiry that this key gets elsewhere; redis.KeepTTL keeps it`
}

func badSameFunction(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Set(ctx, "once:"+key, "v1", time.Hour).Err(); err != nil {
		return err
	}
	return rdb.Set(ctx, "once:"+key, "v2", 0).Err() // want `Set takes away the expiry`
}

func badGetSet(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.GetSet(ctx, "session:"+id, "/home").Err() // want `GetSet takes away the expiry`
}

func goodKeep(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Set(ctx, "session:"+id, "/home", redis.KeepTTL).Err()
}

func goodMended(ctx context.Context, rdb *redis.Client, id string) error {
	pipe := rdb.TxPipeline()
	pipe.Set(ctx, "session:"+id, "/home", 0)
	pipe.Expire(ctx, "session:"+id, time.Hour)
	_, err := pipe.Exec(ctx)
	return err
}

func goodNeverExpires(ctx context.Context, rdb *redis.Client, id string) error {
	return rdb.Set(ctx, "user:"+id, "x", 0).Err()
}

func goodUnknownKey(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Expire(ctx, key, time.Hour).Err(); err != nil {
		return err
	}
	return nil
}

func goodOtherUnknownKey(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Set(ctx, key, 1, 0).Err()
}
