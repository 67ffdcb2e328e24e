package fixes

import . "github.com/redis/go-redis/v9"

func dot(err error) bool {
	return err == Nil // want `err`
}
