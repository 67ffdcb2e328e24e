package old

import (
	"context"
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	v8 "github.com/go-redis/redis/v8"
)

func badOnVersion8(ctx context.Context, rdb *v8.Client) {
	rdb.Set(ctx, "k", "v", 60)                  // want `60 is 60ns`
	rdb.Expire(ctx, "k", 1500*time.Millisecond) // want `cut to 1s`
	_ = v8.Options{IdleTimeout: 300}            // want `300 is 300ns as IdleTimeout of Options`
}

func badOnVersion7(rdb *v7.Client) {
	rdb.Set("k", "v", 60) // want `60 is 60ns`
}

func badOnVersion6(rdb v6.Cmdable) {
	rdb.Set("k", "v", 60)          // want `60 is 60ns`
	rdb.SetNX("k", "v", -1)        // want `-1 is negative as .* of SetNX; the server rejects the command`
	_ = v6.Options{ReadTimeout: 3} // want `3 is 3ns`
}

func goodOnVersion6(rdb *v6.Client) {
	rdb.Set("k", "v", -1) // no KEEPTTL there: as 0
	rdb.Set("k", "v", time.Minute)
}
