// Package lostupdate has the situations of the check lostupdate.
package lostupdate

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/redisvettest/lostupdate/store"
)

func addConstant(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := rdb.Get(ctx, key).Int64()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, n+5, 0).Err() // want `key is read by Get and written back by Set; an update in between is lost, use IncrBy`
}

func subtractInPlace(ctx context.Context, rdb redis.UniversalClient, id string) error {
	stock, err := rdb.Get(ctx, "stock:"+id).Int()
	if err != nil {
		return err
	}
	stock--
	return rdb.Set(ctx, "stock:"+id, stock, redis.KeepTTL).Err() // want `"stock:" \+ id is read by Get and written back by Set; an update in between is lost, use DecrBy`
}

func textRoundTrip(ctx context.Context, rdb redis.Cmdable, key string) error {
	s, err := rdb.Get(ctx, key).Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	n, _ := strconv.Atoi(s)
	next := strconv.Itoa(n + 1)
	_, err = rdb.Set(ctx, key, next, 0).Result() // want `key is read by Get and written back by Set; an update in between is lost, use IncrBy`
	return err
}

func floatAmount(ctx context.Context, rdb *redis.Client, key string, x float64) {
	f, _ := rdb.Get(ctx, key).Float64()
	rdb.Set(ctx, key, f+x, 0) // want `use IncrByFloat`
}

func joinText(ctx context.Context, rdb *redis.Client, key, line string) {
	s := rdb.Get(ctx, key).Val()
	rdb.Set(ctx, key, s+line, 0) // want `use Append or Watch`
}

func sprintfKeyTwice(ctx context.Context, rdb *redis.Client, id int) {
	n, _ := rdb.Get(ctx, fmt.Sprintf("user:%d:points", id)).Int()
	rdb.Set(ctx, fmt.Sprintf("user:%d:points", id), n*2, time.Hour) // want `read by Get and written back by Set; an update in between is lost, use Watch or a script`
}

func hashField(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.HGet(ctx, key, "views").Int()
	rdb.HSet(ctx, key, "views", n+1) // want `field "views" of key is read by HGet and written back by HSet; an update in between is lost, use HIncrBy`
}

func hashFieldAmongSeveral(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.HGet(ctx, key, "views").Int()
	rdb.HSet(ctx, key, "seen", time.Now().Unix(), "views", n+1) // want `is read by HGet and written back by HSet`
}

func hashFieldInMap(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.HGet(ctx, key, "views").Int()
	rdb.HSet(ctx, key, map[string]any{"seen": time.Now().Unix(), "views": n + 1}) // want `is read by HGet and written back by HSet`
}

func otherField(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.HGet(ctx, key, "views").Int()
	rdb.HSet(ctx, key, "rank", n/100)
}

func hashGetAll(ctx context.Context, rdb *redis.Client, key string) error {
	m, err := rdb.HGetAll(ctx, key).Result()
	if err != nil {
		return err
	}
	balance, _ := strconv.ParseInt(m["balance"], 10, 64)
	return rdb.HSet(ctx, key, "balance", balance+10).Err() // want `field "balance" of key is read by HGetAll and written back by HSet; an update in between is lost, use HIncrBy`
}

func hashGetAllThenFreshField(ctx context.Context, rdb *redis.Client, key string) error {
	m, err := rdb.HGetAll(ctx, key).Result()
	if err != nil {
		return err
	}
	if len(m) == 0 {
		return errors.New("no user")
	}
	return rdb.HSet(ctx, key, "seen", time.Now().Unix()).Err()
}

type user struct {
	Name   string
	Visits int
	Tags   []string
}

func jsonDocument(ctx context.Context, rdb *redis.Client, key string) error {
	b, err := rdb.Get(ctx, key).Bytes()
	if err != nil {
		return err
	}
	var u user
	if err := json.Unmarshal(b, &u); err != nil {
		return err
	}
	u.Visits++
	b, err = json.Marshal(u)
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, b, 0).Err() // want `key is read by Get and written back by Set; an update in between is lost, use Watch or a script`
}

func jsonPointer(ctx context.Context, rdb *redis.Client, key, name string) error {
	s, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return err
	}
	u := &user{}
	if err := json.Unmarshal([]byte(s), u); err != nil {
		return err
	}
	u.Name = name
	out, _ := json.Marshal(u)
	return rdb.Set(ctx, key, string(out), time.Hour).Err() // want `key is read by Get and written back by Set`
}

