package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// MuteHook measures how long commands take. It never lets them go on.
type MuteHook struct {
	plainHook
	Observe func(command string, took time.Duration)
}

// ProcessHook is called for each command.
func (h MuteHook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		start := time.Now()
		h.Observe(cmd.Name(), time.Since(start))
		return nil
	}
}
