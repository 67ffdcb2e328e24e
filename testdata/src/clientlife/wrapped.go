package clientlife

import (
	"context"
	"net/http"

	"example.com/redisvettest/wrapped"
)

func madeByOtherPackage(ctx context.Context, addrs []string) error {
	for _, addr := range addrs {
		rdb := wrapped.Open(addr) // want `client rdb is never closed; its connections and goroutines stay`
		if err := rdb.Ping(ctx).Err(); err != nil {
			return err
		}
	}
	return nil
}

func madeByOtherPackageForEachRequest(w http.ResponseWriter, r *http.Request) {
	rdb := wrapped.Open("redis:6379") // want `client rdb is made for each request and never closed; its connections pile up`
	rdb.Incr(r.Context(), "hits")
}

func sharedByOtherPackage(w http.ResponseWriter, r *http.Request) {
	rdb := wrapped.Shared("redis:6379")
	rdb.Incr(r.Context(), "hits")
}

func madeByOtherPackageClosed(ctx context.Context, addrs []string) error {
	for _, addr := range addrs {
		rdb := wrapped.Open(addr)
		err := rdb.Ping(ctx).Err()
		rdb.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
