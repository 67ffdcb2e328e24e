package guide

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"
)

// takeHidden takes pieces from the stock.
var takeHidden = redis.NewScript(`
local key = 'stock:' .. ARGV[1]
if tonumber(redis.call('GET', key) or '0') < tonumber(ARGV[2]) then return 0 end
redis.call('DECRBY', key, ARGV[2])
return 1`)

// TakeHidden takes pieces of an item, if there are enough.
func TakeHidden(ctx context.Context, rdb *redis.ClusterClient, item string, pieces int) (bool, error) {
	return takeHidden.Run(ctx, rdb, nil, item, pieces).Bool()
}

// take takes ARGV[1] pieces from the stock KEYS[1], if there are enough.
var take = redis.NewScript(`
if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[1]) then return 0 end
redis.call('DECRBY', KEYS[1], ARGV[1])
return 1`)

// ErrSoldOut says that there are not enough pieces.
var ErrSoldOut = errors.New("sold out")

// Take takes pieces of an item, if there are enough.
func Take(ctx context.Context, rdb redis.Scripter, item string, pieces int) error {
	taken, err := take.Run(ctx, rdb, []string{"stock:" + item}, pieces).Bool()
	if err == nil && !taken {
		err = ErrSoldOut
	}
	return err
}
