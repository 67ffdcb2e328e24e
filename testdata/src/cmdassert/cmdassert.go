// Package cmdassert has the situations of the check cmdassert.
package cmdassert

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/cmdassert/helper"
)

func wrongType(ctx context.Context, rdb *redis.Client) (string, error) {
	cmds, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "a", 1, 0)
		p.Get(ctx, "b")
		return nil
	})
	if err != nil {
		return "", err
	}
	return cmds[0].(*redis.StringCmd).Val(), nil // want `cmds\[0\] is the \*redis.StatusCmd of Set, no \*redis.StringCmd; the assertion panics`
}

func ofExec(ctx context.Context, rdb *redis.Client) (int64, error) {
	pipe := rdb.TxPipeline()
	pipe.Incr(ctx, "a")
	pipe.HGetAll(ctx, "h")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return 0, err
	}
	n := cmds[1].(*redis.IntCmd).Val() // want `cmds\[1\] is the \*redis.MapStringStringCmd of HGetAll`
	return n, nil
}

func outOfRange(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return "", err
	}
	return cmds[1].(*redis.StringCmd).Val(), nil // want `cmds\[1\] is out of range and panics`
}

func commaOk(ctx context.Context, rdb *redis.Client) string {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return ""
	}
	if c, ok := cmds[0].(*redis.StringCmd); ok { // want `cmds\[0\] is the \*redis.IntCmd of Incr, no \*redis.StringCmd; the assertion never holds`
		return c.Val()
	}
	return ""
}

func noneOfThem(ctx context.Context, rdb *redis.Client, ids []string) ([]string, error) {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.HGetAll(ctx, id)
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.(*redis.StringCmd).Val()) // want `no command of the batch is a \*redis.StringCmd; the assertion panics`
	}
	return out, nil
}

func mixedLoop(ctx context.Context, rdb *redis.Client) ([]string, error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Expire(ctx, "a", 0)
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.(*redis.StringCmd).Val()) // want `the loop also comes to the \*redis.BoolCmd of Expire`
	}
	return out, nil
}

func afterUnconditional(ctx context.Context, rdb *redis.Client, ids []string) (int64, error) {
	pipe := rdb.Pipeline()
	pipe.Set(ctx, "a", 1, 0)
	for _, id := range ids {
		pipe.Incr(ctx, id)
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return 0, err
	}
	return cmds[0].(*redis.IntCmd).Val(), nil // want `cmds\[0\] is the \*redis.StatusCmd of Set`
}

func helperQueuesFirst(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	helper.Queue(ctx, pipe, "a")
	pipe.Get(ctx, "b")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return "", err
	}
	return cmds[0].(*redis.StringCmd).Val(), nil // want `cmds\[0\] is the \*redis.IntCmd of Incr`
}

func queue(ctx context.Context, p redis.Pipeliner) {
	p.Incr(ctx, "a")
	p.Get(ctx, "b")
}

func helperSamePackage(ctx context.Context, rdb *redis.Client) (string, error) {
	cmds, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		queue(ctx, p)
		return nil
	})
	if err != nil {
		return "", err
	}
	return cmds[0].(*redis.StringCmd).Val(), nil // want `cmds\[0\] is the \*redis.IntCmd of Incr`
}

func errorIgnored(ctx context.Context, rdb *redis.Client, id string) string {
	cmds, _ := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		if id == "" {
			return errors.New("no id")
		}
		p.Get(ctx, id)
		return nil
	})
	v, _ := cmds[0].(*redis.StringCmd).Result() // want `cmds\[0\] panics when the function of Pipelined fails; the returned slice is nil then`
	return v
}

func errorOnlyFiltered(ctx context.Context, rdb *redis.Client, id string, log func(error)) string {
	cmds, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		if id == "" {
			return errors.New("no id")
		}
		p.Get(ctx, id)
		return nil
	})
	if err != nil {
		log(err)
	}
	return cmds[0].(*redis.StringCmd).Val() // want `cmds\[0\] panics when the function of Pipelined fails`
}

type store struct{ redis.UniversalClient }

func (s store) embedded(ctx context.Context) (int64, error) {
	cmds, err := s.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, "a")
		return nil
	})
	if err != nil {
		return 0, err
	}
	return cmds[0].(*redis.IntCmd).Result() // want `cmds\[0\] is the \*redis.StringCmd of Get`
}

// From here on everything is right.

