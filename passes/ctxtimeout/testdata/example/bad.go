package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// PatientShop answers from a client that does not look at deadlines.
type PatientShop struct{ rdb *redis.Client }

// OpenPatient opens a shop.
func OpenPatient(address string, dial Dial) *PatientShop {
	return &PatientShop{redis.NewClient(&redis.Options{Addr: address, Dialer: dial})}
}

// Price returns a price within 50 milliseconds, or so it seems.
func (s *PatientShop) Price(ctx context.Context, item string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	return s.rdb.Get(ctx, "price:"+item).Result()
}
