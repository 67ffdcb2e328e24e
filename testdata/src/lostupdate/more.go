package lostupdate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

type account struct {
	ID      string
	Balance int64
	History []string
}

type accounts struct {
	rdb redis.UniversalClient
	mu  sync.RWMutex
}

func (a *accounts) load(ctx context.Context, id string) (*account, error) {
	raw, err := a.rdb.Get(ctx, accountKey(id)).Result()
	if err != nil {
		return nil, err
	}
	acc := &account{}
	if err := json.Unmarshal([]byte(raw), acc); err != nil {
		return nil, err
	}
	return acc, nil
}

func (a *accounts) save(ctx context.Context, acc *account) error {
	b, err := json.Marshal(acc)
	if err != nil {
		return err
	}
	return a.rdb.Set(ctx, accountKey(acc.ID), b, 0).Err()
}

func accountKey(id string) string { return "account:" + id }

func (a *accounts) keyOfDocument(ctx context.Context, id string, n int64) error {
	acc, err := a.load(ctx, id)
	if err != nil {
		return err
	}
	acc.Balance += n
	return a.save(ctx, acc) // the key comes from the document: it is not certainly the same
}

func (a *accounts) store(ctx context.Context, id string, acc *account) error {
	b, err := json.Marshal(acc)
	if err != nil {
		return err
	}
	return a.rdb.Set(ctx, accountKey(id), b, 0).Err()
}

func (a *accounts) repository(ctx context.Context, id string, n int64) error {
	acc, err := a.load(ctx, id)
	if err != nil {
		return err
	}
	if acc.Balance < n {
		return errors.New("too little")
	}
	acc.Balance -= n
	acc.History = append(acc.History, fmt.Sprint(-n))
	return a.store(ctx, id, acc) // want `is read by load and written back by store; an update in between is lost, use Watch or a script`
}

func (a *accounts) readLock(ctx context.Context, key string) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	n, _ := a.rdb.Get(ctx, key).Int()
	a.rdb.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
}

func (a *accounts) writeLock(ctx context.Context, key string) {
	a.mu.Lock()
	n, _ := a.rdb.Get(ctx, key).Int()
	a.rdb.Set(ctx, key, n+1, 0)
	a.mu.Unlock()
}

func retryLoopAround(ctx context.Context, rdb *redis.Client, key string) error {
	for range 3 {
		n, err := rdb.Get(ctx, key).Int()
		if err != nil {
			continue
		}
		if err := rdb.Set(ctx, key, n+1, 0).Err(); err == nil { // want `key is read by Get and written back by Set`
			return nil
		}
	}
	return errors.New("no luck")
}

func missStartsAtOne(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int()
	switch {
	case errors.Is(err, redis.Nil):
		n = 0
	case err != nil:
		return err
	}
	n++
	return rdb.Set(ctx, key, n, time.Hour).Err() // want `key is read by Get and written back by Set`
}

func cappedCounter(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.Get(ctx, key).Int()
	n = min(n+1, 100)
	rdb.Set(ctx, key, n, 0) // want `key is read by Get and written back by Set`
}

func bytesJoined(ctx context.Context, rdb *redis.Client, key string, line []byte) {
	b, _ := rdb.Get(ctx, key).Bytes()
	b = append(b, line...)
	rdb.Set(ctx, key, b, 0) // want `key is read by Get and written back by Set`
}

func splitAndJoined(ctx context.Context, rdb *redis.Client, key, item string) {
	items := strings.Split(rdb.Get(ctx, key).Val(), ",")
	items = append(items, item)
	rdb.Set(ctx, key, strings.Join(items, ","), 0) // want `key is read by Get and written back by Set`
}

func builder(ctx context.Context, rdb *redis.Client, key, line string) {
	var b strings.Builder
	b.WriteString(rdb.Get(ctx, key).Val())
	b.WriteString(line)
	rdb.Set(ctx, key, b.String(), 0) // want `key is read by Get and written back by Set`
}

func hashScanned(ctx context.Context, rdb *redis.Client, key string) error {
	var u struct {
		Visits int `redis:"visits"`
	}
	if err := rdb.HGetAll(ctx, key).Scan(&u); err != nil {
		return err
	}
	u.Visits++
	return rdb.HSet(ctx, key, "visits", u.Visits).Err() // want `field "visits" of key is read by HGetAll and written back by HSet`
}

func hashSeveralFields(ctx context.Context, rdb *redis.Client, key string) error {
	vals, err := rdb.HMGet(ctx, key, "sum", "count").Result()
	if err != nil {
		return err
	}
	s, _ := vals[0].(string)
	sum, _ := strconv.Atoi(s)
	return rdb.HSet(ctx, key, "sum", sum+1).Err() // want `field "sum" of key is read by HMGet and written back by HSet`
}

func fieldCopied(ctx context.Context, rdb *redis.Client, key string) {
	v := rdb.HGet(ctx, key, "new").Val()
	rdb.HSet(ctx, key, "old", v)
}

func movingAverage(ctx context.Context, rdb *redis.Client, key string, x float64) error {
	avg, err := rdb.Get(ctx, key).Float64()
	if err != nil && err != redis.Nil {
		return err
	}
	return rdb.Set(ctx, key, 0.9*avg+0.1*x, 0).Err() // want `key is read by Get and written back by Set`
}

