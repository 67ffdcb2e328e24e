package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Account is stored as a hash.
type Account struct {
	Name  string `json:"name" redis:"name"`
	Email string `json:"email" redis:"email"`
}

// LoadAccount reads an account.
func LoadAccount(ctx context.Context, rdb *redis.Client, id string) (*Account, error) {
	var a Account
	if err := rdb.HGetAll(ctx, "account:"+id).Scan(&a); err != nil {
		return nil, err
	}
	return &a, nil
}
