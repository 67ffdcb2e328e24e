// Package deps keeps the modules that the fixtures of the checks may import in go.mod and go.sum.
package deps

import (
	_ "github.com/cenkalti/backoff/v4"
	_ "github.com/go-redis/redis"
	_ "github.com/go-redis/redis/v7"
	_ "github.com/go-redis/redis/v8"
	_ "github.com/redis/go-redis/v9"
	_ "golang.org/x/sync/errgroup"
)
