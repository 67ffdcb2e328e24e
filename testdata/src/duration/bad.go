package duration

import (
	"context"
	"flag"
	"math/rand"
	"strconv"
	"time"

	"example.com/redisvettest/duration/wrap"

	"github.com/redis/go-redis/v9"
)

const (
	ttlSeconds   = 3600
	dayInSeconds = 24 * 60 * 60
	typedTTL     = time.Duration(60)
)

var packageTTL time.Duration = 90

func literal(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Set(ctx, key, "v", 3600).Err() // want `3600 is 3\.6us as expiration of Set; a bare number counts nanoseconds`
}

func namedConstant(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, "v", ttlSeconds)      // want `ttlSeconds is 3\.6us as expiration of Set`
	rdb.Expire(ctx, key, dayInSeconds)      // want `dayInSeconds is 86\.4us as expiration of Expire`
	rdb.SetNX(ctx, key, "v", typedTTL)      // want `typedTTL is 60ns as expiration of SetNX`
	rdb.SetNX(ctx, key, "v", packageTTL)    // want `packageTTL is 90ns`
	rdb.Set(ctx, key, "v", wrap.Seconds)    // want `wrap\.Seconds is 300ns`
	rdb.PExpire(ctx, key, time.Duration(5)) // want `time\.Duration\(5\) is 5ns as expiration of PExpire`
}

func oneAssignment(ctx context.Context, rdb *redis.Client, key string, long bool) {
	ttl := time.Duration(30)
	rdb.Set(ctx, key, "v", ttl) // want `ttl is 30ns`
	var other time.Duration
	if long {
		other = 600
	}
	rdb.Set(ctx, key, "v", other) // want `other is 600ns`
}

func waiting(ctx context.Context, rdb redis.Cmdable, key string) {
	rdb.BLPop(ctx, 5, key)                // want `5 is 5ns as timeout of BLPop`
	rdb.PExpire(ctx, key, 100)            // want `100 is 100ns as expiration of PExpire`
	rdb.BRPop(ctx, -1*time.Second, key)   // want `-1 \* time\.Second is negative as timeout of BRPop; the server rejects the command`
	rdb.BLPop(ctx, time.Second/2, key)    // want `time\.Second / 2 is less than BLPop can count; it is rounded up to 1s`
	rdb.BLPop(ctx, 1900*time.Millisecond) // want `1900 \* time\.Millisecond is cut to 1s; BLPop counts in steps of 1s`
}

func belowTheUnit(ctx context.Context, pipe redis.Pipeliner, key string) {
	pipe.Set(ctx, key, "v", 500*time.Microsecond)      // want `500 \* time\.Microsecond is less than Set can count; it is rounded up to 1ms`
	pipe.Expire(ctx, key, 500*time.Millisecond)        // want `less than Expire can count; it is rounded up to 1s`
	pipe.Expire(ctx, key, 1500*time.Millisecond)       // want `cut to 1s; Expire counts in steps of 1s`
	pipe.PExpire(ctx, key, 1500*time.Microsecond)      // want `cut to 1ms; PExpire counts in steps of 1ms`
	pipe.SetEx(ctx, key, "v", 2500*time.Millisecond)   // want `cut to 2s; SetEx counts`
	pipe.HExpire(ctx, key, 10*time.Millisecond, "f")   // want `less than HExpire can count`
	pipe.SetArgs(ctx, key, "v", redis.SetArgs{TTL: 9}) // want `9 is 9ns as TTL of SetArgs`
}

func conversionOfPlainNumbers(ctx context.Context, rdb *redis.Client, key string, ttl int, expireSec int64, text string) {
	rdb.Set(ctx, key, "v", time.Duration(ttl))       // want `time\.Duration\(ttl\) counts nanoseconds as expiration of Set; multiply by a unit such as time\.Second`
	rdb.Set(ctx, key, "v", time.Duration(expireSec)) // want `time\.Duration\(expireSec\) counts nanoseconds`
	rdb.Set(ctx, key, "v", time.Duration(ttl*60))    // want `counts nanoseconds`
	n, err := strconv.Atoi(text)
	if err != nil {
		return
	}
	rdb.Set(ctx, key, "v", time.Duration(n)) // want `time\.Duration\(n\) counts nanoseconds`
	d := time.Duration(ttl)
	rdb.Expire(ctx, key, d)                               // want `time\.Duration\(ttl\) counts nanoseconds as expiration of Expire`
	rdb.Set(ctx, key, "v", time.Duration(rand.Intn(300))) // want `counts nanoseconds`
	rdb.Set(ctx, key, "v", time.Duration(ttl)*60)         // want `time\.Duration\(ttl\) counts nanoseconds`
}

