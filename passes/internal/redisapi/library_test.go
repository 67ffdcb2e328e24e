package redisapi

import "testing"

func TestInLibrary(t *testing.T) {
	for path, want := range map[string]bool{
		"github.com/redis/go-redis/v9":                        true,
		"github.com/redis/go-redis/v9/internal/pool":          true,
		"github.com/redis/go-redis/v9/maintnotifications":     true,
		"example.com/app/vendor/github.com/redis/go-redis/v9": true,
		"github.com/go-redis/redis":                           true,
		"github.com/go-redis/redis/v8/internal":               true,
		"github.com/redis/go-redis/extra/redisotel/v9":        false,
		"github.com/go-redis/redis/extra/redisotel/v8":        false,
		"github.com/go-redis/redis_rate/v10":                  false,
		"github.com/redis/go-redis/v9_test":                   false,
		"github.com/redis/rueidis/rueidiscompat":              true,
		"github.com/redis/rueidis":                            false,
	} {
		if got := InLibrary(path); got != want {
			t.Errorf("InLibrary(%q) = %t", path, got)
		}
	}
}
