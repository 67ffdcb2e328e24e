// Package guide holds the examples of docs/guide.md: go generate ./analyzer copies them into the page. The test of this module runs them;
// a test in package passes looks for the findings that the page names, and for no others.
package guide

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// VisitInTwoSteps counts a visit of a page.
func VisitInTwoSteps(ctx context.Context, rdb *redis.Client, page string) error {
	n, err := rdb.Get(ctx, "visits:"+page).Int64()
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	return rdb.Set(ctx, "visits:"+page, n+1, 0).Err()
}

// Visit counts a visit of a page and returns how many there were.
func Visit(ctx context.Context, rdb *redis.Client, page string) (int64, error) {
	return rdb.Incr(ctx, "visits:"+page).Result()
}

// Redeem gives out what a token is worth, once.
func Redeem(ctx context.Context, rdb *redis.Client, token string) (string, error) {
	worth, err := rdb.GetDel(ctx, "token:"+token).Result()
	if errors.Is(err, redis.Nil) {
		return "", errors.New("no such token, or it is used")
	}
	return worth, err
}

// FirstToday reports whether a user is here for the first time in 24 hours.
func FirstToday(ctx context.Context, rdb *redis.Client, user string) (bool, error) {
	err := rdb.SetArgs(ctx, "seen:"+user, "1", redis.SetArgs{Mode: "NX", TTL: 24 * time.Hour}).Err()
	if errors.Is(err, redis.Nil) { // the key is there already
		return false, nil
	}
	return err == nil, err
}
