package duration

import (
	"context"
	"errors"
	"flag"
	"math/rand"
	"time"

	"example.com/redisvettest/duration/wrap"

	"github.com/redis/go-redis/v9"
)

const (
	goodTTL       = 10 * time.Minute
	secondsPerDay = 24 * 60 * 60
	secondInNanos = 1_000_000_000
)

func goodConstants(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, "v", 0)
	rdb.Set(ctx, key, "v", redis.KeepTTL)
	rdb.Set(ctx, key, "v", goodTTL)
	rdb.Set(ctx, key, "v", wrap.TTL)
	rdb.Set(ctx, key, "v", 60*time.Second)
	rdb.Set(ctx, key, "v", secondsPerDay*time.Second)
	rdb.Set(ctx, key, "v", time.Minute+30*time.Second)
	rdb.Set(ctx, key, "v", 1500*time.Millisecond)
	rdb.Set(ctx, key, "v", 2*secondInNanos)
	rdb.Set(ctx, key, "v", 60*1e9)
	rdb.PExpire(ctx, key, 250*time.Millisecond)
	rdb.GetEx(ctx, key, 0)
	rdb.BLPop(ctx, 0, key)
}

func goodConversions(ctx context.Context, rdb *redis.Client, key string, ttl int, ms int64, cfg config) {
	rdb.Set(ctx, key, "v", time.Duration(ttl)*time.Second)
	rdb.Set(ctx, key, "v", time.Second*time.Duration(ttl))
	rdb.Set(ctx, key, "v", time.Duration(cfg.TTL)*time.Second)
	rdb.Set(ctx, key, "v", time.Duration(ms)*time.Millisecond)
	rdb.Set(ctx, key, "v", time.Duration(60)*time.Second)
	rdb.Set(ctx, key, "v", time.Duration(rand.Intn(300))*time.Second)
	rdb.Set(ctx, key, "v", time.Duration(ttl*int(time.Second)))
	rdb.Set(ctx, key, "v", time.Duration(float64(ttl)*float64(time.Second)))
	rdb.Set(ctx, key, "v", time.Duration(1.5*float64(goodTTL)))
	rdb.Set(ctx, key, "v", time.Duration(ms*1e6))
	d := time.Duration(ttl)
	rdb.Set(ctx, key, "v", d*time.Second)
	n := 60 * time.Duration(ttl)
	rdb.Set(ctx, key, "v", n*time.Second)
}

func secondsAsCounter(ctx context.Context, rdb *redis.Client, key string, seconds time.Duration) {
	rdb.Set(ctx, key, "v", seconds*time.Second)
}

func unitlessField(ctx context.Context, rdb *redis.Client, key string, cfg config) {
	rdb.Set(ctx, key, "v", cfg.Timeout*time.Second) // filled by a decoder, the unit is in the comment
}

func keep(ctx context.Context, rdb *redis.Client, key string, life time.Duration) {
	rdb.Set(ctx, key, "v", life*time.Hour) // its caller counts hours
}

func keepDay(ctx context.Context, rdb *redis.Client) { keep(ctx, rdb, "k", 24) }

func nanoseconds(ctx context.Context, rdb *redis.Client, key string, start time.Time, ttlNanos int64, d time.Duration, seconds int64) {
	rdb.Set(ctx, key, "v", time.Duration(time.Now().UnixNano()-start.UnixNano()))
	rdb.Set(ctx, key, "v", time.Duration(ttlNanos))
	rdb.Set(ctx, key, "v", time.Duration(d.Nanoseconds()))
	rdb.Set(ctx, key, "v", time.Duration(rand.Int63n(int64(time.Minute))))
	n := seconds * int64(time.Second)
	rdb.Set(ctx, key, "v", time.Duration(n))
	half := int64(d) / 2
	rdb.Set(ctx, key, "v", time.Duration(half))
	rdb.Set(ctx, key, "v", d+time.Duration(rand.Int63n(int64(d/10))))
}

func byNanos(ctx context.Context, rdb *redis.Client, key string, ttl int64) {
	rdb.Set(ctx, key, "v", time.Duration(ttl))
}

func callByNanos(ctx context.Context, rdb *redis.Client) {
	byNanos(ctx, rdb, "k", int64(5*time.Minute))
}

