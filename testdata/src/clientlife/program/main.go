// Command program uses a client until it ends.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/redis/go-redis/v9"
)

func main() {
	rdb := redis.NewClient(&redis.Options{})
	if err := put(context.Background(), os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		own := redis.NewClient(&redis.Options{}) // want `client own is made for each request`
		defer own.Close()
		fmt.Fprintln(w, own.Get(r.Context(), "k").Val())
		fmt.Fprintln(w, rdb.Get(r.Context(), "k").Val())
	})
	_ = http.ListenAndServe(":80", nil)
}

func put(ctx context.Context, key, value string) error {
	rdb := redis.NewClient(&redis.Options{})
	defer rdb.Close()
	return rdb.Set(ctx, key, value, 0).Err()
}
