package ttlcompare

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/wrapped"
)

func replyOfOtherPackage(ctx context.Context, s *wrapped.Store) (bool, error) {
	d, err := s.TTL(ctx, "session")
	return d == -1*time.Second, err // want `d is never -1 \* time\.Second; TTL gives -1 \(no expiry\) and -2 \(no key\) as nanoseconds`
}

func replyOfOtherPackageRight(ctx context.Context, s *wrapped.Store) (bool, error) {
	d, err := s.TTL(ctx, "session")
	return d == -1, err
}

func changedByOtherPackage(ctx context.Context, s *wrapped.Store) (bool, error) {
	d, err := s.Seconds(ctx, "session")
	return d < 60, err
}

func shortLived(ctx context.Context, s *wrapped.Store) (bool, error) {
	d, err := s.TTL(ctx, "session")
	return d >= 0 && d < time.Minute, err
}

func answerOfOtherPackage(ctx context.Context, s *wrapped.Store) bool {
	return s.Lifetime(ctx, "session") == -1*time.Second
}

func lifetime(ctx context.Context, rdb *redis.Client) time.Duration {
	d, err := rdb.TTL(ctx, "session").Result()
	if err != nil {
		return -1 * time.Second
	}
	return d
}

func answerOfHelper(ctx context.Context, rdb *redis.Client) bool {
	return lifetime(ctx, rdb) == -1*time.Second
}
