package blockforever

import (
	"context"
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

const blockMillis = 2000

func absent(ctx context.Context, rdb redis.Cmdable, key, id string) {
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "0"}})    // want `XRead without Block waits for ever; a deadline of ctx does not end it`
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key}, ID: id}) // want `XRead without Block waits for ever`
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{                       // want `XReadGroup without Block waits for ever`
		Group: "g", Consumer: "c", Streams: []string{key, ">"}, Count: 10,
	})
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{key, id}}) // want `XReadGroup without Block`
}

func bareNumber(ctx context.Context, rdb *redis.Client, key string, ms int) {
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: "g", Consumer: "c", Streams: []string{key, ">"},
		Block: 5000, // want `Block of XReadGroupArgs is 5us, which is cut to BLOCK 0; it waits for ever`
	})
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: blockMillis})            // want `Block of XReadArgs is 2us`
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: 500 * time.Microsecond}) // want `Block of XReadArgs is 500us`
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: time.Duration(ms)})      // want `time\.Duration\(ms\) counts nanoseconds as Block of XReadArgs`
}

func assignedWithoutUnit(ctx context.Context, rdb *redis.Client, key string) {
	args := &redis.XReadArgs{Streams: []string{key, "$"}}
	args.Block = 1000 // want `Block of XReadArgs is 1us`
	rdb.XRead(ctx, args)
}

func inVariable(ctx context.Context, rdb *redis.Client, key string) {
	args := &redis.XReadArgs{Streams: []string{key, "0"}, Count: 5} // want `XRead without Block waits for ever`
	rdb.XRead(ctx, args)
	byValue := redis.XReadGroupArgs{Group: "g", Streams: []string{key, ">"}} // want `XReadGroup without Block`
	rdb.XReadGroup(ctx, &byValue)
}

func fieldByField(ctx context.Context, rdb *redis.Client, key string) {
	var args redis.XReadArgs
	args.Streams = []string{key, "0"}
	rdb.XRead(ctx, &args) // want `XRead without Block waits for ever`
	made := new(redis.XReadArgs)
	made.Streams = []string{key, "0"}
	rdb.XRead(ctx, made) // want `XRead without Block waits for ever`
}

func read(ctx context.Context, rdb *redis.Client, key string, block time.Duration) {
	rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{key, "$"}, Block: block})
}

func throughHelper(ctx context.Context, rdb *redis.Client) {
	read(ctx, rdb, "s", 3000) // want `Block of XReadArgs through read is 3us`
}

func readArgs(key string) *redis.XReadArgs {
	return &redis.XReadArgs{Streams: []string{key, "$"}} // want `XRead without Block waits for ever`
}

func argsFromHelper(ctx context.Context, rdb *redis.Client) { rdb.XRead(ctx, readArgs("s")) }

func inLoop(ctx context.Context, rdb *redis.ClusterClient) error {
	for {
		res, err := rdb.XRead(ctx, &redis.XReadArgs{Streams: []string{"s", "$"}}).Result() // want `XRead without Block`
		if err != nil {
			return err
		}
		_ = res
	}
}

func onVersion8(ctx context.Context, rdb *v8.Client) {
	rdb.XRead(ctx, &v8.XReadArgs{Streams: []string{"s", "0"}}) // want `XRead without Block waits for ever`
}
