package blockforever

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func explicitZero(ctx context.Context, rdb *redis.Client, key string) {
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: 0})
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Streams: []string{key, ">"}, Block: 0})
}

func withUnit(ctx context.Context, rdb *redis.Client, key string, ms int, d time.Duration) {
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: 5 * time.Second})
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: -1})
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: time.Duration(ms) * time.Millisecond})
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: d})
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: 2_000_000_000})
}

func explicitIDs(ctx context.Context, rdb *redis.Client, key string) {
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{key, "0"}})
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"a", "b", "0", "0-0"}})
}

func assignedLater(ctx context.Context, rdb *redis.Client, key string, wait bool) {
	args := &redis.XReadArgs{Streams: []string{key, "0"}}
	if wait {
		args.Block = time.Second
	} else {
		args.Block = -1
	}
	rdb.XRead(ctx, args)
}

func setBlock(a *redis.XReadArgs) { a.Block = -1 }

func setByHelper(ctx context.Context, rdb *redis.Client, key string) {
	args := &redis.XReadArgs{Streams: []string{key, "0"}}
	setBlock(args)
	rdb.XRead(ctx, args)
}

func fromCaller(ctx context.Context, rdb *redis.Client, args *redis.XReadArgs) { rdb.XRead(ctx, args) }

func otherArgs(ctx context.Context, rdb *redis.Client) {
	rdb.XAutoClaim(ctx, &redis.XAutoClaimArgs{Stream: "s", Group: "g", MinIdle: time.Minute})
	rdb.BLPop(ctx, 0, "k")
}
