package fixes

import (
	"github.com/redis/go-redis/v9" // the client
)

func noStandardImport(err error) bool {
	return err == redis.Nil // want `err`
}