func rightType(ctx context.Context, rdb *redis.Client) (string, error) {
	cmds, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "a", 1, 0)
		p.Get(ctx, "b")
		return nil
	})
	if err != nil {
		return "", err
	}
	return cmds[1].(*redis.StringCmd).Val(), nil
}

func homogeneous(ctx context.Context, rdb *redis.Client, ids []string) ([]string, error) {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Get(ctx, id)
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range cmds {
		out = append(out, c.(*redis.StringCmd).Val())
	}
	return out, nil
}

func tiedToTheIndex(ctx context.Context, rdb *redis.Client, ids []string) (n int64, err error) {
	pipe := rdb.Pipeline()
	for _, id := range ids {
		pipe.Get(ctx, id)
		pipe.Incr(ctx, id+":n")
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return 0, err
	}
	for i := range ids {
		_ = cmds[2*i].(*redis.StringCmd).Val()
		n += cmds[2*i+1].(*redis.IntCmd).Val()
	}
	return n, nil
}

func tiedToTheBranch(ctx context.Context, rdb *redis.Client, count bool) (string, error) {
	pipe := rdb.Pipeline()
	if count {
		pipe.Incr(ctx, "a")
	} else {
		pipe.Get(ctx, "a")
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return "", err
	}
	if count {
		return cmds[0].(*redis.IntCmd).String(), nil
	}
	return cmds[0].(*redis.StringCmd).Val(), nil
}

func checkedInLoop(ctx context.Context, rdb *redis.Client) (out []string, err error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	pipe.Expire(ctx, "a", 0)
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return nil, err
	}
	for i, c := range cmds {
		if s, ok := c.(*redis.StringCmd); ok {
			out = append(out, s.Val())
		}
		if i == 0 {
			out = append(out, c.(*redis.StringCmd).Val())
		}
	}
	return out, nil
}

func typeSwitch(ctx context.Context, rdb *redis.Client) (n int) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return 0
	}
	for _, c := range cmds {
		switch c := c.(type) {
		case *redis.StringCmd:
			n += len(c.Val())
		case *redis.IntCmd:
			n += int(c.Val())
		}
	}
	return n
}

func rest(ctx context.Context, rdb *redis.Client, ids []string) (out []string, err error) {
	pipe := rdb.Pipeline()
	pipe.Expire(ctx, "a", 0)
	for _, id := range ids {
		pipe.Get(ctx, id)
	}
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range cmds[1:] {
		out = append(out, c.(*redis.StringCmd).Val())
	}
	first := cmds[1:][0].(*redis.StringCmd)
	return append(out, first.Val()), nil
}

func filledElsewhere(ctx context.Context, rdb *redis.Client, fill func(redis.Pipeliner) error) (string, error) {
	cmds, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		if err := fill(p); err != nil {
			return err
		}
		p.Incr(ctx, "a")
		return nil
	})
	if err != nil {
		return "", err
	}
	return cmds[0].(*redis.StringCmd).Val(), nil
}

func secondBatch(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	pipe.Incr(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		return "", err
	}
	pipe.Get(ctx, "b")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return "", err
	}
	return cmds[0].(*redis.StringCmd).Val(), nil
}

func functionCannotFail(ctx context.Context, rdb *redis.Client, id string) (string, error) {
	cmds, _ := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Get(ctx, id)
		return nil
	})
	return cmds[0].(*redis.StringCmd).Result()
}

func lengthAsked(ctx context.Context, rdb *redis.Client, id string) string {
	cmds, _ := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		if id == "" {
			return errors.New("no id")
		}
		p.Get(ctx, id)
		return nil
	})
	if len(cmds) == 0 {
		return ""
	}
	v, _ := cmds[0].(*redis.StringCmd).Result()
	return v
}

func rawCommand(ctx context.Context, rdb *redis.Client) (any, error) {
	pipe := rdb.Pipeline()
	pipe.Do(ctx, "GET", "a")
	_ = pipe.Process(ctx, redis.NewStringCmd(ctx, "GET", "b"))
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return nil, err
	}
	return cmds[0].(*redis.Cmd).Val(), cmds[1].(*redis.StringCmd).Err()
}

func parse(cmds []redis.Cmder) string { return cmds[0].(*redis.StringCmd).Val() }

func parsed(ctx context.Context, rdb *redis.Client) (string, error) {
	pipe := rdb.Pipeline()
	pipe.Get(ctx, "a")
	cmds, err := pipe.Exec(ctx)
	if err != nil {
		return "", err
	}
	return parse(cmds), nil
}
