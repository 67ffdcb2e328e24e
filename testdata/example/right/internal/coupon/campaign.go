package coupon

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/shop/internal/store"
)

const flushEvery = 500

// Import loads the codes of a campaign.
func (s *Service) Import(ctx context.Context, campaign string, codes []string) error {
	pipe := s.db.Pipeline()
	for i, code := range codes {
		pipe.RPush(ctx, store.CodesKey(campaign), code)
		if (i+1)%flushEvery == 0 {
			if _, err := pipe.Exec(ctx); err != nil {
				return fmt.Errorf("import into %s: %w", campaign, err)
			}
		}
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return fmt.Errorf("import into %s: %w", campaign, err)
	}
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
	pipe.Exec(ctx) // each command is asked for its own error below
	var p Page
	var err error
	if p.Title, err = title.Result(); err != nil {
		return Page{}, fmt.Errorf("title of %s: %w", campaign, err)
	}
	if p.Banner, err = banner.Result(); err != nil && !errors.Is(err, redis.Nil) {
		return Page{}, fmt.Errorf("banner of %s: %w", campaign, err)
	}
	if p.Left, err = left.Result(); err != nil {
		return Page{}, fmt.Errorf("codes of %s: %w", campaign, err)
	}
	return p, nil
}

// Announce stores the teaser of a campaign for half an hour.
func (s *Service) Announce(ctx context.Context, campaign, teaser string) error {
	return s.db.Set(ctx, "teaser:"+campaign, teaser, 30*time.Minute).Err()
}

// Close ends a campaign: it is marked closed, and its codes are deleted unless they are kept for the books.
func (s *Service) Close(ctx context.Context, campaign string, keep bool) error {
	pipe := s.db.Pipeline()
	pipe.HSet(ctx, "campaign:"+campaign, "closed", time.Now().Unix())
	if !keep {
		pipe.Del(ctx, store.CodesKey(campaign))
	}
	_, err := pipe.Exec(ctx)
	return err
}

// Campaigns lists the campaigns for the back office. Each master has its own part of the keys.
func (s *Service) Campaigns(ctx context.Context) ([]string, error) {
	var mu sync.Mutex
	var all []string
	err := s.db.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		it := node.Scan(ctx, 0, "campaign:*", 100).Iterator()
		for it.Next(ctx) {
			mu.Lock()
			all = append(all, it.Val())
			mu.Unlock()
		}
		return it.Err()
	})
	return all, err
}
