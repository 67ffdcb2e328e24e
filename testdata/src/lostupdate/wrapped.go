package lostupdate

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func fieldOfStructFromOtherPackage(ctx context.Context, rdb *redis.Client) error {
	a, err := wrapped.LoadAccount(ctx, rdb, "account")
	if err != nil {
		return err
	}
	a.Cents -= 100
	return wrapped.SaveAccount(ctx, rdb, "account", a) // want `"account" is read by LoadAccount and written back by SaveAccount; an update in between is lost, use Watch or a script`
}

func genericFromOtherPackage(ctx context.Context, rdb *redis.Client) error {
	a, err := wrapped.Load[wrapped.Account](ctx, rdb, "account")
	if err != nil {
		return err
	}
	a.Cents -= 100
	return wrapped.Save(ctx, rdb, "account", a) // want `"account" is read by Load and written back by Save; an update in between is lost, use Watch or a script`
}

func copiedToAnotherKey(ctx context.Context, rdb *redis.Client) error {
	a, err := wrapped.LoadAccount(ctx, rdb, "account")
	if err != nil {
		return err
	}
	a.Owner = "archive"
	return wrapped.SaveAccount(ctx, rdb, "archive", a)
}

type report struct{ Rows int }

func countRows(lines []string) int { return len(lines) }

func freshOrComputed(ctx context.Context, rdb *redis.Client, lines []string) (report, error) {
	r, err := wrapped.Load[report](ctx, rdb, "report")
	if err == nil && r.Rows > 0 {
		return r, nil
	}
	r = report{Rows: countRows(lines)}
	return r, wrapped.SaveFor(ctx, rdb, "report", r, time.Hour)
}

func enabledInDatabase(ctx context.Context, rdb *redis.Client, enabled func(id string) (bool, error), id string) (bool, error) {
	flag, err := rdb.Get(ctx, "enabled:"+id).Result()
	if err == nil {
		return flag == "1", nil
	}
	on, err := enabled(id)
	if err != nil {
		return false, err
	}
	flag = "0"
	if on {
		flag = "1"
	}
	return on, rdb.Set(ctx, "enabled:"+id, flag, time.Minute).Err()
}

func getOrMakeInOtherPackage(ctx context.Context, s *wrapped.Store, make func() (any, error)) (report, error) {
	var r report
	err := s.Once(ctx, "report", &r, make)
	return r, err
}

func madeThenGetOrMake(ctx context.Context, s *wrapped.Store, rows int) (report, error) {
	r := report{Rows: rows}
	err := s.Once(ctx, "report", &r, func() (any, error) { return r, nil })
	return r, err
}
