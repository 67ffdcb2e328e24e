package guide

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// Page is what a page shows.
type Page struct {
	Visits int64
	Banner string // may be missing
	Tags   []string
}

// LoadTooEarly reads a page in one round trip.
func LoadTooEarly(ctx context.Context, rdb *redis.Client, page string) (Page, error) {
	var p Page
	_, err := rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		p.Visits = pipe.Incr(ctx, "visits:"+page).Val()
		p.Tags = pipe.SMembers(ctx, "tags:"+page).Val()
		return nil
	})
	return p, err
}

// Load reads a page in one round trip.
func Load(ctx context.Context, rdb *redis.Client, page string) (Page, error) {
	pipe := rdb.Pipeline()
	visits := pipe.Incr(ctx, "visits:"+page)
	banner := pipe.Get(ctx, "banner:"+page)
	tags := pipe.SMembers(ctx, "tags:"+page)
	// Exec returns the first error of the batch, and a missing banner is one. Each command knows its own.
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return Page{}, err
	}
	if err := banner.Err(); err != nil && !errors.Is(err, redis.Nil) {
		return Page{}, err
	}
	if err := errors.Join(visits.Err(), tags.Err()); err != nil {
		return Page{}, err
	}
	return Page{visits.Val(), banner.Val(), tags.Val()}, nil
}

// DeleteAll deletes many keys, a thousand in each round trip, so that neither side holds all of them.
func DeleteAll(ctx context.Context, rdb *redis.Client, keys []string) error {
	pipe := rdb.Pipeline()
	for i, key := range keys {
		pipe.Unlink(ctx, key)
		if pipe.Len() == 1000 || i == len(keys)-1 {
			if _, err := pipe.Exec(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}