type config struct {
	TTL        int
	TTLMinutes int64         `json:"ttl_minutes"`
	Timeout    time.Duration // seconds
}

func configField(ctx context.Context, rdb *redis.Client, key string, cfg config) {
	rdb.Set(ctx, key, "v", time.Duration(cfg.TTL))        // want `time\.Duration\(cfg\.TTL\) counts nanoseconds`
	rdb.Set(ctx, key, "v", time.Duration(cfg.TTLMinutes)) // want `time\.Duration\(cfg\.TTLMinutes\) counts nanoseconds`
}

type settings struct{ life time.Duration }

var defaults = settings{life: 120}

func configFieldWithoutUnit(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Set(ctx, key, "v", defaults.life).Err() // want `defaults\.life is 120ns as expiration of Set`
}

var (
	ttlFlag     = flag.Int("ttl", 60, "time to live in seconds")
	timeoutFlag = flag.Duration("timeout", 30, "time-out")
)

func flags(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, "v", time.Duration(*ttlFlag)) // want `time\.Duration\(\*ttlFlag\) counts nanoseconds`
	rdb.Set(ctx, key, "v", *timeoutFlag)            // want `\*timeoutFlag is 30ns`
}

func unitLost(ctx context.Context, rdb *redis.Client, key string, d time.Duration, at time.Time) {
	rdb.Expire(ctx, key, time.Duration((10 * time.Minute).Seconds())) // want `\(10 \* time\.Minute\)\.Seconds\(\) has lost its unit as expiration of Expire; it counts nanoseconds there`
	rdb.Set(ctx, key, "v", time.Duration(d.Milliseconds()))           // want `d\.Milliseconds\(\) has lost its unit`
	secs := int(d.Seconds())
	rdb.Set(ctx, key, "v", time.Duration(secs))                        // want `secs has lost its unit`
	rdb.Set(ctx, key, "v", d/time.Second)                              // want `d / time\.Second has lost its unit`
	rdb.Set(ctx, key, "v", time.Duration(at.Unix()-time.Now().Unix())) // want `counts nanoseconds`
}

func scaledTwice(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration) {
	rdb.Set(ctx, key, "v", ttl*time.Second) // want `ttl is a duration already; multiplied by a unit it is far too long as expiration of Set`
	d := 5 * time.Minute
	rdb.Set(ctx, key, "v", d*time.Second)              // want `d is a duration already`
	rdb.Set(ctx, key, "v", wrap.TTL*time.Nanosecond*1) // a wild constant, but not twice
	rdb.Set(ctx, key, "v", time.Millisecond*d)         // want `d is a duration already`
	left := rdb.TTL(ctx, key).Val()
	rdb.Set(ctx, key, "v", left*time.Second) // want `left is a duration already`
}

func seconds(n int) time.Duration { return time.Duration(n) }

func shortTTL() time.Duration { return 60 }

func helperReturns(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, "v", shortTTL())  // want `shortTTL\(\) is 60ns`
	rdb.Set(ctx, key, "v", seconds(30)) // want `seconds\(30\) is 30ns`
}

func put(ctx context.Context, rdb redis.Cmdable, key string, ttl time.Duration) error {
	return rdb.Set(ctx, key, "v", ttl).Err()
}

func putTwice(ctx context.Context, rdb redis.Cmdable, key string, life time.Duration) error {
	return put(ctx, rdb, key, life)
}

func wrapperInThePackage(ctx context.Context, rdb *redis.Client, n int) {
	_ = put(ctx, rdb, "k", 600)                   // want `600 is 600ns as expiration of Set through put`
	_ = putTwice(ctx, rdb, "k", time.Duration(n)) // want `time\.Duration\(n\) counts nanoseconds as expiration of Set through putTwice`
}

func wrapperElsewhere(ctx context.Context, c *wrap.Cache) {
	_ = c.Put(ctx, "k", "v", 300) // want `300 is 300ns as expiration of Set through Put`
}

