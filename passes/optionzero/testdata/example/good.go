package example

import "github.com/redis/go-redis/v9"

// NewOnce connects a client that does not repeat its commands.
func NewOnce(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
}
