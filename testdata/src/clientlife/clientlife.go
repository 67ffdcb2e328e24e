// Package clientlife has the situations of the check clientlife.
package clientlife

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

const addr = "localhost:6379"

func use(any) {}

func badHandler(w http.ResponseWriter, r *http.Request) {
	c := redis.NewClient(&redis.Options{Addr: addr}) // want `client c is made for each request and never closed; its connections pile up`
	use(c.Get(r.Context(), r.URL.Path).Val())
}

func badHandlerClosed(w http.ResponseWriter, r *http.Request) {
	c := redis.NewClient(&redis.Options{Addr: os.Getenv("REDIS")}) // want `client c is made for each request; each one pays for new connections`
	defer c.Close()
	fmt.Fprintln(w, c.Get(r.Context(), r.URL.Path).Val())
}

func badRegister(mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		c := redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{addr}}) // want `client c is made for each request and never closed`
		fmt.Fprintln(w, c.Get(r.Context(), "k").Val())
	})
}

func connect() *redis.Client { return redis.NewClient(&redis.Options{Addr: addr}) }

func badHandlerHelper(w http.ResponseWriter, r *http.Request) {
	rdb := connect() // want `client rdb is made for each request and never closed`
	fmt.Fprintln(w, rdb.Get(r.Context(), "k").Val())
}

type api struct {
	opts  *redis.Options
	rdb   *redis.Client
	conns map[string]*redis.Client
	mu    sync.Mutex
	once  sync.Once
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rdb := redis.NewClient(a.opts) // want `client rdb is made for each request; each one pays for new connections`
	defer rdb.Close()
	if err := rdb.Incr(r.Context(), "hits").Err(); err != nil {
		http.Error(w, err.Error(), 500)
	}
}

type (
	GetRequest  struct{ Key string }
	GetResponse struct{ Value string }
)

func (a *api) Get(ctx context.Context, req *GetRequest) (*GetResponse, error) {
	rdb := redis.NewClient(a.opts) // want `client rdb is made for each request; each one pays for new connections`
	defer rdb.Close()
	v, err := rdb.Get(ctx, req.Key).Result()
	return &GetResponse{v}, err
}

func (a *api) badPerCall(ctx context.Context, key string) (string, error) {
	rdb := redis.NewClient(a.opts) // want `client rdb is made for each call; each one pays for new connections`
	defer rdb.Close()
	return rdb.Get(ctx, key).Result()
}

func badPerCallFunction(ctx context.Context, user string, n int) error {
	rdb := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: []string{addr}}) // want `client rdb is made for each call`
	defer func() { _ = rdb.Close() }()
	return rdb.Set(ctx, "user:"+user, n, time.Hour).Err()
}

func badLeak(ctx context.Context, user string) (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr}) // want `client rdb is never closed; its connections and goroutines stay`
	return rdb.Get(ctx, "user:"+user).Result()
}

func badLeakChain(ctx context.Context) error {
	return redis.NewClient(&redis.Options{Addr: addr}).Ping(ctx).Err() // want `client is never closed`
}

