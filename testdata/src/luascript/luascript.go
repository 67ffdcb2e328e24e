// Package luascript has the situations of the check luascript.
package luascript

import (
	"context"
	_ "embed"
	"fmt"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

var move = redis.NewScript(`
local n = redis.call('GET', KEYS[1])
redis.call('SET', KEYS[2], n)
return n`)

var broken = redis.NewScript(`
local n = redis.call('GET', KEYS[1]
return n`) // want `Lua script does not parse near "return"; the server answers every call with an error`

var global = redis.NewScript("total = redis.call('GET', KEYS[1]) return total") // want `Lua script sets the global variable total; Redis refuses it, the script stops there \(missing local\?\)`

const limit = "count = redis.call('INCR', KEYS[1]) return count"

//go:embed release.lua
var release string

func enoughKeys(ctx context.Context, rdb *redis.Client, a, b string) error {
	return move.Run(ctx, rdb, []string{a, b}).Err()
}

func missingKey(ctx context.Context, rdb *redis.Client, a string) error {
	return move.Run(ctx, rdb, []string{a}).Err() // want `script reads KEYS\[2\], but Run passes 1 key; it is nil there`
}

func missingArgument(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, "return redis.call('SET', KEYS[1], ARGV[1])", []string{key}).Err() // want `script reads ARGV\[1\], but Eval passes 0 arguments; it is nil there`
}

func optionalArgument(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, "return redis.call('INCRBY', KEYS[1], ARGV[1] or 1)", []string{key}).Err()
}

func spreadArguments(ctx context.Context, rdb *redis.Client, key string, args []any) error {
	return rdb.Eval(ctx, "return redis.call('SET', KEYS[1], ARGV[2])", []string{key}, args...).Err()
}

func oneSlice(ctx context.Context, rdb *redis.Client, key string, args []string) error {
	return rdb.Eval(ctx, "return redis.call('SET', KEYS[1], ARGV[2])", []string{key}, args).Err()
}

func unknownKeys(ctx context.Context, rdb *redis.Client, ks []string) error {
	return move.Run(ctx, rdb, ks).Err()
}

func counted(ctx context.Context, rdb *redis.Client) error {
	return rdb.Eval(ctx, "for i = 1, #KEYS do redis.call('DEL', KEYS[i]) end return KEYS[1]", nil).Err()
}

func embedded(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, release, []string{key}).Err() // want `script reads ARGV\[1\], but Eval passes 0 arguments`
}

func localScript(ctx context.Context, rdb *redis.Client, key string) error {
	s := redis.NewScript("return redis.call('GET', KEYS[2])")
	return s.Run(ctx, rdb, []string{key}).Err() // want `script reads KEYS\[2\], but Run passes 1 key`
}

func noKeysOnCluster(ctx context.Context, cc *redis.ClusterClient, key string) error {
	return cc.Eval(ctx, "return redis.call('INCR', ARGV[1])", nil, key).Err() // want `script uses INCR on a key that is not in KEYS; without KEYS the cluster runs it on a random node`
}

func foreignKeyOnCluster(ctx context.Context, cc *redis.ClusterClient, key string) error {
	return cc.Eval(ctx, "redis.call('INCR', 'total') return redis.call('INCR', KEYS[1])", []string{key}).Err() // want `script uses INCR on a key that is not in KEYS; it fails when the key lies on another node`
}

func foreignKeyOnOneServer(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, "return redis.call('INCR', ARGV[1])", nil, key).Err()
}

func builtFromData(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, fmt.Sprintf("return redis.call('GET','%s')", key), nil).Err() // want `Lua text of Eval is built from data at run time`
}

func builtByConcatenation(ctx context.Context, rdb *redis.Client, field string) error {
	return redis.NewScript("return redis.call('HGET', KEYS[1], '"+field+"')").Run(ctx, rdb, []string{"h"}).Err() // want `Lua text of NewScript is built from data at run time`
}

func builtFromNumber(ctx context.Context, rdb *redis.Client, n int) error {
	return rdb.Eval(ctx, fmt.Sprintf("return redis.call('INCRBY', KEYS[1], %d)", n), []string{"n"}).Err()
}

const body = "return redis.call('GET', KEYS[1])"

func builtFromConstants(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, "redis.replicate_commands() "+body, []string{key}).Err()
}

func inPipeline(ctx context.Context, rdb *redis.Client, a string) error {
	_, err := rdb.Pipelined(ctx, func(p redis.Pipeliner) error {
		move.Eval(ctx, p, []string{a}) // want `script reads KEYS\[2\], but Eval passes 1 key`
		return nil
	})
	return err
}

type store struct {
	rdb    redis.UniversalClient
	script *redis.Script
}

func (s *store) unknownScript(ctx context.Context) error {
	return s.script.Run(ctx, s.rdb, nil).Err()
}

func old(ctx context.Context, rdb *v8.Client, a string) error {
	return v8.NewScript("return KEYS[2]").Run(ctx, rdb, []string{a}).Err() // want `script reads KEYS\[2\], but Run passes 1 key`
}

func limited(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Eval(ctx, limit, []string{key}).Err() // want `Lua script sets the global variable count; Redis refuses it, the script stops there`
}

func useAll(ctx context.Context, rdb *redis.Client) {
	broken.Run(ctx, rdb, []string{"k"})
	global.Run(ctx, rdb, []string{"k"})
}

var swapped = redis.NewScript(`return redis.call("GET", KEYS[1])`)

func init() { swapped = redis.NewScript(`return redis.call("TIME")`) }

// The variable holds another script when it runs.
func reassigned(ctx context.Context, rdb *redis.Client) error {
	return swapped.Run(ctx, rdb, nil).Err()
}

type scripts struct {
	rdb         *redis.Client
	limit, both *redis.Script
}

func newScripts(rdb *redis.Client, old bool) *scripts {
	s := &scripts{rdb: rdb, limit: redis.NewScript(`return redis.call("INCRBY", KEYS[1], ARGV[1])`)}
	s.both = redis.NewScript(`return redis.call("GET", KEYS[1])`)
	if old {
		s.both = redis.NewScript(`return 1`)
	}
	return s
}

func (s *scripts) field(ctx context.Context, key string) error {
	return s.limit.Run(ctx, s.rdb, []string{key}).Err() // want `script reads ARGV\[1\], but Run passes 0 arguments; it is nil there`
}

func (s *scripts) fieldRight(ctx context.Context, key string) error {
	return s.limit.Run(ctx, s.rdb, []string{key}, 1).Err()
}

func (s *scripts) fieldOfTwoScripts(ctx context.Context) error {
	return s.both.Run(ctx, s.rdb, nil).Err()
}
