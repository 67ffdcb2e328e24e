package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Profile has tags for JSON only.
type Profile struct {
	Name string `json:"name"`
}

// Store saves a profile and configures the server; the server rejects both commands.
func Store(ctx context.Context, rdb *redis.Client, id string, p Profile) error {
	if err := rdb.HSet(ctx, "profile:"+id, p).Err(); err != nil {
		return err
	}
	return rdb.Do(ctx, "CONFIG SET", "maxmemory", "1gb").Err()
}
