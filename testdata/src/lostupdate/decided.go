package lostupdate

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/lostupdate/store"
)

var errTaken = errors.New("taken")

func existsThenSet(ctx context.Context, rdb *redis.Client, key, token string) error {
	if n, err := rdb.Exists(ctx, key).Result(); err != nil || n > 0 {
		return err
	}
	return rdb.Set(ctx, key, token, time.Minute).Err() // want `key is looked up by Exists before Set writes it; two callers can both find it missing, use SetNX`
}

func existsThenSetConstant(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	n, err := rdb.Exists(ctx, key).Result()
	if err != nil {
		return false, err
	}
	if n == 1 {
		return false, nil
	}
	if err := rdb.Set(ctx, key, "1", time.Minute).Err(); err != nil { // want `key is looked up by Exists before Set writes it`
		return false, err
	}
	return true, nil
}

func missThenSet(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	_, err := rdb.Get(ctx, key).Result()
	if err == redis.Nil {
		return true, rdb.Set(ctx, key, "1", time.Hour).Err() // want `key is looked up by Get before Set writes it; two callers can both find it missing, use SetNX`
	}
	return false, err
}

func errorsIsMissThenSet(ctx context.Context, rdb *redis.Client, key, owner string) error {
	err := rdb.Get(ctx, key).Err()
	if !errors.Is(err, redis.Nil) {
		return errTaken
	}
	return rdb.Set(ctx, key, owner, time.Minute).Err() // want `key is looked up by Get before Set writes it`
}

func emptyThenSet(ctx context.Context, rdb *redis.Client, key, owner string) error {
	if rdb.Get(ctx, key).Val() != "" {
		return errTaken
	}
	rdb.Set(ctx, key, owner, time.Minute) // want `key is looked up by Get before Set writes it`
	return nil
}

func missThenFill(ctx context.Context, rdb *redis.Client, db repo, id string) (string, error) {
	v, err := rdb.Get(ctx, id).Result()
	if errors.Is(err, redis.Nil) {
		u, err := db.User(ctx, id)
		if err != nil {
			return "", err
		}
		rdb.Set(ctx, id, u.Name, time.Minute)
		return u.Name, nil
	}
	return v, err
}

func missThenDefault(ctx context.Context, rdb *redis.Client, key string) string {
	v, err := rdb.Get(ctx, key).Result()
	if err == redis.Nil {
		v = "default"
		rdb.Set(ctx, key, v, 0)
	}
	return v
}

func existsThenFill(ctx context.Context, rdb *redis.Client, db repo, id string) error {
	n, err := rdb.Exists(ctx, id).Result()
	if err != nil || n > 0 {
		return err
	}
	u, err := db.User(ctx, id)
	if err != nil {
		return err
	}
	return rdb.HSet(ctx, id, "name", u.Name).Err()
}

func existsThenSameFlag(ctx context.Context, rdb *redis.Client, key string) {
	if rdb.Exists(ctx, key).Val() == 0 {
		rdb.Set(ctx, key, "seen", time.Hour)
	}
}

func mustExist(ctx context.Context, rdb *redis.Client, key, name string) error {
	n, err := rdb.Exists(ctx, key).Result()
	if err != nil {
		return err
	}
	if n == 0 {
		return errors.New("no such user")
	}
	return rdb.HSet(ctx, key, "name", name).Err()
}

func createHash(ctx context.Context, rdb *redis.Client, key, name string) error {
	if rdb.Exists(ctx, key).Val() > 0 {
		return errTaken
	}
	return rdb.HSet(ctx, key, "name", name).Err() // want `is looked up by Exists before HSet writes it; two callers can both find it missing, use HSetNX`
}

func fieldOnce(ctx context.Context, rdb *redis.Client, key, field, v string) error {
	ok, err := rdb.HExists(ctx, key, field).Result()
	if err != nil {
		return err
	}
	if ok {
		return errTaken
	}
	return rdb.HSet(ctx, key, field, v).Err() // want `field field of key is looked up by HExists before HSet writes it; two callers can both find it missing, use HSetNX`
}