type stored struct{ ttl int64 }

func newStored(d time.Duration) stored { return stored{ttl: int64(d)} }

func storedNanos(ctx context.Context, rdb *redis.Client, s stored) {
	rdb.Set(ctx, "k", "v", time.Duration(s.ttl))
}

func unknownCount(ctx context.Context, rdb *redis.Client, key string, v int64) {
	rdb.Set(ctx, key, "v", time.Duration(v))
}

var goodFlag = flag.Duration("life", time.Minute, "life of an entry")

func goodFlags(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, "v", *goodFlag)
	rdb.Set(ctx, key, "v", time.Duration(*ttlFlag)*time.Second)
}

func roundTrip(ctx context.Context, rdb *redis.Client, key string, d time.Duration) {
	rdb.Set(ctx, key, "v", time.Duration(d.Seconds())*time.Second)
	rdb.Set(ctx, key, "v", d.Round(time.Second))
	rdb.Set(ctx, key, "v", d/2)
	rdb.Set(ctx, key, "v", 2*d)
}

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

func goodHelpers(ctx context.Context, rdb *redis.Client, c *wrap.Cache) {
	rdb.Set(ctx, "k", "v", minutes(5))
	_ = put(ctx, rdb, "k", time.Minute)
	_ = put(ctx, rdb, "k", 0)
	_ = c.Put(ctx, "k", "v", wrap.TTL)
}

func goodOptions() *redis.Options {
	return &redis.Options{
		ReadTimeout:     -1,
		WriteTimeout:    -2,
		MinRetryBackoff: -1,
		DialTimeout:     500 * time.Microsecond,
		PoolTimeout:     4 * time.Second,
		ConnMaxIdleTime: 5 * time.Minute,
	}
}

var errExpired = errors.New("expired")

func testedRemainder(ctx context.Context, rdb *redis.Client, key string, deadline time.Time, s session) error {
	left := time.Until(deadline)
	if left <= 0 {
		return errExpired
	}
	rdb.Set(ctx, key, "v", left)
	if time.Now().After(s.expires) {
		return errExpired
	}
	rdb.Set(ctx, key, "v", time.Until(s.expires))
	rdb.SetNX(ctx, key, "v", time.Until(deadline))
	return nil
}

func futureDeadline(ctx context.Context, rdb *redis.Client, key string) {
	midnight := time.Now().Truncate(24 * time.Hour).Add(24 * time.Hour)
	rdb.Set(ctx, key, "v", time.Until(midnight))
}

func clampedRemainder(ctx context.Context, rdb *redis.Client, key string, deadline time.Time) {
	left := max(time.Until(deadline), time.Second)
	rdb.Set(ctx, key, "v", left)
}

func reassigned(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) {
	if ttl == 0 {
		ttl = goodTTL
	}
	rdb.Set(ctx, key, "v", ttl)
}

func shadowed(ctx context.Context, rdb *redis.Client, key string) {
	ttl := 60
	{
		ttl := time.Minute
		rdb.Set(ctx, key, "v", ttl)
	}
	_ = ttl
}

type fakeStore struct{}

func (fakeStore) Set(key string, ttl time.Duration) {}

func otherLibrary(s fakeStore) { s.Set("k", 60) }

// Put counts in seconds, as its callers elsewhere know.
func Put(ctx context.Context, rdb *redis.Client, key string, expiration time.Duration) error {
	return rdb.Set(ctx, key, "v", expiration*time.Second).Err()
}

func goodRegistry(ctx context.Context, rdb *redis.Client, r registry) {
	rdb.Set(ctx, "k", "v", time.Duration(r.GetInt("ttl"))*time.Second)
	rdb.Set(ctx, "k", "v", time.Duration(r.GetInt64("size")))
	rdb.Set(ctx, "k", "v", time.Duration(r.GetInt64("ttl_ns")))
}

// ownDuration is a duration that decodes itself from text.
type ownDuration time.Duration

type ownSettings struct{ ReadTimeout ownDuration }

func conversionOfOwnType(s ownSettings) *redis.Options {
	return &redis.Options{ReadTimeout: time.Duration(s.ReadTimeout)}
}