func setInPipeline(ctx context.Context, rdb *redis.Client, ks []string) error {
	pipe := rdb.Pipeline()
	gets := make([]*redis.StringCmd, len(ks))
	for i, k := range ks {
		gets[i] = pipe.Get(ctx, k)
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	pipe = rdb.Pipeline()
	for i, k := range ks {
		n, _ := gets[i].Int()
		pipe.Set(ctx, k, n+1, 0)
	}
	_, err := pipe.Exec(ctx)
	return err
}

func callbackComputes(ctx context.Context, rdb *redis.Client, key string, f func(int) int) {
	n, _ := rdb.Get(ctx, key).Int()
	rdb.Set(ctx, key, f(n), 0)
}

func literalComputes(ctx context.Context, rdb *redis.Client, key string) {
	inc := func(n int) int { return n + 1 }
	n, _ := rdb.Get(ctx, key).Int()
	rdb.Set(ctx, key, inc(n), 0) // want `key is read by Get and written back by Set`
}

func update(ctx context.Context, rdb *redis.Client, key string, change func(*account)) error {
	b, err := rdb.Get(ctx, key).Bytes()
	if err != nil {
		return err
	}
	var a account
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	change(&a)
	b, _ = json.Marshal(a)
	return rdb.Set(ctx, key, b, 0).Err() // want `key is read by Get and written back by Set`
}

func randomToken(ctx context.Context, rdb *redis.Client, user string) error {
	old, err := rdb.Get(ctx, "session:"+user).Result()
	if err == nil {
		rdb.Del(ctx, "token:"+old)
	}
	return rdb.Set(ctx, "session:"+user, strconv.Itoa(rand.Int()), time.Hour).Err()
}

func heartbeat(ctx context.Context, rdb *redis.Client, key string) error {
	if _, err := rdb.Get(ctx, key).Result(); err != nil {
		return err
	}
	return rdb.Set(ctx, key, time.Now().Unix(), time.Minute).Err()
}

func warmed(ctx context.Context, rdb *redis.Client, key string, compute func() (string, error)) (string, error) {
	if v, err := rdb.Get(ctx, key).Result(); err == nil {
		return v, nil
	} else if !errors.Is(err, redis.Nil) {
		return "", err
	}
	v, err := compute()
	if err != nil {
		return "", err
	}
	if err := rdb.Set(ctx, key, v, time.Hour).Err(); err != nil {
		return "", err
	}
	return v, nil
}

func negativeCache(ctx context.Context, rdb *redis.Client, db repo, id string) (*user, error) {
	s, err := rdb.Get(ctx, id).Result()
	if err == nil {
		if s == "none" {
			return nil, nil
		}
		return decodeUser(s)
	}
	u, err := db.User(ctx, id)
	if err != nil {
		rdb.Set(ctx, id, "none", time.Minute)
		return nil, err
	}
	rdb.Set(ctx, id, encodeUser(&u), time.Hour)
	return &u, nil
}

func throttled(ctx context.Context, rdb *redis.Client, key string, send func() error) error {
	n, err := rdb.Exists(ctx, key).Result()
	if err != nil {
		return err
	}
	if n > 0 {
		return errors.New("too many requests")
	}
	if err := send(); err != nil {
		return err
	}
	return rdb.Set(ctx, key, "1", time.Minute).Err() // want `key is looked up by Exists before Set writes it`
}

func compensated(ctx context.Context, rdb *redis.Client, key string, n int64) (bool, error) {
	left, err := rdb.DecrBy(ctx, key, n).Result()
	if err != nil {
		return false, err
	}
	if left < 0 {
		return false, rdb.IncrBy(ctx, key, n).Err()
	}
	return true, nil
}

func stockOfHash(ctx context.Context, rdb *redis.Client, key string, n int64) error {
	stock, err := rdb.HGet(ctx, key, "stock").Int64()
	if err != nil {
		return err
	}
	if stock >= n {
		return rdb.HIncrBy(ctx, key, "stock", -n).Err() // want `field "stock" of key is tested by HGet before HIncrBy changes it`
	}
	return errors.New("sold out")
}

func reported(ctx context.Context, rdb *redis.Client, key string, report func(int)) {
	n, _ := rdb.Get(ctx, key).Int()
	report(n)
	rdb.Set(ctx, key, 0, 0)
}

func resetAboveLimit(ctx context.Context, rdb *redis.Client, key string) {
	n := rdb.Incr(ctx, key).Val()
	if n > 1000 {
		rdb.Set(ctx, key, 0, 0)
	}
}

func bitClaim(ctx context.Context, rdb *redis.Client, key string, day int64) (bool, error) {
	if bit, err := rdb.GetBit(ctx, key, day).Result(); err != nil || bit == 1 {
		return false, err
	}
	return true, rdb.SetBit(ctx, key, day, 1).Err() // want `key is tested by GetBit before SetBit changes it; two callers can both pass the test, use the reply of SetBit`
}

func namedResult(ctx context.Context, rdb *redis.Client, key string) (n int, err error) {
	n, err = rdb.Get(ctx, key).Int()
	if err != nil {
		return
	}
	n *= 2
	err = rdb.Set(ctx, key, n, 0).Err() // want `key is read by Get and written back by Set`
	return
}

func channelBetween(ctx context.Context, rdb *redis.Client, key string) {
	ch := make(chan int, 1)
	go func() {
		n, _ := rdb.Get(ctx, key).Int()
		ch <- n
	}()
	rdb.Set(ctx, key, <-ch+1, 0)
}

type state struct{ n int }

func inStructField(ctx context.Context, rdb *redis.Client, key string) {
	var s state
	s.n, _ = rdb.Get(ctx, key).Int()
	s.n += 7
	rdb.Set(ctx, key, s.n, 0) // want `key is read by Get and written back by Set`
}

func inMap(ctx context.Context, rdb *redis.Client, key string) {
	m := map[string]int{}
	m["n"], _ = rdb.Get(ctx, key).Int()
	rdb.Set(ctx, key, m["n"]+1, 0) // want `key is read by Get and written back by Set`
}
