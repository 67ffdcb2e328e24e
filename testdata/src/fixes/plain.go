// Package fixes compares errors in files with different imports.
package fixes

import (
	"errors"

	"github.com/redis/go-redis/v9"
)

var errOther = errors.New("other")

func plain(err error) bool {
	return err == redis.Nil // want `err`
}

func negated(err error) bool {
	if err != nil && redis.Nil != err { // want `err`
		return true
	}
	return false
}

func call(f func() error) bool {
	return f() == redis.Nil // want `f\(\)`
}

func commentInside(err error) bool {
	return err == /* a miss */ redis.Nil // want `err`
}

func commentBehind(err error) bool {
	return err == redis.Nil // a miss // want `err`
}

func shadowed(err error) bool {
	errors := []string{"a"}
	_ = errors
	return err == redis.Nil // want `err`
}