func fieldOnceOther(ctx context.Context, rdb *redis.Client, key, field, v string) error {
	ok, err := rdb.HExists(ctx, key, "lock").Result()
	if err != nil || ok {
		return err
	}
	return rdb.HSet(ctx, key, "name", v).Err()
}

func memberOnce(ctx context.Context, rdb *redis.Client, key, user string) error {
	in, err := rdb.SIsMember(ctx, key, user).Result()
	if err != nil {
		return err
	}
	if in {
		return errTaken
	}
	return rdb.SAdd(ctx, key, user).Err() // want `key is looked up by SIsMember before SAdd writes it; two callers can both find it missing, use the reply of SAdd`
}

func memberIdempotent(ctx context.Context, rdb *redis.Client, key, user string) error {
	if !rdb.SIsMember(ctx, key, user).Val() {
		if err := rdb.SAdd(ctx, key, user).Err(); err != nil {
			return err
		}
	}
	return nil
}

func memberReply(ctx context.Context, rdb *redis.Client, key, user string) error {
	if rdb.SIsMember(ctx, key, user).Val() {
		return errTaken
	}
	n, err := rdb.SAdd(ctx, key, user).Result()
	if err != nil {
		return err
	}
	if n == 0 {
		return errTaken
	}
	return nil
}

func stockThenDecr(ctx context.Context, rdb *redis.Client, id string) error {
	stock, err := rdb.Get(ctx, "stock:"+id).Int()
	if err != nil {
		return err
	}
	if stock <= 0 {
		return errors.New("sold out")
	}
	return rdb.Decr(ctx, "stock:"+id).Err() // want `"stock:" \+ id is tested by Get before Decr changes it; two callers can both pass the test, use Watch or a script`
}

func stockText(ctx context.Context, rdb *redis.Client, key string, n int64) error {
	s, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return err
	}
	have, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return err
	}
	if have < n {
		return errors.New("too few")
	}
	rdb.DecrBy(ctx, key, n) // want `key is tested by Get before DecrBy changes it`
	return nil
}

func stockAndClaimInTransaction(ctx context.Context, rdb *redis.Client, stock, claims, user string) error {
	left, err := rdb.Get(ctx, stock).Int()
	if err != nil {
		return err
	}
	if left > 0 {
		_, err = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Decr(ctx, stock) // want `stock is tested by Get before Decr changes it`
			p.SAdd(ctx, claims, user)
			return nil
		})
	}
	return err
}

func readsInPipeline(ctx context.Context, rdb *redis.Client, stock, claims, user string) error {
	pipe := rdb.Pipeline()
	left := pipe.Get(ctx, stock)
	claimed := pipe.SIsMember(ctx, claims, user)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	n, _ := left.Int()
	if n <= 0 || claimed.Val() {
		return errTaken
	}
	pipe = rdb.Pipeline()
	pipe.Decr(ctx, stock)        // want `stock is tested by Get before Decr changes it`
	pipe.SAdd(ctx, claims, user) // want `claims is looked up by SIsMember before SAdd writes it`
	_, err := pipe.Exec(ctx)
	return err
}

func decrAndTest(ctx context.Context, rdb *redis.Client, key string) error {
	if n, _ := rdb.Get(ctx, key).Int(); n <= 0 {
		return errTaken
	}
	left, err := rdb.Decr(ctx, key).Result()
	if err != nil {
		return err
	}
	if left < 0 {
		rdb.Incr(ctx, key)
		return errTaken
	}
	return nil
}

func limiter(ctx context.Context, rdb *redis.Client, key string, limit int) (bool, error) {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil && err != redis.Nil {
		return false, err
	}
	if n >= limit {
		return false, nil
	}
	return true, rdb.Incr(ctx, key).Err() // want `key is tested by Get before Incr changes it`
}

