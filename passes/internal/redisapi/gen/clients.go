package main

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"reflect"

	redis6 "github.com/go-redis/redis"
	redis7 "github.com/go-redis/redis/v7"
	redis8 "github.com/go-redis/redis/v8"
	redis9 "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

var errNoServer = errors.New("no server")

// quiet switches the log lines off: connections fail here on purpose, and durations are too short.
func quiet() {
	logging.Disable()
	redis8.SetLogger(noLog{})
	redis7.SetLogger(log.New(io.Discard, "", 0))
	redis6.SetLogger(log.New(io.Discard, "", 0))
}

type noLog struct{}

func (noLog) Printf(context.Context, string, ...any) {}

// receivers returns values of the types that have command methods, by major version. None of them is connected: a command
// is queued or fails, and keeps its arguments either way. The pipeline comes first, it has nearly all methods and sends nothing.
func receivers(major int) []reflect.Value {
	quiet()
	var all []any
	dial := func(context.Context, string, string) (net.Conn, error) { return nil, errNoServer }
	ctx := context.Background()
	switch major {
	case 9:
		c := redis9.NewClient(&redis9.Options{MaxRetries: -1, DialerRetries: 1, Dialer: dial, DisableIdentity: true})
		all = append(all, c.Pipeline(), c, c.Conn(), redis9.NewRing(&redis9.RingOptions{}),
			redis9.NewClusterClient(&redis9.ClusterOptions{MaxRedirects: -1, Dialer: dial}))
		_ = c.Watch(ctx, func(tx *redis9.Tx) error { all = append(all, tx); return nil })
		all = append(all, redis9.NewSentinelClient(&redis9.Options{MaxRetries: -1, DialerRetries: 1, Dialer: dial}))
	case 8:
		c := redis8.NewClient(&redis8.Options{MaxRetries: -1, Dialer: dial})
		all = append(all, c.Pipeline(), c, c.Conn(ctx))
		_ = c.Watch(ctx, func(tx *redis8.Tx) error { all = append(all, tx); return nil })
		all = append(all, redis8.NewSentinelClient(&redis8.Options{MaxRetries: -1, Dialer: dial}))
	case 7:
		c := redis7.NewClient(&redis7.Options{MaxRetries: -1, Dialer: dial})
		all = append(all, c.Pipeline(), c, c.Conn())
		_ = c.Watch(func(tx *redis7.Tx) error { all = append(all, tx); return nil })
		all = append(all, redis7.NewSentinelClient(&redis7.Options{MaxRetries: -1, Dialer: dial}))
	case 6:
		c := redis6.NewClient(&redis6.Options{MaxRetries: -1, Dialer: func() (net.Conn, error) { return nil, errNoServer }})
		all = append(all, c.Pipeline(), c)
		_ = c.Watch(func(tx *redis6.Tx) error { all = append(all, tx); return nil })
		all = append(all, redis6.NewSentinelClient(&redis6.Options{MaxRetries: -1, Dialer: func() (net.Conn, error) { return nil, errNoServer }}))
	}
	var vs []reflect.Value
	for _, v := range all {
		vs = append(vs, reflect.ValueOf(v))
	}
	return vs
}
