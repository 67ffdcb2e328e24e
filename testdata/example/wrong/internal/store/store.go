// Package store opens the shop's Redis and names its keys.
package store

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store is the cluster that every service of the shop shares.
type Store struct {
	*redis.ClusterClient
}

// Open connects to the cluster.
func Open(addrs []string) *Store {
	return &Store{redis.NewClusterClient(&redis.ClusterOptions{
		Addrs:        addrs,
		ReadTimeout:  500 * time.Millisecond,
		WriteTimeout: 500 * time.Millisecond,
	})}
}

// Flush sends a batch that another package has filled.
func Flush(ctx context.Context, pipe redis.Pipeliner) error {
	_, err := pipe.Exec(ctx)
	return err
}

// RemainingKey is the number of coupons left in a campaign.
func RemainingKey(campaign string) string { return "coupon:remaining:" + campaign }

// ClaimsKey is the set of users who have claimed a coupon of a campaign.
func ClaimsKey(campaign string) string { return "coupon:claims:" + campaign }

// CodesKey is the list of unused codes of a campaign.
func CodesKey(campaign string) string { return "coupon:codes:" + campaign }
