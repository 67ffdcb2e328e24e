// Package session has the customers' logins: tokens, and a limit on attempts.
package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Why a login fails.
var (
	ErrTooMany = errors.New("session: too many attempts")
	ErrToken   = errors.New("session: unknown token")
)

// Profile is what the shop keeps of a customer during a session.
type Profile struct {
	Name  string
	Email string
}

// Sessions are the customers' sessions.
type Sessions struct {
	rdb redis.UniversalClient
}

// New returns the sessions on a client.
func New(rdb redis.UniversalClient) *Sessions { return &Sessions{rdb: rdb} }

// Attempt counts a login attempt of an address.
func (s *Sessions) Attempt(ctx context.Context, addr string) error {
	n, err := s.rdb.Incr(ctx, "attempts:"+addr).Result()
	if err != nil {
		return err
	}
	if n == 1 {
		if err := s.rdb.Expire(ctx, "attempts:"+addr, 15*time.Minute).Err(); err != nil {
			return err
		}
	}
	if n > 5 {
		return ErrTooMany
	}
	return nil
}

// Redeem exchanges a one-time token for the customer that it was made for.
func (s *Sessions) Redeem(ctx context.Context, token string) (string, error) {
	customer, err := s.rdb.Get(ctx, "token:"+token).Result()
	if errors.Is(err, redis.Nil) {
		return "", ErrToken
	}
	if err != nil {
		return "", err
	}
	if err := s.rdb.Del(ctx, "token:"+token).Err(); err != nil {
		return "", err
	}
	return customer, nil
}

// Remember stores the profile of a customer for the length of a session.
func (s *Sessions) Remember(ctx context.Context, customer string, p Profile) error {
	return s.rdb.Set(ctx, "profile:"+customer, p, 12*time.Hour).Err()
}

func (s *Sessions) name(ctx context.Context, customer string) (string, error) {
	name, err := s.rdb.Get(ctx, "name:"+customer).Result()
	if err != nil {
		return "", fmt.Errorf("name of %s: %w", customer, err)
	}
	return name, nil
}

// Greeting greets a customer, by name if it is known.
func (s *Sessions) Greeting(ctx context.Context, customer string) (string, error) {
	name, err := s.name(ctx, customer)
	if err == redis.Nil {
		return "Hello!", nil
	}
	if err != nil {
		return "", err
	}
	return "Hello, " + name + "!", nil
}
