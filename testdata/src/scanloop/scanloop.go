// Package scanloop has the situations of the check scanloop.
package scanloop

import (
	"context"
	"errors"
	"log"

	"github.com/redis/go-redis/v9"
)

func use(keys []string) {}

func badOnePage(ctx context.Context, rdb *redis.Client) ([]string, error) {
	keys, _, err := rdb.Scan(ctx, 0, "a:*", 1000).Result() // want `cursor of Scan is dropped; the pages after the first are never seen`
	return keys, err
}

func badOnePageVal(ctx context.Context, rdb redis.UniversalClient) int {
	fields, _ := rdb.HScan(ctx, "h", 0, "f*", 50).Val() // want `cursor of HScan is dropped`
	return len(fields)
}

func badOnePageEach(ctx context.Context, rdb *redis.Client, sets []string) (n int) {
	for _, s := range sets {
		cmd := rdb.SScan(ctx, s, 0, "", 50) // want `cursor of SScan is dropped`
		members, _, err := cmd.Result()
		if err != nil {
			continue
		}
		n += len(members)
	}
	return n
}

func badExists(ctx context.Context, rdb *redis.Client) bool {
	keys, _, err := rdb.Scan(ctx, 0, "a:*", 1).Result() // want `cursor of Scan is dropped`
	return err == nil && len(keys) > 0
}

func badUntilEmpty(ctx context.Context, rdb *redis.Client) error {
	for {
		keys, _, err := rdb.Scan(ctx, 0, "a:*", 100).Result() // want `Scan starts at the same cursor in every turn of the loop; it sees the first page only`
		if err != nil || len(keys) == 0 {
			return err
		}
		if err := rdb.Unlink(ctx, keys...).Err(); err != nil {
			return err
		}
	}
}

func badConstant(ctx context.Context, rdb *redis.Client) error {
	for {
		keys, next, err := rdb.Scan(ctx, 0, "a:*", 100).Result() // want `Scan starts at the same cursor in every turn of the loop`
		if err != nil {
			return err
		}
		use(keys)
		if next == 0 {
			return nil
		}
	}
}

func badShadowed(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	for {
		keys, cursor, err := rdb.Scan(ctx, cursor, "a:*", 100).Result() // want `Scan starts at the same cursor in every turn of the loop`
		if err != nil {
			return err
		}
		use(keys)
		if cursor == 0 {
			break
		}
	}
	return nil
}

func badEmptyPage(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var all []string
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result() // want `loop over Scan ends at an empty or short page; only cursor 0 is the end`
		if err != nil {
			return nil, err
		}
		if len(keys) == 0 {
			break
		}
		all = append(all, keys...)
		cursor = next
		if cursor == 0 {
			break
		}
	}
	return all, nil
}

func badEmptyOrDone(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	for {
		keys, next, err := rdb.SScan(ctx, "s", cursor, "", 100).Result() // want `loop over SScan ends at an empty or short page`
		if err != nil {
			return err
		}
		use(keys)
		if next == 0 || len(keys) == 0 {
			return nil
		}
		cursor = next
	}
}

func badShortPage(ctx context.Context, rdb *redis.Client, size int64) error {
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", size).Result() // want `loop over Scan ends at an empty or short page`
		if err != nil {
			return err
		}
		use(keys)
		if int64(len(keys)) < size {
			return nil
		}
		cursor = next
	}
}

func badShortPageConstant(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	for {
		keys, next, err := rdb.ZScan(ctx, "z", cursor, "", 100).Result() // want `loop over ZScan ends at an empty or short page`
		if err != nil {
			return err
		}
		use(keys)
		cursor = next
		if len(keys) < 100 {
			break
		}
	}
	return nil
}

func badLastPage(ctx context.Context, rdb *redis.Client) ([]string, error) {
	var all []string
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result() // want `loop over Scan ends at cursor 0 before the page is used; the last page is lost`
		if err != nil {
			return nil, err
		}
		if next == 0 {
			break
		}
		all = append(all, keys...)
		cursor = next
	}
	return all, nil
}

func badLastPageRange(ctx context.Context, rdb *redis.Client, fn func(string)) error {
	var cursor uint64
	var keys []string
	var err error
	for {
		keys, cursor, err = rdb.Scan(ctx, cursor, "a:*", 100).Result() // want `loop over Scan ends at cursor 0 before the page is used`
		if err != nil {
			return err
		}
		if cursor == 0 {
			return nil
		}
		for _, k := range keys {
			fn(k)
		}
	}
}

