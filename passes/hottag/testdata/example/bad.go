package example

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// SaveHot stores a document. The constant hash tag puts all of them on one node of the cluster.
func SaveHot(ctx context.Context, cluster *redis.ClusterClient, id int, text string) error {
	return cluster.Set(ctx, fmt.Sprintf("{docs}:%d", id), text, time.Hour).Err()
}
