package cmdvalue

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"os"

	"github.com/redis/go-redis/v9"
)

func logged(ctx context.Context, rdb *redis.Client, key string) error {
	cmd := rdb.Get(ctx, key)
	log.Println(cmd.String())
	log.Printf("got %v", cmd)
	slog.Info("got", "cmd", cmd.String())
	fmt.Println(cmd)
	fmt.Println(cmd.String())
	fmt.Fprintln(os.Stderr, cmd.String())
	s := cmd.String()
	log.Print("got ", s)
	log.Print("got " + cmd.String())
	log.Print(fmt.Sprintf("got %v", cmd))
	if cmd.Err() != nil {
		return fmt.Errorf("%v failed: %w", cmd, cmd.Err())
	}
	return errors.New(cmd.String())
}

func hook(ctx context.Context, cmd redis.Cmder) string {
	return cmd.String()
}

func hookOfMany(cmds []redis.Cmder) (out []string) {
	for _, c := range cmds {
		if sc, ok := c.(*redis.StringCmd); ok {
			out = append(out, sc.String())
		}
	}
	return out
}

type batch struct{ last *redis.StringCmd }

func fromElsewhere(b *batch, m map[string]*redis.IntCmd, p *redis.StatusCmd) bool {
	return b.last == nil || m["a"] != nil || p == nil
}

func declaredFirst(ctx context.Context, rdb *redis.Client, key string) string {
	var cmd *redis.StringCmd
	if key != "" {
		cmd = rdb.Get(ctx, key)
	}
	if cmd == nil {
		return ""
	}
	return cmd.Val()
}

func values(ctx context.Context, rdb *redis.Client, key string) string {
	v, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%v %s", v, rdb.Get(ctx, key).Val())
}

func otherStringers(t fmt.Stringer, addr *redis.Client) string { return t.String() + addr.String() }

type tracer struct{ logf func(string, ...any) }

func functionValues(ctx context.Context, rdb *redis.Client, t *tracer, trace func(string)) {
	cmd := rdb.Get(ctx, "k")
	trace(cmd.String())
	t.logf("sent: %s", cmd.String())
}
