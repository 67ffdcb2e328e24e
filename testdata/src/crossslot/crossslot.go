// Package crossslot has the situations of the check crossslot.
package crossslot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	v8 "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/crossslot/keyspace"
	"example.com/redisvettest/crossslot/plain"
)

func constantKeys(ctx context.Context, cc *redis.ClusterClient) error {
	_, err := cc.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "stock:42")
		p.Incr(ctx, "sold:42") // want `keys stock:42 and sold:42 lie in different hash slots; a cluster rejects the transaction with CROSSSLOT`
		return nil
	})
	return err
}

func constantKeysOfOneTag(ctx context.Context, cc *redis.ClusterClient) error {
	_, err := cc.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Decr(ctx, "{item:42}:stock")
		p.Incr(ctx, "{item:42}:sold")
		return nil
	})
	return err
}

func keyAndTaggedKey(ctx context.Context, cc *redis.ClusterClient, id string) error {
	return cc.Rename(ctx, id, "{"+id+"}:old").Err()
}

func emptyTag(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.MGet(ctx, "{}a", "{}b").Err() // want `keys \{\}a and \{\}b lie in different hash slots; a cluster rejects MGET with CROSSSLOT`
}

func firstBracePair(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.MGet(ctx, "a{x}{y}", "b{x}{z}").Err()
}

func differentTags(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.Del(ctx, "{a}:1", "{b}:1").Err() // want `keys \{a\}:1 and \{b\}:1 lie in different hash slots`
}

func prefixes(ctx context.Context, cc *redis.ClusterClient, sku string) error {
	return cc.Watch(ctx, func(tx *redis.Tx) error { // want `keys inventory:\* and order:\*:status lie in different hash slots; a cluster client refuses to watch them together`
		return nil
	}, "inventory:"+sku, "order:"+sku+":status")
}

func watchTouchesAnother(ctx context.Context, cc *redis.ClusterClient, sku string) error {
	return cc.Watch(ctx, func(tx *redis.Tx) error {
		n, err := tx.Get(ctx, "inventory:"+sku).Int()
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, "audit:"+sku, n, 0) // want `keys inventory:\* and audit:\* lie in different hash slots; a cluster rejects the watched transaction`
			return nil
		})
		return err
	}, "inventory:"+sku)
}

func sprintfTags(ctx context.Context, cc *redis.ClusterClient, user int64) error {
	a := fmt.Sprintf("{user:%d}:name", user)
	b := "{user:" + strconv.FormatInt(user, 10) + "}:mail"
	return cc.MGet(ctx, a, b).Err()
}

func sameForm(ctx context.Context, cc *redis.ClusterClient, a, b string) error {
	return cc.MGet(ctx, "user:"+a, "user:"+b).Err()
}

type repo struct {
	rdb    *redis.ClusterClient
	prefix string
}

func (r *repo) prefixInField(ctx context.Context, id string) error {
	return r.rdb.MGet(ctx, r.prefix+"a:"+id, r.prefix+"b:"+id).Err()
}

func (r *repo) key(kind, id string) string { return kind + ":" + id }

func (r *repo) builder(ctx context.Context, id string) error {
	pipe := r.rdb.TxPipeline()
	pipe.Incr(ctx, r.key("hits", id))
	pipe.Incr(ctx, r.key("views", id)) // want `keys hits:\* and views:\* lie in different hash slots`
	_, err := pipe.Exec(ctx)
	return err
}

func otherPackageBuilds(ctx context.Context, cc *redis.ClusterClient, sku string) error {
	pipe := cc.TxPipeline()
	pipe.Decr(ctx, keyspace.Stock(sku))
	pipe.Incr(ctx, keyspace.Sold(sku)) // want `keys stock:\* and sold:\* lie in different hash slots`
	_, err := pipe.Exec(ctx)
	return err
}

// A package that has nothing to do with the library is not analysed, so its keys are not known.
func otherPackageOutOfReach(ctx context.Context, cc *redis.ClusterClient, sku string) error {
	return cc.MGet(ctx, plain.Stock(sku), plain.Sold(sku)).Err()
}

func otherPackageTags(ctx context.Context, cc *redis.ClusterClient, sku string) error {
	pipe := cc.TxPipeline()
	pipe.Decr(ctx, keyspace.Tagged(sku, "stock"))
	pipe.Incr(ctx, keyspace.Tagged(sku, "sold"))
	_, err := pipe.Exec(ctx)
	return err
}

func plainPipeline(ctx context.Context, cc *redis.ClusterClient) error {
	_, err := cc.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a")
		p.Incr(ctx, "b")
		return nil
	})
	return err
}

func multiKeyInPipeline(ctx context.Context, cc *redis.ClusterClient) error {
	_, err := cc.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Del(ctx, "a", "b") // want `keys a and b lie in different hash slots; a cluster rejects DEL with CROSSSLOT`
		return nil
	})
	return err
}

func twoTransactions(ctx context.Context, cc *redis.ClusterClient) error {
	pipe := cc.TxPipeline()
	pipe.Incr(ctx, "a")
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	pipe.Incr(ctx, "b")
	_, err := pipe.Exec(ctx)
	return err
}

func oneOfTwo(ctx context.Context, cc *redis.ClusterClient, first bool) error {
	pipe := cc.TxPipeline()
	if first {
		pipe.Incr(ctx, "a")
	} else {
		pipe.Incr(ctx, "b")
	}
	_, err := pipe.Exec(ctx)
	return err
}

