// Shop serves the coupon page.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/redis/go-redis/v9"

	"example.com/shop/internal/balance"
	"example.com/shop/internal/coupon"
	"example.com/shop/internal/jobs"
	"example.com/shop/internal/session"
	"example.com/shop/internal/store"
)

func main() {
	cluster := flag.String("cluster", "127.0.0.1:7000", "addresses of the cluster")
	accounts := flag.String("accounts", "127.0.0.1:6379", "address of the server with the accounts")
	listen := flag.String("listen", "127.0.0.1:8080", "where to serve")
	flag.Parse()

	db := store.Open(strings.Split(*cluster, ","))
	defer db.Close()
	rdb := redis.NewClient(&redis.Options{Addr: *accounts})
	defer rdb.Close()
	host, _ := os.Hostname()

	s := &server{
		coupons:  coupon.New(db),
		accounts: balance.New(rdb),
		sessions: session.New(rdb),
		jobs:     jobs.New(rdb, host),
	}
	go s.nightly(context.Background())
	mux := http.NewServeMux()
	mux.HandleFunc("GET /campaigns/{id}", s.page)
	mux.HandleFunc("POST /campaigns/{id}/claims", s.claim)
	log.Print(http.ListenAndServe(*listen, mux))
}

type server struct {
	coupons  *coupon.Service
	accounts *balance.Accounts
	sessions *session.Sessions
	jobs     *jobs.Runner
}

func (s *server) page(w http.ResponseWriter, r *http.Request) {
	p, err := s.coupons.Page(r.Context(), r.PathValue("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	json.NewEncoder(w).Encode(p)
}

func (s *server) claim(w http.ResponseWriter, r *http.Request) {
	ctx, id := r.Context(), r.PathValue("id")
	if err := s.sessions.Attempt(ctx, r.RemoteAddr); err != nil {
		http.Error(w, err.Error(), http.StatusTooManyRequests)
		return
	}
	customer, err := s.sessions.Redeem(ctx, r.FormValue("token"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	switch err := s.coupons.Claim(ctx, id, customer, 100); {
	case errors.Is(err, coupon.ErrClaimed), errors.Is(err, coupon.ErrSoldOut):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		s.accounts.Deposit(ctx, customer, 500, "coupon "+id)
	}
}

// nightly pays interest on one of the servers.
func (s *server) nightly(ctx context.Context) {
	if err := s.jobs.Lock(ctx, "interest"); err != nil {
		log.Print(err)
		return
	}
	defer s.jobs.Unlock(ctx, "interest")
	if err := s.accounts.Interest(ctx, "house", 1); err != nil {
		log.Print(err)
	}
}
