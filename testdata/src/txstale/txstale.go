// Package txstale has the situations of the check txstale.
package txstale

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"strconv"

	"github.com/redis/go-redis/v9"
)

func value(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n+1, 0) // want `Set writes a value from Get before Watch; a change in between is lost, and EXEC succeeds`
			return nil
		})
		return err
	}, key)
}

type user struct {
	Name  string
	Score int
}

func throughJSON(ctx context.Context, rdb redis.UniversalClient, id string) error {
	key := "user:" + id
	data, err := rdb.Get(ctx, key).Bytes()
	if err != nil {
		return err
	}
	var u user
	if err := json.Unmarshal(data, &u); err != nil {
		return err
	}
	u.Score++
	out, err := json.Marshal(u)
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, out, 0) // want `Set writes a value from Get before Watch`
			return nil
		})
		return err
	}, key)
}

func decision(ctx context.Context, rdb *redis.Client, stock string) error {
	n, err := rdb.Get(ctx, stock).Int()
	if err != nil {
		return err
	}
	if n <= 0 {
		return errors.New("sold out")
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Decr(ctx, stock) // want `Decr is decided by Get before Watch; a change in between is lost`
			return nil
		})
		return err
	}, stock)
}

func decisionInside(ctx context.Context, rdb *redis.Client, stock string) error {
	n, err := rdb.Get(ctx, stock).Int()
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		if n <= 0 {
			return errors.New("sold out")
		}
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Decr(ctx, stock) // want `Decr is decided by Get before Watch`
			return nil
		})
		return err
	}, stock)
}

type repo struct{ rdb *redis.Client }

func (r *repo) balance(ctx context.Context, id string) (int, error) {
	return r.rdb.Get(ctx, "balance:"+id).Int()
}

func (r *repo) helperReads(ctx context.Context, id string, amount int) error {
	n, err := r.balance(ctx, id)
	if err != nil {
		return err
	}
	key := "balance:" + id
	return r.rdb.Watch(ctx, func(tx *redis.Tx) error {
		pipe := tx.TxPipeline()
		pipe.Set(ctx, key, strconv.Itoa(n-amount), 0) // want `Set writes a value from Get before Watch`
		_, err := pipe.Exec(ctx)
		return err
	}, key)
}

func hash(ctx context.Context, rdb *redis.Client, key string) error {
	m, err := rdb.HGetAll(ctx, key).Result()
	if err != nil {
		return err
	}
	m["visits"] += "x"
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.HSet(ctx, key, m) // want `HSet writes a value from HGetAll before Watch`
			return nil
		})
		return err
	}, key)
}

func functionMadeBefore(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, setTo(ctx, key, n+1), key)
}

func setTo(ctx context.Context, key string, n int) func(*redis.Tx) error {
	return func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n, 0) // want `Set writes a value from Get before Watch`
			return nil
		})
		return err
	}
}

func readAgainEachTurn(ctx context.Context, rdb *redis.Client, key string) error {
	for range 5 {
		n, err := rdb.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		err = rdb.Watch(ctx, func(tx *redis.Tx) error {
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Set(ctx, key, n+1, 0) // want `Set writes a value from Get before Watch`
				return nil
			})
			return err
		}, key)
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return redis.TxFailedErr
}

// The right ones.

func inside(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n+1, 0)
			return nil
		})
		return err
	}, key)
}

func readAgain(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil || n == 0 {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, n+1, 0)
			return nil
		})
		return err
	}, key)
}

func comparedInside(ctx context.Context, rdb *redis.Client, key string) error {
	before, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		now, err := tx.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		if now != before {
			return redis.TxFailedErr
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, before+1, 0)
			return nil
		})
		return err
	}, key)
}

func otherKey(ctx context.Context, rdb *redis.Client, key string) error {
	step, err := rdb.Get(ctx, "step").Int64()
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.IncrBy(ctx, key, step)
			return nil
		})
		return err
	}, key)
}

func otherServer(ctx context.Context, rdb, origin *redis.Client, key string) error {
	v, err := origin.Get(ctx, key).Result()
	if err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, v, 0)
			return nil
		})
		return err
	}, key)
}

func onlyLogged(ctx context.Context, rdb *redis.Client, key string) error {
	log.Print(rdb.Get(ctx, key).Val())
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, 1, 0)
			return nil
		})
		return err
	}, key)
}

func readAfter(ctx context.Context, rdb *redis.Client, key string) (int, error) {
	if err := inside(ctx, rdb, key); err != nil {
		return 0, err
	}
	return rdb.Get(ctx, key).Int()
}

func helperReadsInside(ctx context.Context, rdb *redis.Client, key string) error {
	n, _ := rdb.Get(ctx, key).Int()
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		m, err := number(ctx, tx, key)
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, max(n, m), 0)
			return nil
		})
		return err
	}, key)
}

func number(ctx context.Context, c redis.Cmdable, key string) (int, error) {
	return c.Get(ctx, key).Int()
}

func errorOnly(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Get(ctx, key).Err(); err != nil {
		return err
	}
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, key, 1, 0)
			return nil
		})
		return err
	}, key)
}
