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

// Claim gives a user one of limit coupons.
func (s *Service) Claim(ctx context.Context, campaign, user string, limit int64) error {
	claims := store.ClaimsKey(campaign)
	pipe := s.db.Pipeline()
	taken := pipe.SCard(ctx, claims)
	mine := pipe.SIsMember(ctx, claims, user)
	if mine.Val() {
		return ErrClaimed
	}
	if taken.Val() < limit {
		pipe.SAdd(ctx, claims, user)
	}
	if err := store.Flush(ctx, pipe); err != nil {
		return fmt.Errorf("claim %s: %w", campaign, err)
	}
	return nil
}

// Take takes one coupon off the stock and returns how many are left.
func (s *Service) Take(ctx context.Context, campaign string) (int, error) {
	left, err := s.db.Get(ctx, store.RemainingKey(campaign)).Int()
	if err != nil {
		return 0, err
	}
	if left <= 0 {
		return 0, ErrSoldOut
	}
	left--
	if err := s.db.Set(ctx, store.RemainingKey(campaign), left, 0).Err(); err != nil {
		return 0, err
	}
	return left, nil
}

// Record books a claim: the stock and the user's record change together.
func (s *Service) Record(ctx context.Context, campaign, user string) error {
	_, err := s.db.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.Decr(ctx, "coupon:remaining:"+campaign)
		pipe.HSet(ctx, "coupon:claim:"+user, "campaign", campaign)
		return nil
	})
	return err
}

// Refund gives a coupon back and returns the code that the user had.
func (s *Service) Refund(ctx context.Context, campaign, user string) (string, error) {
	used := "coupon:used:{" + campaign + "}"
	pipe := s.db.TxPipeline()
	code := pipe.HGet(ctx, used, user)
	pipe.HDel(ctx, used, user)
	pipe.HIncrBy(ctx, used, "refunds", 1)
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("refund %s: %w", campaign, err)
	}
	return code.Val(), nil
}
