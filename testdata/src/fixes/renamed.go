package fixes

import (
	stderrors "errors"

	redis9 "github.com/redis/go-redis/v9"
)

var errRenamed = stderrors.New("renamed")

func renamed(err error) bool {
	return err == redis9.Nil // want `err`
}