func jsonMap(ctx context.Context, rdb *redis.Client, key, field, value string) {
	s := rdb.Get(ctx, key).Val()
	m := map[string]string{}
	json.Unmarshal([]byte(s), &m)
	m[field] = value
	b, _ := json.Marshal(m)
	rdb.Set(ctx, key, b, 0) // want `key is read by Get and written back by Set`
}

func jsonSliceAppend(ctx context.Context, rdb *redis.Client, key, item string) {
	s := rdb.Get(ctx, key).Val()
	var items []string
	json.Unmarshal([]byte(s), &items)
	items = append(items, item)
	b, _ := json.Marshal(items)
	rdb.Set(ctx, key, b, 0) // want `key is read by Get and written back by Set`
}

func jsonElement(ctx context.Context, rdb *redis.Client, key, name string) {
	s := rdb.Get(ctx, key).Val()
	var users []user
	json.Unmarshal([]byte(s), &users)
	for i := range users {
		if users[i].Name == name {
			users[i].Visits++
		}
	}
	b, _ := json.Marshal(users)
	rdb.Set(ctx, key, b, 0) // want `key is read by Get and written back by Set`
}

func jsonDelete(ctx context.Context, rdb *redis.Client, key, field string) {
	s := rdb.Get(ctx, key).Val()
	var m map[string]string
	json.Unmarshal([]byte(s), &m)
	delete(m, field)
	b, _ := json.Marshal(m)
	rdb.Set(ctx, key, b, 0) // want `key is read by Get and written back by Set`
}

func gobDocument(ctx context.Context, rdb *redis.Client, key string) {
	b, _ := rdb.Get(ctx, key).Bytes()
	var u user
	gob.NewDecoder(bytes.NewReader(b)).Decode(&u)
	u.Visits += 2
	var buf bytes.Buffer
	gob.NewEncoder(&buf).Encode(u)
	rdb.Set(ctx, key, buf.Bytes(), 0) // want `key is read by Get and written back by Set`
}

func refreshedUnchanged(ctx context.Context, rdb *redis.Client, key string) error {
	b, err := rdb.Get(ctx, key).Bytes()
	if err != nil {
		return err
	}
	var u user
	if err := json.Unmarshal(b, &u); err != nil {
		return err
	}
	out, _ := json.Marshal(u)
	return rdb.Set(ctx, key, out, time.Hour).Err()
}

func refreshedBytes(ctx context.Context, rdb *redis.Client, key string) error {
	b, err := rdb.Get(ctx, key).Bytes()
	if err != nil {
		return err
	}
	return rdb.Set(ctx, key, b, time.Hour).Err()
}

type repo interface {
	User(ctx context.Context, id string) (user, error)
	Fill(ctx context.Context, id string, u *user) error
}

func cacheAside(ctx context.Context, rdb *redis.Client, db repo, id string) (user, error) {
	var u user
	b, err := rdb.Get(ctx, "user:"+id).Bytes()
	if err == nil && json.Unmarshal(b, &u) == nil {
		return u, nil
	}
	u, err = db.User(ctx, id)
	if err != nil {
		return u, err
	}
	if b, err = json.Marshal(u); err == nil {
		rdb.Set(ctx, "user:"+id, b, time.Hour)
	}
	return u, nil
}

func cacheAsidePointer(ctx context.Context, rdb *redis.Client, db repo, id string) (*user, error) {
	u := new(user)
	if s, err := rdb.Get(ctx, "user:"+id).Result(); err == nil {
		if err := json.Unmarshal([]byte(s), u); err == nil {
			return u, nil
		}
	}
	if err := db.Fill(ctx, id, u); err != nil {
		return nil, err
	}
	b, _ := json.Marshal(u)
	rdb.Set(ctx, "user:"+id, b, time.Hour)
	return u, nil
}

func cacheOrDefault(ctx context.Context, rdb *redis.Client, key string, load func() string) string {
	v := rdb.Get(ctx, key).Val()
	if v == "" {
		v = load()
	}
	rdb.Set(ctx, key, v, time.Minute)
	return v
}

func cacheOfNumber(ctx context.Context, rdb *redis.Client, key string, count func(context.Context) (int, error)) (int, error) {
	n, err := rdb.Get(ctx, key).Int()
	if err == nil {
		return n, nil
	}
	n, err = count(ctx)
	if err != nil {
		return 0, err
	}
	return n, rdb.Set(ctx, key, n, time.Minute).Err()
}

