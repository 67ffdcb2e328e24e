// Server serves.
package main

import (
	"context"
	"net/http"

	"github.com/redis/go-redis/v9"
)

func main() {
	rdb := redis.NewClient(&redis.Options{})
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		rdb.Keys(r.Context(), "a*") // want `KEYS scans the whole keyspace`
	})
	rdb.Ping(context.Background())
}
