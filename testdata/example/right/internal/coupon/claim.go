// Package coupon hands out a limited number of coupons, one to a user.
package coupon

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"

	"example.com/shop/internal/store"
)

// Why a user gets no coupon.
var (
	ErrSoldOut = errors.New("coupon: sold out")
	ErrClaimed = errors.New("coupon: already claimed")
)

// Service is the coupon service.
type Service struct {
	db *store.Store
}

// New returns the service on a store.
func New(db *store.Store) *Service { return &Service{db: db} }

// claim adds a user to the claims of a campaign: 1 if there was room, 0 if it is sold out, -1 if the user is in there already.
var claim = redis.NewScript(`
if redis.call("SISMEMBER", KEYS[1], ARGV[1]) == 1 then
	return -1
end
if redis.call("SCARD", KEYS[1]) >= tonumber(ARGV[2]) then
	return 0
end
return redis.call("SADD", KEYS[1], ARGV[1])
`)

// Claim gives a user one of limit coupons.
func (s *Service) Claim(ctx context.Context, campaign, user string, limit int64) error {
	n, err := claim.Run(ctx, s.db, []string{store.ClaimsKey(campaign)}, user, limit).Int()
	if err != nil {
		return fmt.Errorf("claim %s: %w", campaign, err)
	}
	switch n {
	case -1:
		return ErrClaimed
	case 0:
		return ErrSoldOut
	}
	return nil
}

// take takes one off a counter unless it is empty, and returns what is left, or -1.
var take = redis.NewScript(`
if tonumber(redis.call("GET", KEYS[1]) or "0") <= 0 then
	return -1
end
return redis.call("DECR", KEYS[1])
`)

// Take takes one coupon off the stock and returns how many are left.
func (s *Service) Take(ctx context.Context, campaign string) (int, error) {
	left, err := take.Run(ctx, s.db, []string{store.RemainingKey(campaign)}).Int()
	if err != nil {
		return 0, err
	}
	if left < 0 {
		return 0, ErrSoldOut
	}
	return left, nil
}

// Record books a claim: the stock and the campaign's record of the user change together.
func (s *Service) Record(ctx context.Context, campaign, user string) error {
	_, err := s.db.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Decr(ctx, "coupon:remaining:{"+campaign+"}")
		pipe.HSet(ctx, "coupon:claim:{"+campaign+"}:"+user, "campaign", campaign)
		return nil
	})
	return err
}

// Refund gives a coupon back and returns the code that the user had, "" for none.
func (s *Service) Refund(ctx context.Context, campaign, user string) (string, error) {
	used := "coupon:used:{" + campaign + "}"
	pipe := s.db.Pipeline()
	code := pipe.HGet(ctx, used, user)
	gone := pipe.HDel(ctx, used, user)
	count := pipe.HIncrBy(ctx, used, "refunds", 1)
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("refund %s: %w", campaign, err)
	}
	// The batch's error may be that of a missing code; what failed after it is only known to its own command.
	for _, cmd := range []redis.Cmder{gone, count} {
		if err := cmd.Err(); err != nil {
			return "", fmt.Errorf("refund %s: %w", campaign, err)
		}
	}
	had, err := code.Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("refund %s: %w", campaign, err)
	}
	return had, nil
}
