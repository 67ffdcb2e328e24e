package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Profile is stored as a hash.
type Profile struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

// Load reads a profile; it returns an empty one and no error.
func Load(ctx context.Context, rdb *redis.Client, id string) (*Profile, error) {
	var p Profile
	if err := rdb.HGetAll(ctx, "profile:"+id).Scan(&p); err != nil {
		return nil, err
	}
	return &p, nil
}
