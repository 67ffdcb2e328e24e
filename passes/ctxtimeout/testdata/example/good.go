package example

import (
	"context"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

// Dial makes a connection.
type Dial = func(ctx context.Context, network, address string) (net.Conn, error)

// Shop answers from a client that looks at deadlines.
type Shop struct{ rdb *redis.Client }

// Open opens a shop.
func Open(address string, dial Dial) *Shop {
	return &Shop{redis.NewClient(&redis.Options{Addr: address, Dialer: dial, ContextTimeoutEnabled: true})}
}

// Price returns a price within 50 milliseconds.
func (s *Shop) Price(ctx context.Context, item string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	return s.rdb.Get(ctx, "price:"+item).Result()
}
