// Tool is for administrators.
package main

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func main() {
	rdb := redis.NewClient(&redis.Options{})
	rdb.FlushAll(context.Background())
}
