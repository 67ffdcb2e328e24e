// Package e2e runs the redisvet command as its users do, on programs in scripts under script/.
package e2e

import (
	// The modules that programs in scripts may import. They come from the module cache, where go mod download put them.
	_ "github.com/go-redis/redis"
	_ "github.com/go-redis/redis/v7"
	_ "github.com/go-redis/redis/v8"
	_ "github.com/redis/go-redis/v9"

	// The schema that SARIF output is validated against is read from this module's source.
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)
