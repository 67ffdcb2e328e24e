// Package taken has its own thing called errors.
package taken

import "github.com/redis/go-redis/v9"

func errors() {}

func nameTaken(err error) bool {
	return err == redis.Nil // want `err`
}
