package keyscmd

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"
)

func TestFlush(t *testing.T) {
	rdb := redis.NewClient(&redis.Options{})
	rdb.FlushAll(context.Background())
}