func badLoop(ctx context.Context, keys []string) error {
	for _, k := range keys {
		c := redis.NewClient(&redis.Options{Addr: addr}) // want `client c is made in each turn of a loop; each one pays for new connections`
		err := c.Del(ctx, k).Err()
		c.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func badLoopLeak(ctx context.Context) {
	for range time.Tick(time.Minute) {
		c := redis.NewClient(&redis.Options{Addr: addr}) // want `client c is never closed`
		log.Print(c.DBSize(ctx).Val())
	}
}

func badConstructor(ctx context.Context) (*redis.Client, error) {
	c := redis.NewClient(&redis.Options{Addr: addr})
	defer c.Close() // want `client c is closed before others get it; their commands fail with redis: client is closed`
	if err := c.Ping(ctx).Err(); err != nil {
		return nil, err
	}
	return c, nil
}

func badConstructorClosure() *redis.Client {
	c := redis.NewClient(&redis.Options{Addr: addr})
	defer func() {
		if err := c.Close(); err != nil { // want `client c is closed before others get it`
			log.Print(err)
		}
	}()
	return c
}

func badConstructorStruct() *api {
	c := redis.NewClient(&redis.Options{Addr: addr})
	defer c.Close() // want `client c is closed before others get it`
	return &api{rdb: c}
}

func badConstructorField() (*api, error) {
	a := &api{}
	a.rdb = redis.NewClient(&redis.Options{Addr: addr})
	defer a.rdb.Close() // want `client a.rdb is closed before others get it`
	return a, nil
}

func badConstructorOther(ctx context.Context) *sync.Pool {
	c := redis.NewClient(&redis.Options{Addr: addr})
	defer c.Close() // want `client c is closed before others get it`
	return NewPool(c)
}

// NewPool keeps its argument.
func NewPool(c any) *sync.Pool { return &sync.Pool{New: func() any { return c }} }

var global *redis.Client

func badInitGlobal(ctx context.Context) {
	global = redis.NewClient(&redis.Options{Addr: addr})
	defer global.Close() // want `client global is closed before others get it`
	if err := global.Ping(ctx).Err(); err != nil {
		log.Fatal(err)
	}
	log.Print("connected")
}

func (a *api) badConnect(ctx context.Context) error {
	rdb := redis.NewClient(a.opts)
	defer rdb.Close() // want `client rdb is closed before others get it`
	if err := rdb.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	a.rdb = rdb
	return nil
}

func (a *api) badClone(ctx context.Context, key string) error {
	short := a.rdb.WithTimeout(time.Second)
	defer short.Close() // want `Close of a client made by WithTimeout closes the client it was made from`
	return short.Get(ctx, key).Err()
}

func goodConstructor(ctx context.Context) (*redis.Client, error) {
	c := redis.NewClient(&redis.Options{Addr: addr})
	if err := c.Ping(ctx).Err(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func goodConstructorNoClose(ctx context.Context) (*redis.Client, error) {
	c := redis.NewClient(&redis.Options{Addr: addr})
	if err := c.Ping(ctx).Err(); err != nil {
		return nil, err
	}
	return c, nil
}

func goodDeferOnError(ctx context.Context) (c *redis.Client, err error) {
	c = redis.NewClient(&redis.Options{Addr: addr})
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	return c, c.Ping(ctx).Err()
}

func goodDeferUnlessOK(ctx context.Context) (*api, error) {
	c := redis.NewClient(&redis.Options{Addr: addr})
	ok := false
	defer func() {
		if !ok {
			c.Close()
		}
	}()
	if err := c.Ping(ctx).Err(); err != nil {
		return nil, err
	}
	ok = true
	return &api{rdb: c}, nil
}

func goodReturnStop() (*redis.Client, func() error) {
	c := redis.NewClient(&redis.Options{Addr: addr})
	return c, c.Close
}

func (a *api) goodLazy() *redis.Client {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rdb == nil {
		a.rdb = redis.NewClient(a.opts)
	}
	return a.rdb
}

func (a *api) goodOnce(w http.ResponseWriter, r *http.Request) {
	a.once.Do(func() { a.rdb = redis.NewClient(a.opts) })
	fmt.Fprintln(w, a.rdb.Get(r.Context(), "k").Val())
}

func (a *api) goodLazyHandler(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, a.goodLazy().Get(r.Context(), "k").Val())
}

func (a *api) goodPerAddress(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("addr")
	a.mu.Lock()
	c, ok := a.conns[to]
	if !ok {
		c = redis.NewClient(&redis.Options{Addr: to})
		a.conns[to] = c
	}
	a.mu.Unlock()
	fmt.Fprintln(w, c.Ping(r.Context()).Val())
}

func goodTryAddress(w http.ResponseWriter, r *http.Request) {
	c := redis.NewClient(&redis.Options{Addr: r.FormValue("addr")})
	defer c.Close()
	fmt.Fprintln(w, c.Ping(r.Context()).Val())
}

func goodMiddleware(next http.Handler) http.Handler {
	c := redis.NewClient(&redis.Options{Addr: addr})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.Incr(r.Context(), r.RemoteAddr).Val() < 100 {
			next.ServeHTTP(w, r)
		}
	})
}

func goodManyServers(ctx context.Context, addrs []string) error {
	for _, a := range addrs {
		c := redis.NewClient(&redis.Options{Addr: a})
		err := c.FlushDBAsync(ctx).Err()
		c.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func goodOneServer(ctx context.Context, host, key string) (string, error) {
	c := redis.NewClient(&redis.Options{Addr: host + ":6379"})
	defer c.Close()
	return c.Get(ctx, key).Result()
}

func goodRetryConnect(ctx context.Context) (*redis.Client, error) {
	for range 5 {
		c := redis.NewClient(&redis.Options{Addr: addr})
		if err := c.Ping(ctx).Err(); err == nil {
			return c, nil
		}
		c.Close()
		time.Sleep(time.Second)
	}
	return nil, errors.New("no server")
}

func goodWorkers(ctx context.Context, n int) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			c := redis.NewClient(&redis.Options{Addr: addr})
			defer c.Close()
			for ctx.Err() == nil {
				use(c.BLPop(ctx, time.Minute, "jobs").Val())
			}
		})
	}
	wg.Wait()
}

func goodHealth(ctx context.Context) error {
	c := redis.NewClient(&redis.Options{Addr: addr})
	defer c.Close()
	return c.Ping(ctx).Err()
}

func goodJob(ctx context.Context) error {
	c := redis.NewClient(&redis.Options{Addr: addr})
	defer c.Close()
	return c.Del(ctx, "stale").Err()
}

func (a *api) goodRun(ctx context.Context) error {
	a.rdb = redis.NewClient(a.opts)
	defer a.rdb.Close()
	return a.serve(ctx)
}

func (a *api) serve(ctx context.Context) error {
	<-ctx.Done()
	return a.rdb.Del(ctx, "x").Err()
}

func goodRunGlobal(ctx context.Context) {
	global = redis.NewClient(&redis.Options{Addr: addr})
	defer global.Close()
	_ = http.ListenAndServe(":80", nil)
}

func goodOwnClone(ctx context.Context, key string) error {
	c := redis.NewClient(&redis.Options{Addr: "localhost:" + key})
	short := c.WithTimeout(time.Second)
	defer short.Close()
	return short.Get(ctx, key).Err()
}

func goodPassed(ctx context.Context) *sync.Pool {
	c := redis.NewClient(&redis.Options{Addr: addr})
	return NewPool(c)
}

func goodGlobal() { global = redis.NewClient(&redis.Options{Addr: addr}) }

func goodChannel(ch chan<- *redis.Client) { ch <- redis.NewClient(&redis.Options{Addr: addr}) }

func goodSlice(addrs []string) []*redis.Client {
	var cs []*redis.Client
	for _, a := range addrs {
		cs = append(cs, redis.NewClient(&redis.Options{Addr: a}))
	}
	return cs
}
