package optionzero

import (
	"time"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

const noRetries = 0

func literal(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{
		Addr:            addr,
		MaxRetries:      0,               // want `MaxRetries 0 of Options means 3 retries; -1 turns them off`
		ReadTimeout:     0,               // want `ReadTimeout 0 of Options means the default time-out; -1 waits without one`
		WriteTimeout:    0 * time.Second, // want `WriteTimeout 0 of Options means the default time-out`
		ConnMaxIdleTime: 0,               // want `ConnMaxIdleTime 0 of Options means the default of 30 minutes`
		DialTimeout:     -1,              // want `DialTimeout -1 of Options is negative; every attempt to connect times out at once`
	})
}

func named() *redis.Client {
	return redis.NewClient(&redis.Options{MaxRetries: noRetries}) // want `MaxRetries 0 of Options means 3 retries`
}

func oneAssignment() *redis.Client {
	retries := 0
	return redis.NewClient(&redis.Options{MaxRetries: retries}) // want `MaxRetries 0 of Options means 3 retries`
}

func assignedLater(addr string) *redis.Client {
	opt := &redis.Options{Addr: addr}
	opt.MaxRetries = 0 // want `MaxRetries 0 of Options means 3 retries`
	return redis.NewClient(opt)
}

func fieldByField(addr string) redis.UniversalClient {
	var opt redis.UniversalOptions
	opt.Addrs = []string{addr}
	opt.MaxRetries = 0 // want `MaxRetries 0 of UniversalOptions means 3 retries`
	return redis.NewUniversalClient(&opt)
}

func otherOptions() {
	_ = redis.FailoverOptions{MaxRetries: 0}       // want `MaxRetries 0 of FailoverOptions means 3 retries`
	_ = redis.RingOptions{MaxRetries: 0}           // want `MaxRetries 0 of RingOptions means 3 retries`
	_ = redis.ClusterOptions{MaxRedirects: 0}      // want `MaxRedirects 0 of ClusterOptions means the default number of redirects`
	_ = redis.UniversalOptions{MinRetryBackoff: 0} // want `MinRetryBackoff 0 of UniversalOptions means the default`
}

func connect(addr string, retries int) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, MaxRetries: retries})
}

func throughHelper() *redis.Client {
	return connect("a:1", 0) // want `MaxRetries 0 of Options through connect means 3 retries`
}

func parsed(url string) (*redis.Client, error) {
	opt, err := redis.ParseURL(url)
	if err != nil {
		return nil, err
	}
	opt.MaxRetries = 0 // want `MaxRetries 0 of Options means 3 retries`
	return redis.NewClient(opt), nil
}

func onVersion8() *v8.Client {
	return v8.NewClient(&v8.Options{MaxRetries: 0, IdleTimeout: 0}) // want `MaxRetries 0 of Options means 3 retries` `IdleTimeout 0 of Options means the default of 5 minutes`
}
