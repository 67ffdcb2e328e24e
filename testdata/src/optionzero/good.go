package optionzero

import (
	"time"

	v6 "github.com/go-redis/redis"
	v7 "github.com/go-redis/redis/v7"
	"github.com/redis/go-redis/v9"
)

type config struct{ Retries int }

func offAndOn(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:            addr,
		DB:              0,
		PoolSize:        0,
		MinIdleConns:    0,
		ConnMaxLifetime: 0,
		MaxRetries:      -1,
		ReadTimeout:     -1,
		DialTimeout:     5 * time.Second,
	})
}

func fromConfig(cfg config) *redis.Client {
	opt := &redis.Options{MaxRetries: cfg.Retries}
	return redis.NewClient(opt)
}

func clusterRetries() *redis.ClusterClient {
	return redis.NewClusterClient(&redis.ClusterOptions{MaxRetries: 0}) // none: MaxRedirects repeats there
}

func decided(fast bool) *redis.Client {
	retries := 0
	if fast {
		retries = 2
	}
	return redis.NewClient(&redis.Options{MaxRetries: retries})
}

func comparedOnly(opt *redis.Options) bool { return opt.MaxRetries == 0 }

func otherType() { _ = struct{ MaxRetries int }{MaxRetries: 0} }

func oldVersions() {
	_ = v6.Options{MaxRetries: 0}
	_ = v7.Options{MaxRetries: 0}
}
