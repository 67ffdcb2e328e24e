package ttlcompare

import (
	"context"
	"time"

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
