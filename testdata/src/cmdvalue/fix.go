package cmdvalue

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"
)

func fixable(ctx context.Context, rdb *redis.Client, key string) bool {
	if err := rdb.Set(ctx, key, "v", 0); err != nil { // want `err != nil compares the command of Set with nil`
		log.Println("set", err)
	}
	if rdb.Del(ctx, key) != nil { // want `compares the command of Del with nil`
		return false
	}
	res := rdb.Do(ctx, "PING")
	return res == nil // want `res == nil compares the command of Do with nil`
}
