package main

import (
	"testing"

	"github.com/redis/go-redis/v9"
)

func TestPut(t *testing.T) {
	rdb := redis.NewClient(&redis.Options{})
	if err := rdb.Ping(t.Context()).Err(); err != nil {
		t.Skip(err)
	}
}
