package replyassert

import (
	"context"

	"example.com/redisvettest/wrapped"
)

func replyOfOtherPackage(ctx context.Context, s *wrapped.Store) (string, error) {
	vs, err := s.Values(ctx, "a", "b")
	if err != nil {
		return "", err
	}
	return vs[0].(string), nil // want `vs\[0\] is nil for a missing key; the assertion panics, it is an element of MGet`
}

func replyOfOtherPackageTested(ctx context.Context, s *wrapped.Store) (string, error) {
	vs, err := s.Values(ctx, "a", "b")
	if err != nil {
		return "", err
	}
	v, _ := vs[0].(string)
	return v, nil
}

func filteredByOtherPackage(ctx context.Context, s *wrapped.Store) (string, error) {
	vs, err := s.Present(ctx, "a", "b")
	if err != nil || len(vs) == 0 {
		return "", err
	}
	return vs[0].(string), nil
}
