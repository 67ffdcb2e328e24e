package example

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Save stores a document. The hash tag is its id: what belongs to one document stays together, and the documents spread.
func Save(ctx context.Context, cluster *redis.ClusterClient, id int, text string) error {
	return cluster.Set(ctx, fmt.Sprintf("docs:{%d}", id), text, time.Hour).Err()
}
