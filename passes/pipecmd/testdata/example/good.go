package example

import (
	"context"

	"github.com/redis/go-redis/v9"
)

var raise = redis.NewScript(`
local n = tonumber(redis.call('GET', KEYS[1]) or '0')
if n >= tonumber(ARGV[1]) then
  return n
end
return redis.call('INCR', KEYS[1])`)

// Cap raises a gauge up to a limit and counts the call.
func Cap(ctx context.Context, rdb *redis.Client, gauge string, limit int) error {
	pipe := rdb.Pipeline()
	raise.Eval(ctx, pipe, []string{gauge}, limit)
	pipe.Incr(ctx, "calls")
	_, err := pipe.Exec(ctx)
	return err
}
