package example

import "github.com/redis/go-redis/v9"

// NewCounter connects a client that must not repeat its increments; it repeats each up to three times.
func NewCounter(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, MaxRetries: 0})
}
