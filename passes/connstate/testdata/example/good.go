package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// OpenArchive returns a client of the archive, database 2 of the same server: one client for each database.
func OpenArchive(main *redis.Options) *redis.Client {
	options := *main
	options.DB = 2
	return redis.NewClient(&options)
}

// Archive stores a document in the archive.
func Archive(ctx context.Context, archive *redis.Client, id, text string) error {
	return archive.Set(ctx, "doc:"+id, text, 24*time.Hour).Err()
}
