// Package itererr has the situations of the check itererr.
package itererr

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/itererr/helper"
)

func badReturnsNothing(ctx context.Context, rdb *redis.Client) {
	it := rdb.HScan(ctx, "h", 0, "", 100).Iterator()
	for it.Next(ctx) { // want `it.Next ends at errors, too, and it.Err is never read after it; half a scan looks whole`
		log.Print(it.Val())
	}
}

func badErrInside(ctx context.Context, rdb redis.UniversalClient) []string {
	var keys []string
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) { // want `it.Next ends at errors`
		if it.Err() != nil {
			return nil
		}
		keys = append(keys, it.Val())
	}
	return keys
}

func badErrBefore(ctx context.Context, rdb redis.Cmdable) []string {
	var keys []string
	it := rdb.SScan(ctx, "s", 0, "", 0).Iterator()
	if it.Err() != nil {
		return nil
	}
	for it.Next(ctx) { // want `it.Next ends at errors`
		keys = append(keys, it.Val())
	}
	return keys
}

func badNested(ctx context.Context, rdb *redis.Client, patterns []string) (n int) {
	for _, p := range patterns {
		it := rdb.Scan(ctx, 0, p, 100).Iterator()
		for it.Next(ctx) { // want `it.Next ends at errors`
			n++
		}
	}
	return n
}

func badOtherIterator(ctx context.Context, rdb *redis.Client) error {
	a := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for a.Next(ctx) { // want `a.Next ends at errors`
		log.Print(a.Val())
	}
	b := rdb.Scan(ctx, 0, "b:*", 100).Iterator()
	for b.Next(ctx) {
		log.Print(b.Val())
	}
	return b.Err()
}

func badOnNode(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.ForEachMaster(ctx, func(ctx context.Context, c *redis.Client) error {
		it := c.Scan(ctx, 0, "a:*", 100).Iterator()
		for it.Next(ctx) { // want `it.Next ends at errors`
			if err := c.Unlink(ctx, it.Val()).Err(); err != nil {
				return err
			}
		}
		return nil
	})
}

func badNot(ctx context.Context, rdb *redis.Client) {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for {
		if !it.Next(ctx) { // want `it.Next ends at errors`
			return
		}
		log.Print(it.Val())
	}
}

func badOnce(ctx context.Context, rdb *redis.Client) bool {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	if it.Next(ctx) { // want `it.Next ends at errors`
		return true
	}
	return false
}

func count(ctx context.Context, it *redis.ScanIterator) (n int) {
	for it.Next(ctx) {
		n++
	}
	return n
}

func badHelper(ctx context.Context, rdb *redis.Client) int {
	return count(ctx, rdb.Scan(ctx, 0, "a:*", 100).Iterator()) // want `error of this iterator is never read after its last element`
}

func badHelperOfOtherPackage(ctx context.Context, rdb *redis.Client) []string {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator() // want `error of this iterator is never read after its last element`
	return helper.Collect(ctx, it)
}

func badGoroutine(ctx context.Context, rdb *redis.Client, out chan<- string) {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	go func() {
		defer close(out)
		for it.Next(ctx) { // want `it.Next ends at errors`
			out <- it.Val()
		}
	}()
}

type store struct{ redis.UniversalClient }

func (s store) badEmbedded(ctx context.Context) (keys []string) {
	it := s.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) { // want `it.Next ends at errors`
		keys = append(keys, it.Val())
	}
	return
}

func goodReturned(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) {
		if err := rdb.Unlink(ctx, it.Val()).Err(); err != nil {
			return err
		}
	}
	return it.Err()
}

func goodTested(ctx context.Context, rdb *redis.Client) {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) {
		log.Print(it.Val())
	}
	if err := it.Err(); err != nil {
		log.Print(err)
	}
}

func goodDeferred(ctx context.Context, rdb *redis.Client) (err error) {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	defer func() { err = it.Err() }()
	for it.Next(ctx) {
		log.Print(it.Val())
	}
	return nil
}

func goodNot(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for {
		if !it.Next(ctx) {
			return it.Err()
		}
		log.Print(it.Val())
	}
}

func goodOtherPackage(ctx context.Context, rdb *redis.Client) ([]string, error) {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	keys := helper.Collect(ctx, it)
	return keys, helper.Check(it)
}

func goodOtherPackageChecks(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) {
		log.Print(it.Val())
	}
	return helper.Check(it)
}

func each(ctx context.Context, it *redis.ScanIterator, fn func(string)) error {
	for it.Next(ctx) {
		fn(it.Val())
	}
	return it.Err()
}

func goodHelper(ctx context.Context, rdb *redis.Client) error {
	return each(ctx, rdb.Scan(ctx, 0, "a:*", 100).Iterator(), func(s string) { log.Print(s) })
}

func Parameter(ctx context.Context, it *redis.ScanIterator) (n int) {
	for it.Next(ctx) {
		n++
	}
	return n
}

type cursor struct{ it *redis.ScanIterator }

func (c *cursor) Next(ctx context.Context) bool { return c.it.Next(ctx) }
func (c *cursor) Err() error                    { return c.it.Err() }

func goodWrapped(ctx context.Context, rdb *redis.Client) error {
	c := &cursor{it: rdb.Scan(ctx, 0, "a:*", 100).Iterator()}
	for c.Next(ctx) {
		log.Print(c.it.Val())
	}
	return c.Err()
}

func goodIteratorReturned(ctx context.Context, rdb *redis.Client) *redis.ScanIterator {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	it.Next(ctx)
	return it
}

func goodSeq(ctx context.Context, rdb *redis.Client, errp *error) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
		for it.Next(ctx) {
			if !yield(it.Val()) {
				return
			}
		}
		*errp = it.Err()
	}
}

func goodLoopThenErr(ctx context.Context, rdb *redis.Client, patterns []string) error {
	for _, p := range patterns {
		it := rdb.Scan(ctx, 0, p, 100).Iterator()
		for it.Next(ctx) {
			log.Print(it.Val())
		}
		if it.Err() != nil {
			return it.Err()
		}
	}
	return nil
}
