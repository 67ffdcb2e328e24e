// Package shardfunc has the situations of the check shardfunc.
package shardfunc

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/redis/go-redis/v9"
)

func outerClient(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return cc.FlushDB(ctx).Err() // want `FlushDB inside ForEachMaster goes through cc, not to the node; each callback asks a random node again`
	})
}

func node(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return node.FlushDB(ctx).Err()
	})
}

func sum(ctx context.Context, cc *redis.ClusterClient) (int64, error) {
	var n int64
	err := cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		c, err := node.DBSize(ctx).Result()
		n += c // want `n is written by the callback of ForEachMaster, which runs in one goroutine per node; writes are lost`
		return err
	})
	return n, err
}

func sumAtomic(ctx context.Context, cc *redis.ClusterClient) (int64, error) {
	var n atomic.Int64
	err := cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		c, err := node.DBSize(ctx).Result()
		n.Add(c)
		return err
	})
	return n.Load(), err
}

func appended(ctx context.Context, cc *redis.ClusterClient) ([]string, error) {
	var all []string
	err := cc.ForEachShard(ctx, func(ctx context.Context, node *redis.Client) error {
		ks, err := node.Keys(ctx, "*").Result()
		if err != nil {
			return err
		}
		all = append(all, ks...) // want `all is written by the callback of ForEachShard`
		return nil
	})
	return all, err
}

func appendedUnderLock(ctx context.Context, cc *redis.ClusterClient) ([]string, error) {
	var mu sync.Mutex
	var all []string
	err := cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		ks, err := node.Keys(ctx, "*").Result()
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		all = append(all, ks...)
		return nil
	})
	return all, err
}

func mapWrite(ctx context.Context, cc *redis.ClusterClient) (map[string]int64, error) {
	sizes := map[string]int64{}
	err := cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		n, err := node.DBSize(ctx).Result()
		sizes[node.Options().Addr] = n // want `written by the callback of ForEachMaster`
		return err
	})
	return sizes, err
}

func localVariables(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		var all []string
		n := 0
		it := node.Scan(ctx, 0, "*", 10).Iterator()
		for it.Next(ctx) {
			all = append(all, it.Val())
			n++
		}
		_, _ = all, n
		return it.Err()
	})
}

func channel(ctx context.Context, cc *redis.ClusterClient, out chan<- string) error {
	return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		for _, k := range node.Keys(ctx, "*").Val() {
			out <- k
		}
		return nil
	})
}

func otherCluster(ctx context.Context, from, to *redis.ClusterClient) error {
	return from.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return to.Set(ctx, "copied", node.Options().Addr, 0).Err()
	})
}

type counter struct {
	cluster *redis.ClusterClient
	n       int64
}

func (c *counter) count(ctx context.Context) error {
	return c.cluster.ForEachMaster(ctx, c.one)
}

func (c *counter) one(ctx context.Context, node *redis.Client) error {
	n, err := node.DBSize(ctx).Result()
	c.n += n // want `c.n is written by the callback of ForEachMaster`
	return err
}

func (c *counter) fieldOuter(ctx context.Context) error {
	return c.cluster.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		return c.cluster.Ping(ctx).Err() // want `Ping inside ForEachMaster goes through c.cluster, not to the node`
	})
}

func ring(ctx context.Context, r *redis.Ring) (n int, err error) {
	err = r.ForEachShard(ctx, func(ctx context.Context, shard *redis.Client) error {
		n++ // want `n is written by the callback of ForEachShard`
		return shard.Ping(ctx).Err()
	})
	return n, err
}

// A command with a key is routed by the cluster client to the node of the key.
func keyedThroughOuter(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error {
		it := node.Scan(ctx, 0, "tmp:*", 100).Iterator()
		for it.Next(ctx) {
			if err := cc.Unlink(ctx, it.Val()).Err(); err != nil {
				return err
			}
		}
		return it.Err()
	})
}