func toggle(ctx context.Context, rdb *redis.Client, key string) {
	cur := rdb.Get(ctx, key).Val()
	next := "on"
	if cur == "on" {
		next = "off"
	}
	rdb.Set(ctx, key, next, 0) // want `key is read by Get and written back by Set; an update in between is lost, use Watch or a script`
}

func helperComputes(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.Get(ctx, key).Int()
	rdb.Set(ctx, key, double(n), 0) // want `key is read by Get and written back by Set`
}

func double(n int) int { return n * 2 }

func helperChanges(ctx context.Context, rdb *redis.Client, key string) {
	u, err := decodeUser(rdb.Get(ctx, key).Val())
	if err != nil {
		return
	}
	rename(u, "x")
	rdb.Set(ctx, key, encodeUser(u), 0) // want `key is read by Get and written back by Set`
}

func helperOnlyDecodes(ctx context.Context, rdb *redis.Client, key string) {
	u, err := decodeUser(rdb.Get(ctx, key).Val())
	if err != nil {
		return
	}
	rdb.Set(ctx, key, encodeUser(u), time.Hour)
}

func decodeUser(s string) (*user, error) {
	var u user
	err := json.Unmarshal([]byte(s), &u)
	return &u, err
}

func encodeUser(u *user) string {
	b, _ := json.Marshal(u)
	return string(b)
}

func rename(u *user, name string) { u.Name = name }

func (u *user) visit() { u.Visits++ }

func methodChanges(ctx context.Context, rdb *redis.Client, key string) {
	u, err := decodeUser(rdb.Get(ctx, key).Val())
	if err != nil {
		return
	}
	u.visit()
	rdb.Set(ctx, key, encodeUser(u), 0) // want `key is read by Get and written back by Set`
}

func freshStruct(ctx context.Context, rdb *redis.Client, key string) {
	old, err := decodeUser(rdb.Get(ctx, key).Val())
	if err != nil {
		return
	}
	b, _ := json.Marshal(user{Name: old.Name, Visits: old.Visits + 1})
	rdb.Set(ctx, key, b, 0) // want `key is read by Get and written back by Set`
}

func unrelatedValue(ctx context.Context, rdb *redis.Client, key, v string) error {
	old, err := rdb.Get(ctx, key).Result()
	if err != nil {
		return err
	}
	fmt.Println("was", old)
	return rdb.Set(ctx, key, v, 0).Err()
}

func otherKey(ctx context.Context, rdb *redis.Client, a, b string) {
	n, _ := rdb.Get(ctx, a).Int()
	rdb.Set(ctx, b, n+1, 0)
}

func otherServer(ctx context.Context, from, to *redis.Client, key string) {
	n, _ := from.Get(ctx, key).Int()
	to.Set(ctx, key, n+1, 0)
}

func derivedKey(ctx context.Context, rdb *redis.Client, id string) {
	n, _ := rdb.Get(ctx, "a:"+id).Int()
	rdb.Set(ctx, "b:"+id, n+1, 0)
}

func ttlOnly(ctx context.Context, rdb *redis.Client, key, v string) {
	n, _ := rdb.Get(ctx, key).Int()
	rdb.Set(ctx, key, v, time.Duration(n)*time.Second)
}

func pipelinedRead(ctx context.Context, rdb *redis.Client, key string) error {
	pipe := rdb.Pipeline()
	get := pipe.Get(ctx, key)
	if _, err := pipe.Exec(ctx); err != nil {
		return err
	}
	n, _ := get.Int()
	return rdb.Set(ctx, key, n+1, 0).Err() // want `key is read by Get and written back by Set`
}

func writtenInTransaction(ctx context.Context, rdb *redis.Client, from, to string, amount int64) error {
	a, err := rdb.Get(ctx, from).Int64()
	if err != nil {
		return err
	}
	b, err := rdb.Get(ctx, to).Int64()
	if err != nil {
		return err
	}
	_, err = rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, from, a-amount, 0) // want `from is read by Get and written back by Set; an update in between is lost, use DecrBy`
		p.Set(ctx, to, b+amount, 0)   // want `to is read by Get and written back by Set; an update in between is lost, use IncrBy`
		return nil
	})
	return err
}

func underWatch(ctx context.Context, rdb *redis.Client, key string) error {
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

func underWatchWithHelper(ctx context.Context, rdb *redis.Client, key string) error {
	return rdb.Watch(ctx, func(tx *redis.Tx) error {
		n, err := readNumber(ctx, tx, key)
		if err != nil {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			return writeNumber(ctx, p, key, n+1)
		})
		return err
	}, key)
}

