package example

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// TimingHook measures how long commands take.
type TimingHook struct {
	plainHook
	Observe func(command string, took time.Duration)
}

// ProcessHook is called for each command.
func (h TimingHook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		start := time.Now()
		err := next(ctx, cmd)
		h.Observe(cmd.Name(), time.Since(start))
		return err
	}
}

// plainHook leaves connections and pipelines as they are.
type plainHook struct{}

func (plainHook) DialHook(next redis.DialHook) redis.DialHook { return next }

func (plainHook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}