func badOnNodes(ctx context.Context, rdb *redis.ClusterClient) error {
	return rdb.ForEachMaster(ctx, func(ctx context.Context, c *redis.Client) error {
		keys, _, err := c.Scan(ctx, 0, "a:*", 1000).Result() // want `cursor of Scan is dropped`
		use(keys)
		return err
	})
}

func goodLoop(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return err
		}
		use(keys)
		if cursor = next; cursor == 0 {
			return nil
		}
	}
}

func goodAssigned(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	for {
		var keys []string
		var err error
		keys, cursor, err = rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return err
		}
		if len(keys) > 0 {
			use(keys)
		}
		if cursor == 0 {
			break
		}
	}
	return nil
}

func goodEmptyGoesOn(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return err
		}
		if len(keys) == 0 {
			if next == 0 {
				return nil
			}
			cursor = next
			continue
		}
		use(keys)
		if next == 0 {
			return nil
		}
		cursor = next
	}
}

func goodEmptyAtEnd(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return err
		}
		if next == 0 && len(keys) == 0 {
			return nil
		}
		use(keys)
		if next == 0 {
			return nil
		}
		cursor = next
	}
}

func goodEnough(ctx context.Context, rdb *redis.Client, limit int) ([]string, error) {
	var all []string
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return nil, err
		}
		all = append(all, keys...)
		if next == 0 || len(all) >= limit {
			return all, nil
		}
		cursor = next
	}
}

func goodFirst(ctx context.Context, rdb *redis.Client) (bool, error) {
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return false, err
		}
		if len(keys) > 0 {
			return true, nil
		}
		if next == 0 {
			return false, nil
		}
		cursor = next
	}
}

func goodForCondition(ctx context.Context, rdb *redis.Client) error {
	keys, cursor, err := rdb.Scan(ctx, 0, "a:*", 100).Result()
	for err == nil {
		use(keys)
		if cursor == 0 {
			return nil
		}
		keys, cursor, err = rdb.Scan(ctx, cursor, "a:*", 100).Result()
	}
	return err
}

func goodIterator(ctx context.Context, rdb *redis.Client) error {
	it := rdb.Scan(ctx, 0, "a:*", 100).Iterator()
	for it.Next(ctx) {
		log.Print(it.Val())
	}
	return it.Err()
}

func goodPaging(ctx context.Context, rdb *redis.Client, cursor uint64) ([]string, uint64, error) {
	return rdb.Scan(ctx, cursor, "a:*", 100).Result()
}

type pager struct {
	rdb  *redis.Client
	next uint64
}

func (p *pager) goodKept(ctx context.Context) ([]string, error) {
	keys, next, err := p.rdb.Scan(ctx, p.next, "a:*", 100).Result()
	p.next = next
	return keys, err
}

func (p *pager) goodKeptLoop(ctx context.Context) error {
	for {
		keys, next, err := p.rdb.Scan(ctx, p.next, "a:*", 100).Result()
		if err != nil {
			return err
		}
		use(keys)
		p.next = next
		if next == 0 {
			return nil
		}
	}
}

func goodErrOnly(ctx context.Context, rdb *redis.Client) error {
	return rdb.Scan(ctx, 0, "a:*", 1).Err()
}

func goodRetry(ctx context.Context, rdb *redis.Client) ([]string, uint64, error) {
	for {
		keys, next, err := rdb.Scan(ctx, 0, "a:*", 100).Result()
		if err == nil {
			return keys, next, nil
		}
		if errors.Is(err, context.Canceled) {
			return nil, 0, err
		}
	}
}

func goodPatterns(ctx context.Context, rdb *redis.Client, patterns []string) error {
	for _, p := range patterns {
		var cursor uint64
		for {
			keys, next, err := rdb.Scan(ctx, cursor, p, 100).Result()
			if err != nil {
				return err
			}
			use(keys)
			if next == 0 {
				break
			}
			cursor = next
		}
	}
	return nil
}

func goodCaptured(ctx context.Context, rdb *redis.Client) error {
	var cursor uint64
	step := func() error {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return err
		}
		use(keys)
		cursor = next
		return nil
	}
	for {
		if err := step(); err != nil {
			return err
		}
		if cursor == 0 {
			return nil
		}
	}
}

func goodCopiedBefore(ctx context.Context, rdb *redis.Client) (all []string, err error) {
	var cursor uint64
	for {
		keys, next, err := rdb.Scan(ctx, cursor, "a:*", 100).Result()
		if err != nil {
			return nil, err
		}
		all = append(all, keys...)
		if next == 0 {
			break
		}
		log.Print(len(keys))
		cursor = next
	}
	return all, nil
}
