package keyscmd

import (
	"context"

	v6 "github.com/go-redis/redis"
	"github.com/redis/go-redis/v9"
)

const cmdKeys = "keys"

func list(ctx context.Context, rdb redis.Cmdable, pattern string) ([]string, error) {
	return rdb.Keys(ctx, pattern).Result() // want `KEYS scans the whole keyspace and blocks the server; use Scan`
}

func noPattern(ctx context.Context, rdb *redis.Client) bool {
	return len(rdb.Keys(ctx, "user:1").Val()) > 0 // want `KEYS user:1 scans the whole keyspace for one key; use Exists`
}

func flush(ctx context.Context, rdb redis.UniversalClient) {
	rdb.FlushAll(ctx)      // want `FLUSHALL deletes every key of the server, also those of other programs`
	rdb.FlushDB(ctx)       // want `FLUSHDB deletes every key of the database, also those of other programs`
	rdb.FlushDBAsync(ctx)  // want `FLUSHDB deletes`
	rdb.FlushAllAsync(ctx) // want `FLUSHALL deletes`
}

func raw(ctx context.Context, rdb *redis.Client) {
	rdb.Do(ctx, cmdKeys, "*")  // want `KEYS scans the whole keyspace`
	rdb.Do(ctx, "FLUSHDB")     // want `FLUSHDB deletes`
	rdb.Do(ctx, "KEYS", "one") // want `KEYS one scans the whole keyspace for one key`
}

func queued(ctx context.Context, rdb *redis.Client) error {
	_, err := rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Keys(ctx, "a*") // want `KEYS scans the whole keyspace`
		return nil
	})
	return err
}

var script = redis.NewScript(`for _, k in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', k) end`) // want `the script calls KEYS, which scans the whole keyspace and blocks the server`

func eval(ctx context.Context, rdb *redis.Client) {
	rdb.Eval(ctx, `return redis.pcall("flushdb")`, nil) // want `the script calls FLUSHDB, which deletes every key`
}

func eachMaster(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.ForEachMaster(ctx, func(ctx context.Context, m *redis.Client) error {
		return m.Keys(ctx, "a*").Err() // want `KEYS scans the whole keyspace`
	})
}

func onVersion6(rdb *v6.Client) {
	rdb.Keys("a*") // want `KEYS scans the whole keyspace`
}