func window(ctx context.Context, rdb *redis.Client, key string, limit int64) bool {
	now := time.Now()
	rdb.ZRemRangeByScore(ctx, key, "0", fmt.Sprint(now.Add(-time.Minute).UnixMilli()))
	if rdb.ZCard(ctx, key).Val() >= limit {
		return false
	}
	rdb.ZAdd(ctx, key, redis.Z{Score: float64(now.UnixMilli()), Member: now.UnixNano()}) // want `key is tested by ZCard before ZAdd changes it`
	return true
}

func highScore(ctx context.Context, rdb *redis.Client, key string, score int) {
	best, _ := rdb.Get(ctx, key).Int()
	if score > best {
		rdb.Set(ctx, key, score, 0) // want `key is tested by Get before Set changes it; two callers can both pass the test, use Watch or a script`
	}
}

func onlyIfChanged(ctx context.Context, rdb *redis.Client, key, v string) error {
	if rdb.Get(ctx, key).Val() == v {
		return nil
	}
	return rdb.Set(ctx, key, v, 0).Err()
}

func onlyIfNumberChanged(ctx context.Context, rdb *redis.Client, key string, v int) error {
	if cur, err := rdb.Get(ctx, key).Int(); err == nil && cur == v {
		return nil
	}
	return rdb.Set(ctx, key, v, 0).Err()
}

func statusMachine(ctx context.Context, rdb *redis.Client, key string) error {
	if rdb.HGet(ctx, key, "status").Val() != "pending" {
		return errTaken
	}
	return rdb.HSet(ctx, key, "status", "running").Err() // want `field "status" of key is tested by HGet before HSet changes it`
}

func statusOfWholeHash(ctx context.Context, rdb *redis.Client, key string) error {
	job, err := rdb.HGetAll(ctx, key).Result()
	if err != nil {
		return err
	}
	if job["status"] != "pending" {
		return errTaken
	}
	return rdb.HSet(ctx, key, "status", "running").Err() // want `field "status" of key is tested by HGetAll before HSet changes it`
}

func otherFieldOfWholeHash(ctx context.Context, rdb *redis.Client, key, owner string) error {
	job, err := rdb.HGetAll(ctx, key).Result()
	if err != nil {
		return err
	}
	if job["owner"] != owner {
		return errTaken
	}
	return rdb.HSet(ctx, key, "seen", time.Now().Unix()).Err()
}

func rotateToken(ctx context.Context, rdb *redis.Client, key, given, next string) error {
	cur, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return err
	}
	if cur != given {
		return errors.New("bad token")
	}
	return rdb.Set(ctx, key, next, time.Hour).Err() // want `key is tested by Get before Set changes it`
}

func logged(ctx context.Context, rdb *redis.Client, key string) {
	if n, _ := rdb.Get(ctx, key).Int(); n > 100 {
		log.Print("many")
	}
	rdb.Incr(ctx, key)
}

func counterStarted(ctx context.Context, rdb *redis.Client, key string) {
	if rdb.Exists(ctx, key).Val() == 0 {
		rdb.Set(ctx, key, 0, time.Hour)
	}
	rdb.Incr(ctx, key)
}

func staleCache(ctx context.Context, rdb *redis.Client, db repo, id string) error {
	v, _ := rdb.Get(ctx, id).Int()
	if v < 10 {
		u, err := db.User(ctx, id)
		if err != nil {
			return err
		}
		return rdb.Set(ctx, id, u.Visits, 0).Err()
	}
	return nil
}

type locker interface {
	Obtain(ctx context.Context, key string, ttl time.Duration) (release func(), err error)
}

func underDistributedLock(ctx context.Context, rdb *redis.Client, l locker, key string) error {
	release, err := l.Obtain(ctx, "lock:"+key, time.Second)
	if err != nil {
		return err
	}
	defer release()
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+1, 0).Err()
}

func underSetNX(ctx context.Context, rdb *redis.Client, key, token string) error {
	ok, err := rdb.SetNX(ctx, key+":lock", token, time.Second).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errTaken
	}
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+1, 0).Err()
}

func setNXNotTested(ctx context.Context, rdb *redis.Client, key string) error {
	rdb.SetNX(ctx, key, 0, 0)
	n, err := rdb.Get(ctx, key).Int()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+1, 0).Err() // want `key is read by Get and written back by Set`
}