func options(timeoutMs int) *redis.Options {
	opt := &redis.Options{
		ReadTimeout:  3,                        // want `3 is 3ns as ReadTimeout of Options; a bare number counts nanoseconds`
		WriteTimeout: time.Duration(timeoutMs), // want `time\.Duration\(timeoutMs\) counts nanoseconds as WriteTimeout of Options`
	}
	opt.PoolTimeout = 4           // want `4 is 4ns as PoolTimeout of Options`
	opt.ConnMaxIdleTime = 300_000 // want `300_000 is 300us as ConnMaxIdleTime of Options`
	return opt
}

func otherOptions() {
	_ = redis.UniversalOptions{DialTimeout: 5}                 // want `5 is 5ns as DialTimeout of UniversalOptions`
	_ = &redis.ClusterOptions{ReadTimeout: 10}                 // want `10 is 10ns as ReadTimeout of ClusterOptions`
	_ = &redis.RingOptions{HeartbeatFrequency: 500}            // want `500 is 500ns as HeartbeatFrequency of RingOptions`
	_ = redis.FailoverOptions{ConnMaxLifetime: ttlSeconds * 2} // want `ttlSeconds \* 2 is 7\.2us as ConnMaxLifetime of FailoverOptions`
}

func clones(ctx context.Context, rdb *redis.Client, sub *redis.PubSub) {
	_ = rdb.WithTimeout(5)             // want `5 is 5ns as timeout of WithTimeout`
	_, _ = sub.ReceiveTimeout(ctx, 10) // want `10 is 10ns as timeout of ReceiveTimeout`
}

func negative(ctx context.Context, rdb *redis.Client, key string) {
	rdb.Set(ctx, key, "v", -5*time.Second)             // want `-5 \* time\.Second is negative as expiration of Set; the key is stored without expiry`
	rdb.SetNX(ctx, key, "v", -1*time.Minute)           // want `negative as expiration of SetNX; the server rejects the command`
	rdb.SetArgs(ctx, key, "v", redis.SetArgs{TTL: -1}) // want `-1 as TTL of SetArgs stores the key without expiry; the field KeepTTL keeps the old one`
	rdb.Expire(ctx, key, -1)                           // want `-1 as expiration of Expire deletes the key at once; Persist takes its expiry away`
	rdb.SetEx(ctx, key, "v", 0)                        // want `0 is not positive as expiration of SetEx; the server rejects the command`
}

func remaining(ctx context.Context, rdb *redis.Client, key string, deadline time.Time, s session) {
	rdb.Set(ctx, key, "v", time.Until(deadline)) // want `time\.Until\(deadline\) may be negative as expiration of Set; the key is then stored without expiry`
	left := s.expires.Sub(time.Now())
	rdb.Set(ctx, key, "v", left)                                          // want `left may be negative as expiration of Set`
	rdb.SetArgs(ctx, key, "v", redis.SetArgs{TTL: time.Until(s.expires)}) // want `may be negative as TTL of SetArgs`
}

type session struct{ expires time.Time }

func generic[C redis.Cmdable](ctx context.Context, rdb C, key string) error {
	return rdb.Set(ctx, key, "v", 60).Err() // want `60 is 60ns`
}

type setter interface {
	Set(ctx context.Context, key string, value any, expiration time.Duration) *redis.StatusCmd
}

func interfaceOfTheProgram(ctx context.Context, s setter, key string) error {
	return s.Set(ctx, key, "v", 60).Err() // want `60 is 60ns`
}

func inTransaction(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, "v", 10) // want `10 is 10ns`
			return nil
		})
		return err
	}, key)
}

type storage interface {
	Keep(ctx context.Context, key string, ttl time.Duration) error
}

type redisStorage struct{ rdb *redis.Client }

func (s *redisStorage) Keep(ctx context.Context, key string, ttl time.Duration) error {
	return s.rdb.Expire(ctx, key, ttl).Err()
}

var _ storage = (*redisStorage)(nil)

func throughInterface(ctx context.Context, s storage) error {
	return s.Keep(ctx, "k", 120) // want `120 is 120ns as expiration of Expire through Keep`
}

type registry map[string]string

func (r registry) GetInt(name string) int { n, _ := strconv.Atoi(r[name]); return n }

func (r registry) GetInt64(name string) int64 { return int64(len(r[name])) }

func fromRegistry(ctx context.Context, rdb *redis.Client, r registry) {
	rdb.Set(ctx, "k", "v", time.Duration(r.GetInt("life")))        // want `counts nanoseconds as expiration of Set`
	rdb.Set(ctx, "k", "v", time.Duration(r.GetInt64("cache.ttl"))) // want `counts nanoseconds as expiration of Set`
}