func readNumber(ctx context.Context, c redis.Cmdable, key string) (int, error) {
	return c.Get(ctx, key).Int()
}

func writeNumber(ctx context.Context, c redis.Cmdable, key string, n int) error {
	return c.Set(ctx, key, n, 0).Err()
}

func throughHelpers(ctx context.Context, rdb *redis.Client, key string) error {
	n, err := readNumber(ctx, rdb, key)
	if err != nil {
		return err
	}
	return writeNumber(ctx, rdb, key, n+1) // want `is read by readNumber and written back by writeNumber; an update in between is lost, use IncrBy`
}

func otherPackage(ctx context.Context, s *store.Store, key string) error {
	n, err := s.GetInt(ctx, key)
	if err != nil {
		return err
	}
	return s.SetInt(ctx, key, n+1) // want `is read by GetInt and written back by SetInt; an update in between is lost`
}

func otherPackageDocument(ctx context.Context, s *store.Store, key string) error {
	var u user
	if err := s.GetJSON(ctx, key, &u); err != nil {
		return err
	}
	u.Visits++
	return s.SetJSON(ctx, key, u, time.Hour) // want `is read by GetJSON and written back by SetJSON`
}

func otherPackageUnchanged(ctx context.Context, s *store.Store, key string) error {
	var u user
	if err := s.GetJSON(ctx, key, &u); err != nil {
		return err
	}
	return s.SetJSON(ctx, key, u, time.Hour)
}

func otherPackageCache(ctx context.Context, s *store.Store, db repo, id string) (user, error) {
	var u user
	if err := s.GetJSON(ctx, id, &u); err == nil {
		return u, nil
	}
	u, err := db.User(ctx, id)
	if err != nil {
		return u, err
	}
	return u, s.SetJSON(ctx, id, u, time.Hour)
}

func otherPackageField(ctx context.Context, s *store.Store, key string) error {
	n, err := s.Field(ctx, key, "count")
	if err != nil {
		return err
	}
	return s.SetField(ctx, key, "count", n+1) // want `is read by Field and written back by SetField`
}

func otherPackageOtherField(ctx context.Context, s *store.Store, key string) error {
	n, err := s.Field(ctx, key, "count")
	if err != nil {
		return err
	}
	return s.SetField(ctx, key, "rank", n+1)
}

type embedded struct{ *redis.Client }

func (e embedded) bump(ctx context.Context, key string) {
	n, _ := e.Get(ctx, key).Int()
	e.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
}

type appClient interface {
	Get(ctx context.Context, key string) *redis.StringCmd
	Set(ctx context.Context, key string, value any, ttl time.Duration) *redis.StatusCmd
}

func appInterface(ctx context.Context, c appClient, key string) {
	n, _ := c.Get(ctx, key).Int()
	c.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
}

func generic[C redis.Cmdable](ctx context.Context, c C, key string) {
	n, _ := c.Get(ctx, key).Int()
	c.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
}

func useGeneric(ctx context.Context, c *redis.Client) { generic(ctx, c, "k") }

type service struct {
	rdb    *redis.Client
	other  *redis.Client
	prefix string
}

func (s *service) key(id string) string { return s.prefix + ":" + id }

func (s *service) keyMethodTwice(ctx context.Context, id string) error {
	n, err := s.rdb.Get(ctx, s.key(id)).Int()
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, s.key(id), n+1, 0).Err() // want `read by Get and written back by Set`
}

func (s *service) otherField(ctx context.Context, id string) error {
	n, err := s.rdb.Get(ctx, s.key(id)).Int()
	if err != nil {
		return err
	}
	return s.other.Set(ctx, s.key(id), n+1, 0).Err()
}

func (s *service) client() *redis.Client { return s.rdb }

func (s *service) getterTwice(ctx context.Context, id string) {
	n, _ := s.client().Get(ctx, id).Int()
	s.client().Set(ctx, id, n+1, 0) // want `id is read by Get and written back by Set`
}

func inLoop(ctx context.Context, rdb *redis.Client, ids []string) {
	for _, id := range ids {
		n, err := rdb.Get(ctx, id).Int()
		if err != nil {
			continue
		}
		rdb.Set(ctx, id, n+1, 0) // want `id is read by Get and written back by Set`
	}
}

func inGoroutine(ctx context.Context, rdb *redis.Client, key string) {
	go func() {
		n, _ := rdb.Get(ctx, key).Int()
		rdb.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
	}()
}

