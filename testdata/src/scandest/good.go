package scandest

import (
	"context"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

type binary struct{ b []byte }

func (b *binary) UnmarshalBinary(data []byte) error { b.b = data; return nil }

type text struct{ s string }

func (t *text) UnmarshalText(data []byte) error { t.s = string(data); return nil }

type scanner struct{ s string }

func (t *scanner) ScanRedis(s string) error { t.s = s; return nil }

type words []string

func (w *words) UnmarshalText(data []byte) error { *w = words{string(data)}; return nil }

type allKinds struct {
	Name    string        `redis:"name,omitempty"`
	State   state         `redis:"state"`
	Raw     []byte        `redis:"raw"`
	Age     *int          `redis:"age"`
	At      time.Time     `redis:"at"`
	Life    time.Duration `redis:"life"`
	Bin     binary        `redis:"bin"`
	Text    *text         `redis:"text"`
	Own     scanner       `redis:"own"`
	Words   words         `redis:"words"`
	Skipped []string      `redis:"-"`
	Derived []string
	private int
}

type embedsUntagged struct {
	profile
	Name string `redis:"name"`
}

func goodScalars(ctx context.Context, rdb *redis.Client, key string) {
	var s string
	var n int64
	var b []byte
	var at time.Time
	var d time.Duration
	var ip net.IP
	var bin binary
	_ = rdb.Get(ctx, key).Scan(&s)
	_ = rdb.Get(ctx, key).Scan(&n)
	_ = rdb.Get(ctx, key).Scan(&b)
	_ = rdb.Get(ctx, key).Scan(&at)
	_ = rdb.Get(ctx, key).Scan(&d)
	_ = rdb.Get(ctx, key).Scan(&ip)
	_ = rdb.Get(ctx, key).Scan(&bin)
	pn := new(int)
	_ = rdb.Get(ctx, key).Scan(pn)
}

func goodStructs(ctx context.Context, rdb *redis.Client, key string) {
	var a allKinds
	_ = rdb.HGetAll(ctx, key).Scan(&a)
	h := &hash{}
	_ = rdb.HMGet(ctx, key, "name").Scan(h)
	_ = rdb.HGetAll(ctx, key).Scan(new(hash))
	var e embedsUntagged
	_ = rdb.HGetAll(ctx, key).Scan(&e)
}

func goodSlices(ctx context.Context, rdb *redis.Client, key string) {
	var list []string
	var ns []int
	var bins []*binary
	var w words
	_ = rdb.SMembers(ctx, key).ScanSlice(&list)
	_ = rdb.SMembers(ctx, key).ScanSlice(&ns)
	_ = rdb.SMembers(ctx, key).ScanSlice(&bins)
	_ = rdb.SMembers(ctx, key).ScanSlice(&w)
}

func assignedLater(ctx context.Context, rdb *redis.Client, key string) (*hash, error) {
	var h *hash
	h = new(hash)
	err := rdb.HGetAll(ctx, key).Scan(h)
	return h, err
}

func parameter(ctx context.Context, rdb *redis.Client, key string, dst any, h *hash) {
	_ = rdb.Get(ctx, key).Scan(dst)
	_ = rdb.HGetAll(ctx, key).Scan(h)
}

func typeParameter[T any](ctx context.Context, rdb *redis.Client, key string) (T, error) {
	var v T
	err := rdb.Get(ctx, key).Scan(&v)
	return v, err
}

func keysAreScanned(ctx context.Context, rdb *redis.Client) {
	_ = rdb.Scan(ctx, 0, "k*", 10) // another Scan
	var s string
	_ = load(ctx, rdb, "k", &s)
	_ = loadHash(ctx, rdb, "k", &hash{})
}
