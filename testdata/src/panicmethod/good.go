package panicmethod

import (
	"context"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

type server struct{ done chan struct{} }

func (s *server) Quit(context.Context) { close(s.done) }
func (s *server) Sync(context.Context) {}

func closed(ctx context.Context, rdb *redis.Client, s *server) {
	defer rdb.Close()
	s.Quit(ctx)
	s.Sync(ctx)
}

func goodRing(ctx context.Context, r *redis.Ring, names []string) {
	_ = r.Subscribe(ctx, "c")
	_ = r.Subscribe(ctx, names...)
	_, _ = r.TxPipelined(ctx, func(redis.Pipeliner) error { return nil })
}

func withoutChannels(ctx context.Context, rdb *redis.Client) *redis.PubSub {
	return rdb.Subscribe(ctx) // joined later
}

func goodOptions(opt *redis.Options) {
	_ = redis.NewClient(opt)
	_ = redis.NewFailoverClient(&redis.FailoverOptions{MasterName: "m", RouteByLatency: false})
	_ = redis.NewFailoverClusterClient(&redis.FailoverOptions{MasterName: "m", RouteByLatency: true})
}

func goodCounts(ctx context.Context, r8 *v8.Client, rdb *redis.Client) {
	r8.MemoryUsage(ctx, "k", 1)
	rdb.MemoryUsage(ctx, "k", 1, 2) // an error, no panic
	rdb.SlowLogGet(ctx, 10)
}
