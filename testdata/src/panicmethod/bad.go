package panicmethod

import (
	"context"

	v6 "github.com/go-redis/redis"
	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func quitForItsError(ctx context.Context, rdb *redis.Client) error {
	return rdb.Quit(ctx).Err() // want `Quit is not implemented and panics; Close gives the connections back`
}

func throughInterface(ctx context.Context, rdb redis.Cmdable) {
	rdb.Quit(ctx) // want `Quit is not implemented and panics`
}

type store struct{ *redis.Client }

func embedded(s store) {
	s.Quit(context.Background()) // want `Quit is not implemented and panics`
}

func notImplemented(ctx context.Context, rdb *redis.Client, pipe redis.Pipeliner) {
	rdb.Sync(ctx)                         // want `Sync is not implemented; it panics`
	pipe.JSONDebugMemory(ctx, "k", "$.a") // want `JSONDebugMemory is not implemented; it panics`
}

func ring(ctx context.Context, r *redis.Ring) {
	_ = r.Subscribe(ctx)  // want `Subscribe of a Ring panics without a channel`
	_ = r.PSubscribe(ctx) // want `PSubscribe of a Ring panics without a channel`
}

func nilOptions() {
	_ = redis.NewClient(nil)        // want `NewClient panics when its options are nil`
	_ = redis.NewClusterClient(nil) // want `NewClusterClient panics when its options are nil`
}

func routed() *redis.Client {
	return redis.NewFailoverClient(&redis.FailoverOptions{
		MasterName:     "m",
		RouteByLatency: true, // want `NewFailoverClient panics with RouteByLatency; NewFailoverClusterClient routes`
	})
}

func oldVersions(ctx context.Context, old *v6.Client, ring *v6.Ring, r8 *v8.Client) {
	old.Sync()                      // want `Sync is not implemented; it panics`
	old.SlowLog()                   // want `SlowLog is not implemented; it panics`
	_ = ring.TxPipeline()           // want `TxPipeline of a Ring is not implemented; it panics`
	r8.MemoryUsage(ctx, "k", 1, 2)  // want `MemoryUsage panics; it takes 2 arguments at most`
	r8.BitPos(ctx, "k", 1, 0, 1, 2) // want `BitPos panics; it takes 4 arguments at most`
	r8.ZPopMax(ctx, "k", 1, 2)      // want `ZPopMax panics; it takes 2 arguments at most`
}