type guarded struct {
	mu  sync.Mutex
	rdb *redis.Client
}

func (g *guarded) underMutex(ctx context.Context, key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, _ := g.rdb.Get(ctx, key).Int()
	g.rdb.Set(ctx, key, n+1, 0)
}

func (g *guarded) unlockedTooEarly(ctx context.Context, key string) {
	g.mu.Lock()
	n, _ := g.rdb.Get(ctx, key).Int()
	g.mu.Unlock()
	g.rdb.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
}

func (g *guarded) lockedTooLate(ctx context.Context, key string) {
	n, _ := g.rdb.Get(ctx, key).Int()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.rdb.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
}

func (g *guarded) incr(ctx context.Context, key string) {
	n, _ := g.rdb.Get(ctx, key).Int()
	g.rdb.Set(ctx, key, n+1, 0)
}

func (g *guarded) CallerLocks(ctx context.Context, key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.incr(ctx, key)
}

func (g *guarded) withLock(ctx context.Context, f func() error) error { return f() }

func (g *guarded) insideWithLock(ctx context.Context, key string) error {
	return g.withLock(ctx, func() error {
		n, err := g.rdb.Get(ctx, key).Int()
		if err != nil {
			return err
		}
		return g.rdb.Set(ctx, key, n+1, 0).Err()
	})
}

func (g *guarded) bumpLocked(ctx context.Context, key string) {
	n, _ := g.rdb.Get(ctx, key).Int()
	g.rdb.Set(ctx, key, n+1, 0)
}

func script(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil || n <= 0 {
		return err
	}
	return rdb.Eval(ctx, "return redis.call('DECR', KEYS[1])", []string{key}).Err()
}

func setNX(ctx context.Context, rdb *redis.Client, key, v string) error {
	if rdb.Exists(ctx, key).Val() > 0 {
		return errTaken
	}
	return rdb.SetNX(ctx, key, v, time.Minute).Err()
}

func helperTests(ctx context.Context, rdb *redis.Client, key, v string) error {
	there, err := has(ctx, rdb, key)
	if err != nil {
		return err
	}
	if there {
		return errTaken
	}
	return rdb.Set(ctx, key, v, 0).Err() // want `key is looked up by has before Set writes it`
}

func has(ctx context.Context, rdb *redis.Client, key string) (bool, error) {
	n, err := rdb.Exists(ctx, key).Result()
	if err != nil {
		return false, err
	}
	return n == 1, nil
}

func otherPackageTests(ctx context.Context, s *store.Store, key string) error {
	n, err := s.GetInt(ctx, key)
	if err != nil {
		return err
	}
	if n > 10 {
		return errTaken
	}
	return s.SetInt(ctx, key, 11) // want `is tested by GetInt before SetInt changes it`
}

func flagOfOtherKey(ctx context.Context, rdb *redis.Client, flag, key string) {
	if rdb.Get(ctx, flag).Val() == "on" {
		rdb.Incr(ctx, key)
	}
}

func queueLimit(ctx context.Context, rdb *redis.Client, key, job string) error {
	n, err := rdb.LLen(ctx, key).Result()
	if err != nil {
		return err
	}
	if n >= 100 {
		return errors.New("full")
	}
	return rdb.RPush(ctx, key, job).Err() // want `key is tested by LLen before RPush changes it`
}

func trimmed(ctx context.Context, rdb *redis.Client, key, job string) {
	rdb.LPush(ctx, key, job)
	if rdb.LLen(ctx, key).Val() > 100 {
		rdb.LTrim(ctx, key, 0, 99)
	}
}

// The test for redis.Nil only tells a miss from a failure: the key is written either way.
func missIsNoFailure(ctx context.Context, rdb *redis.Client) error {
	v, err := rdb.Get(ctx, "schema").Int()
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	if v < 3 {
		log.Print("old schema")
	}
	return rdb.Set(ctx, "schema", 3, 0).Err()
}