func inDefer(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.Get(ctx, key).Int()
	defer func() {
		rdb.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
	}()
}

func capturedByClosure(ctx context.Context, rdb *redis.Client, key string) error {
	n := 0
	read := func() (err error) {
		n, err = rdb.Get(ctx, key).Int()
		return err
	}
	if err := read(); err != nil {
		return err
	}
	n += 3
	return rdb.Set(ctx, key, n, 0).Err() // want `key is read by Get and written back by Set`
}

func earlyReturn(ctx context.Context, rdb *redis.Client, key string, dry bool) error {
	n, err := rdb.Get(ctx, key).Int()
	if err != nil || dry {
		return err
	}
	if err := rdb.Set(ctx, key, n+1, 0).Err(); err != nil { // want `key is read by Get and written back by Set`
		return fmt.Errorf("set: %w", err)
	}
	return nil
}

func scanned(ctx context.Context, rdb *redis.Client, key string) {
	var n int
	if err := rdb.Get(ctx, key).Scan(&n); err != nil {
		return
	}
	rdb.Set(ctx, key, n+1, 0) // want `key is read by Get and written back by Set`
}

func overwrittenBeforeWrite(ctx context.Context, rdb *redis.Client, key string, fresh int) {
	n, _ := rdb.Get(ctx, key).Int()
	fmt.Println(n)
	n = fresh
	rdb.Set(ctx, key, n+1, 0)
}

func sortedSetScore(ctx context.Context, rdb *redis.Client, key, member string) {
	s, _ := rdb.ZScore(ctx, key, member).Result()
	rdb.ZAdd(ctx, key, redis.Z{Score: s + 1, Member: member}) // want `key is read by ZScore and written back by ZAdd; an update in between is lost, use ZIncrBy`
}

func listRewritten(ctx context.Context, rdb *redis.Client, key, gone string) {
	items, _ := rdb.LRange(ctx, key, 0, -1).Result()
	rdb.Del(ctx, key)
	for _, it := range items {
		rdb.RPush(ctx, key, strings.ToUpper(it)) // want `key is read by LRange and written back by RPush`
	}
}

func rawCommands(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.Do(ctx, "GET", key).Int()
	rdb.Do(ctx, "SET", key, n+1) // want `key is read by Do and written back by Do; an update in between is lost, use IncrBy`
}

func bothAccounts(ctx context.Context, rdb *redis.Client, from, to string, amount int) error {
	vals, err := rdb.MGet(ctx, from, to).Result()
	if err != nil {
		return err
	}
	a, _ := strconv.Atoi(vals[0].(string))
	return rdb.Set(ctx, from, a-amount, 0).Err() // want `from is read by MGet and written back by Set`
}

func counterFlushed(ctx context.Context, rdb *redis.Client, key string, save func(int64) error) error {
	n, err := rdb.Get(ctx, key).Int64()
	if err != nil || n == 0 {
		return err
	}
	if err := save(n); err != nil {
		return err
	}
	return rdb.DecrBy(ctx, key, n).Err()
}

func incrementOnServer(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	old, err := rdb.Get(ctx, key).Int64()
	if err != nil && err != redis.Nil {
		return 0, err
	}
	fmt.Println("before", old)
	return rdb.IncrBy(ctx, key, 1).Result()
}

func shadowed(ctx context.Context, rdb *redis.Client, key string) {
	n, _ := rdb.Get(ctx, key).Int()
	if n := 5; n > 3 {
		rdb.Set(ctx, key, n+1, 0)
	}
	fmt.Println(n)
}

func switchState(ctx context.Context, rdb *redis.Client, key string) error {
	next := ""
	switch rdb.Get(ctx, key).Val() {
	case "new":
		next = "paid"
	case "paid":
		next = "shipped"
	default:
		return errors.New("bad state")
	}
	return rdb.Set(ctx, key, next, 0).Err() // want `key is read by Get and written back by Set`
}

func setOfReply(ctx context.Context, rdb *redis.Client, key string) {
	members := rdb.SMembers(ctx, key).Val()
	for _, m := range members {
		if strings.HasPrefix(m, "old") {
			rdb.SRem(ctx, key, m)
		}
	}
}

func methodValue(ctx context.Context, rdb *redis.Client, key string) {
	get, set := rdb.Get, rdb.Set
	n, _ := get(ctx, key).Int()
	set(ctx, key, n+1, 0) // want `is read by`
}
