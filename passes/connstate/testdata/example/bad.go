package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// ArchiveSelected stores a document in the archive, database 2. The connection goes back to the pool with that database selected.
func ArchiveSelected(ctx context.Context, rdb *redis.Client, id, text string) error {
	if err := rdb.Do(ctx, "SELECT", 2).Err(); err != nil {
		return err
	}
	return rdb.Set(ctx, "doc:"+id, text, 24*time.Hour).Err()
}
