package rueidis

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/rueidis"
	redis "github.com/redis/rueidis/rueidiscompat"
)

type status string

type point struct{ X, Y int }

// The adapter prints what it cannot encode otherwise: nothing fails.
func anythingIsEncoded(ctx context.Context, rdb redis.Cmdable, s status, p point) {
	rdb.Set(ctx, "status", s, 0)
	rdb.Set(ctx, "point", p, 0)
	rdb.SAdd(ctx, "points", &p, map[string]int{"a": 1})
}

// String of a StringCmd is the value here.
func stringIsTheValue(ctx context.Context, rdb redis.Cmdable) string {
	return rdb.Get(ctx, "name").String() + fmt.Sprint(rdb.Get(ctx, "surname"))
}

// The adapter asks all masters.
func allMasters(ctx context.Context, rdb redis.Cmdable) (int64, error) {
	return rdb.DBSize(ctx).Result()
}

// rueidis has its own names for the sentinel.
func missIsFiltered(ctx context.Context, rdb redis.Cmdable, id string) (name, mail string, err error) {
	pipe := rdb.Pipeline()
	a, b := pipe.Get(ctx, "name:"+id), pipe.Get(ctx, "mail:"+id)
	if _, err := pipe.Exec(ctx); err != nil && !rueidis.IsRedisNil(err) {
		return "", "", err
	}
	if err := errors.Join(ignoreNil(a.Err()), ignoreNil(b.Err())); err != nil {
		return "", "", err
	}
	return a.Val(), b.Val(), nil
}

func ignoreNil(err error) error {
	if err == rueidis.Nil {
		return nil
	}
	return err
}

func pubsub(ctx context.Context, rdb redis.Cmdable) error {
	sub := rdb.Subscribe(ctx, "news")
	defer sub.Close()
	for m := range sub.Channel() {
		fmt.Println(m.Payload)
	}
	return nil
}

func closedWatch(ctx context.Context, rdb redis.Cmdable, key string) error {
	return rdb.Watch(ctx, func(tx redis.Tx) error {
		if err := tx.Unwatch(ctx, key).Err(); err != nil {
			return err
		}
		return tx.Watch(ctx, key).Err()
	}, key)
}
