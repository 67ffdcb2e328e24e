package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Account has tags for the hash.
type Account struct {
	Name string `redis:"name"`
}

// StoreAccount saves an account and configures the server.
func StoreAccount(ctx context.Context, rdb *redis.Client, id string, a Account) error {
	if err := rdb.HSet(ctx, "account:"+id, a).Err(); err != nil {
		return err
	}
	return rdb.Do(ctx, "CONFIG", "SET", "maxmemory", "1gb").Err()
}