func plainClient(ctx context.Context, rdb *redis.Client) error {
	return rdb.MGet(ctx, "a", "b").Err()
}

func universalCertain(ctx context.Context, rdb redis.UniversalClient) error {
	return rdb.Rename(ctx, "a", "b").Err() // want `keys a and b lie in different hash slots; a cluster rejects RENAME with CROSSSLOT`
}

func universalUncertain(ctx context.Context, rdb redis.UniversalClient, id string) error {
	return rdb.Rename(ctx, "a:"+id, "b:"+id).Err()
}

func universalTested(ctx context.Context, rdb redis.UniversalClient) error {
	if _, ok := rdb.(*redis.ClusterClient); ok {
		return rdb.Del(ctx, "a").Err()
	}
	return rdb.Del(ctx, "a", "b").Err()
}

func ring(ctx context.Context, r *redis.Ring) error {
	_, err := r.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Incr(ctx, "a")
		p.Incr(ctx, "b") // want `keys a and b lie in different hash slots; a Ring runs one transaction per shard, which is not atomic`
		return nil
	})
	return err
}

func splitByOldClient(ctx context.Context, cc *v8.ClusterClient) error {
	_, err := cc.TxPipelined(ctx, func(p v8.Pipeliner) error {
		p.Incr(ctx, "a")
		p.Incr(ctx, "b") // want `keys a and b lie in different hash slots; the cluster client splits the transaction silently, which is not atomic`
		return nil
	})
	return err
}

func helperQueues(ctx context.Context, cc *redis.ClusterClient, id string) error {
	_, err := cc.TxPipelined(ctx, func(p redis.Pipeliner) error {
		count(ctx, p, id)
		p.Incr(ctx, "total:"+id) // want `keys count:\* and total:\* lie in different hash slots`
		return nil
	})
	return err
}

func count(ctx context.Context, c redis.Cmdable, id string) { c.Incr(ctx, "count:"+id) }

type shop struct{ *redis.ClusterClient }

func (s shop) embedded(ctx context.Context) error {
	return s.SInter(ctx, "a", "b").Err() // want `keys a and b lie in different hash slots; a cluster rejects SINTER with CROSSSLOT`
}

func spread(ctx context.Context, cc *redis.ClusterClient, ks []string) error {
	return cc.Del(ctx, ks...).Err()
}

func literalSlice(ctx context.Context, cc *redis.ClusterClient) error {
	ks := []string{"a", "b"}
	return cc.Del(ctx, ks...).Err() // want `keys a and b lie in different hash slots`
}

func script(ctx context.Context, cc *redis.ClusterClient, s *redis.Script) error {
	return s.Run(ctx, cc, []string{"a", "b"}).Err() // want `keys a and b lie in different hash slots; a cluster rejects the script with CROSSSLOT`
}

func argsStruct(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.ZUnionStore(ctx, "dst", &redis.ZStore{Keys: []string{"a", "b"}}).Err() // want `keys dst and a lie in different hash slots`
}

func pairs(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.MSet(ctx, "a", 1, "b", 2).Err() // want `keys a and b lie in different hash slots; a cluster rejects MSET with CROSSSLOT`
}

func callOfUnknown(ctx context.Context, cc *redis.ClusterClient, name func(string) string) error {
	return cc.MGet(ctx, name("a"), name("b")).Err()
}

func upperCase(ctx context.Context, cc *redis.ClusterClient, id string) error {
	return cc.MGet(ctx, strings.ToLower(id), "{"+strings.ToLower(id)+"}").Err()
}

func stream(ctx context.Context, cc *redis.ClusterClient) error {
	return cc.XRead(ctx, &redis.XReadArgs{Streams: []string{"a", "b", "0", "0"}, Block: -1}).Err() // want `keys a and b lie in different hash slots; a cluster rejects XREAD with CROSSSLOT`
}

func inLoop(ctx context.Context, cc *redis.ClusterClient, ids []string) error {
	_, err := cc.TxPipelined(ctx, func(p redis.Pipeliner) error {
		for _, id := range ids {
			p.Incr(ctx, "user:"+id)
		}
		return nil
	})
	return err
}

// The fields of a table's rows and of a decoded value are not known, not empty.
func tableOfKeys(ctx context.Context, cc *redis.ClusterClient, decode func(any) error) error {
	for _, row := range []struct{ id, sku string }{{id: "a", sku: "b"}, {id: "c", sku: "d"}} {
		if err := cc.MGet(ctx, "{"+row.id+"}:a", "{"+row.id+"}:b").Err(); err != nil {
			return err
		}
	}
	var job struct{ Queue string }
	if err := decode(&job); err != nil {
		return err
	}
	return cc.Rename(ctx, "{"+job.Queue+"}:a", "{"+job.Queue+"}:b").Err()
}

// What the caller passes may be a whole key, with its tag.
func leadingParameter(ctx context.Context, cc *redis.ClusterClient, key string) error {
	return cc.Rename(ctx, key, key+":old").Err()
}

func prefixParameter(ctx context.Context, cc *redis.ClusterClient, prefix string) error {
	return cc.Rename(ctx, "app:"+prefix+":new", "app:"+prefix+":old").Err()
}

func keysOfTheCaller(ctx context.Context, cc *redis.ClusterClient, names []string) error {
	_, err := cc.TxPipelined(ctx, func(p redis.Pipeliner) error {
		for _, k := range names {
			p.Incr(ctx, k)
		}
		p.Set(ctx, names[0]+":at", 1, 0)
		return nil
	})
	return err
}
