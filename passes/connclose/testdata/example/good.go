package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// SaveReplicated stores a document and waits for its replicas, on one connection.
func SaveReplicated(ctx context.Context, rdb *redis.Client, id, text string, replicas int) (bool, error) {
	conn := rdb.Conn()
	defer conn.Close()
	if err := conn.Set(ctx, "doc:"+id, text, time.Hour).Err(); err != nil {
		return false, err
	}
	n, err := conn.Wait(ctx, replicas, time.Second).Result()
	return int(n) >= replicas, err
}
