package coupon

import (
	"context"
	"fmt"
	"time"

	"example.com/shop/internal/store"
)

const flushEvery = 500

// Import loads the codes of a campaign.
func (s *Service) Import(ctx context.Context, campaign string, codes []string) error {
	pipe := s.db.Pipeline()
	for i, code := range codes {
		pipe.RPush(ctx, store.CodesKey(campaign), code)
		if (i+1)%flushEvery == 0 {
			pipe.Exec(ctx)
		}
	}
	pipe.Exec(ctx)
	return nil
}

// Page is what the shop shows of a campaign.
type Page struct {
	Title  string
	Banner string // most campaigns have none
	Left   int64
}

// Page reads the page of a campaign in one round trip.
func (s *Service) Page(ctx context.Context, campaign string) (Page, error) {
	pipe := s.db.Pipeline()
	title := pipe.HGet(ctx, "campaign:"+campaign, "title")
	banner := pipe.HGet(ctx, "campaign:"+campaign, "banner")
	left := pipe.LLen(ctx, store.CodesKey(campaign))
	if _, err := pipe.Exec(ctx); err != nil {
		return Page{}, fmt.Errorf("page of %s: %w", campaign, err)
	}
	return Page{Title: title.Val(), Banner: banner.Val(), Left: left.Val()}, nil
}

// Announce stores the teaser of a campaign for half an hour.
func (s *Service) Announce(ctx context.Context, campaign, teaser string) error {
	return s.db.Set(ctx, "teaser:"+campaign, teaser, 1800).Err()
}

// Close ends a campaign: it is marked closed, and its codes are deleted unless they are kept for the books.
func (s *Service) Close(ctx context.Context, campaign string, keep bool) error {
	pipe := s.db.Pipeline()
	pipe.HSet(ctx, "campaign:"+campaign, "closed", time.Now().Unix())
	if keep {
		return nil
	}
	pipe.Del(ctx, store.CodesKey(campaign))
	_, err := pipe.Exec(ctx)
	return err
}

// Campaigns lists the campaigns for the back office.
func (s *Service) Campaigns(ctx context.Context) ([]string, error) {
	return s.db.Keys(ctx, "campaign:*").Result()
}
