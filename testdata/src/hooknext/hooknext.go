// Package hooknext has the situations of the check hooknext.
package hooknext

import (
	"context"
	"errors"
	"log"
	"net"

	"github.com/redis/go-redis/v9"
)

type bad struct{}

func (bad) DialHook(next redis.DialHook) redis.DialHook { // want `DialHook never calls next; no command reaches the server, and all report success`
	return func(ctx context.Context, network, addr string) (net.Conn, error) { return nil, nil }
}

func (bad) ProcessHook(next redis.ProcessHook) redis.ProcessHook { // want `ProcessHook drops the error of next; commands that fail report success`
	return func(ctx context.Context, cmd redis.Cmder) error {
		next(ctx, cmd)
		return nil
	}
}

func (bad) ProcessPipelineHook(_ redis.ProcessPipelineHook) redis.ProcessPipelineHook { // want `ProcessPipelineHook never calls next`
	return func(ctx context.Context, cmds []redis.Cmder) error {
		log.Print(len(cmds))
		return nil
	}
}

var _ = func(next redis.ProcessHook) redis.ProcessHook { // want `hook never calls next`
	return func(ctx context.Context, cmd redis.Cmder) error { return nil }
}

type good struct{}

func (good) DialHook(next redis.DialHook) redis.DialHook { return next }

func (good) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := next(ctx, cmd)
		log.Print(cmd.Name())
		return err
	}
}

func (good) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error { return next(ctx, cmds) }
}

var errOpen = errors.New("open")

type breaker struct{ good }

func (breaker) ProcessHook(redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error { return errOpen }
}

type mock struct{ good }

func (mock) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if s, ok := cmd.(*redis.StringCmd); ok {
			s.SetVal("x")
		}
		return nil
	}
}
