package queuedread

import (
	"context"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/queuedread/helper"
)

func sliceMadeWithLength(ctx context.Context, rdb *redis.Client, ks []string) ([]string, error) {
	pipe := rdb.Pipeline()
	cmds := make([]*redis.StringCmd, len(ks))
	for i, k := range ks {
		cmds[i] = pipe.Get(ctx, k)
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.Val()) // want `result of Get is read before pipe.Exec`
	}
	_, err := pipe.Exec(ctx)
	return out, err
}

func sliceMadeWithCapacity(ctx context.Context, rdb *redis.Client, ks []string) ([]string, error) {
	pipe := rdb.Pipeline()
	cmds := make([]*redis.StringCmd, 0, len(ks))
	for _, k := range ks {
		cmds = append(cmds, pipe.Get(ctx, k))
	}
	var out []string
	for i := range cmds {
		out = append(out, cmds[i].Val()) // want `result of Get is read before pipe.Exec`
	}
	_, err := pipe.Exec(ctx)
	return out, err
}

func mapMade(ctx context.Context, rdb *redis.Client, ks []string) (map[string]string, error) {
	pipe := rdb.Pipeline()
	cmds := make(map[string]*redis.StringCmd, len(ks))
	for _, k := range ks {
		cmds[k] = pipe.Get(ctx, k)
	}
	out := map[string]string{}
	for k, c := range cmds {
		out[k] = c.Val() // want `result of Get is read before pipe.Exec`
	}
	_, err := pipe.Exec(ctx)
	return out, err
}

func madeReadAfter(ctx context.Context, rdb *redis.Client, ks []string) (map[string]string, error) {
	pipe := rdb.Pipeline()
	cmds := make([]*redis.StringCmd, len(ks))
	for i, k := range ks {
		cmds[i] = pipe.Get(ctx, k)
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i, c := range cmds {
		out[ks[i]] = c.Val()
	}
	return out, nil
}

func madeFilledElsewhere(ctx context.Context, rdb *redis.Client, ks []string, fill func([]*redis.StringCmd)) (string, error) {
	pipe := rdb.Pipeline()
	cmds := make([]*redis.StringCmd, len(ks)+1)
	for i, k := range ks {
		cmds[i] = pipe.Get(ctx, k)
	}
	fill(cmds)
	v := cmds[0].Val()
	_, err := pipe.Exec(ctx)
	return v, err
}

func otherPackageReads(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	pipe := rdb.Pipeline()
	visits := helper.Queue(ctx, pipe, key)
	n := helper.Value(visits) // want `result of Incr is read before pipe.Exec`
	_, err := pipe.Exec(ctx)
	return n, err
}

func otherPackageReadsAfter(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	pipe := rdb.Pipeline()
	visits := helper.Queue(ctx, pipe, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return 0, err
	}
	return helper.Value(visits), nil
}
