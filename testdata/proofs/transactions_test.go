package proofs

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	connstate "github.com/redisvet/redisvet/passes/connstate/testdata/example"
	txclient "github.com/redisvet/redisvet/passes/txclient/testdata/example"
	txerr "github.com/redisvet/redisvet/passes/txerr/testdata/example"
	txescape "github.com/redisvet/redisvet/passes/txescape/testdata/example"
	txretry "github.com/redisvet/redisvet/passes/txretry/testdata/example"
	txstale "github.com/redisvet/redisvet/passes/txstale/testdata/example"
	txtwice "github.com/redisvet/redisvet/passes/txtwice/testdata/example"
	txwrite "github.com/redisvet/redisvet/passes/txwrite/testdata/example"
	watchkeys "github.com/redisvet/redisvet/passes/watchkeys/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

var transactions = []Proof{
	{
		Check: "txretry",
		When:  "another process writes the account after each read, a thousand times",
		Bad:   Shows("1001 attempts: it goes on as long as the other process does; no error", busy, txretry.SpendForever),
		Good:  Shows(`5 attempts: it gives up; error "account is busy"`, busy, txretry.Spend),
	},
	{
		Check: "txwrite",
		When:  "another process takes the last pieces between the read and the write",
		Bad:   Shows("4 pieces are left although none was there to take; no error", stock, txwrite.ReservePlain),
		Good:  Shows(`0 pieces are left; error "redis: transaction failed"`, stock, txwrite.Reserve),
	},
	{
		Check: "txerr",
		When:  "another guest takes the seat between the look and the transaction",
		Bad:   Shows("the seat is bob's; ann gets no error", seat, txerr.ClaimSilently),
		Good:  Shows(`the seat is bob's; ann gets error "redis: transaction failed"`, seat, txerr.Claim),
	},
	{
		Check: "txclient",
		When:  "all other connections of the pool are in use",
		Bad:   Shows(`it waits for itself: error "redis: connection pool timeout"`, bid, txclient.BidOutside),
		Good:  Shows("the bid is placed, no error", bid, txclient.Bid),
	},
	{
		Check: "txstale",
		When:  "another process adds 50 points just before the watch begins",
		Bad:   Shows("50 and 10 points make 10; no error", score, txstale.RewardStale),
		Good:  Shows("50 and 10 points make 60; no error", score, txstale.Reward),
	},
	{
		Check: "watchkeys",
		When:  "another process withdraws all between the read and the transaction",
		Bad:   Shows("100 were paid out, the balance is 90; no error", account, watchkeys.WithdrawUnwatched),
		Good:  Shows(`100 were paid out, the balance is 0; error "redis: transaction failed"`, account, watchkeys.Withdraw),
	},
	{
		Check: "txtwice",
		When:  "another process sets the stake to 500 after the read",
		Bad:   Shows("the stake is 20: the other write is lost; no error", stake, txtwice.DoubleTwice),
		Good:  Shows(`the stake is 500; error "redis: transaction failed"`, stake, txtwice.Double),
	},
	{
		Check: "txescape",
		When:  "a name is stored",
		Bad:   Shows(`the name is "", error "redis: client is closed"`, rename, txescape.RenameLate),
		Good:  Shows(`the name is "Ann", no error`, rename, txescape.Rename),
	},
	{
		Check: "connstate",
		When:  "another part of the program reads a key of database 0 afterwards",
		Bad: Shows(`the reader gets "", error "redis: nil"`, database, func(ctx context.Context, rdb *redis.Client) error {
			return connstate.ArchiveSelected(ctx, rdb, "7", "text")
		}),
		Good: Shows(`the reader gets "v", no error`, database, func(ctx context.Context, rdb *redis.Client) error {
			archive := connstate.OpenArchive(rdb.Options())
			defer archive.Close()
			return connstate.Archive(ctx, archive, "7", "text")
		}),
	},
}

func busy(s *Stage, spend func(ctx context.Context, rdb *redis.Client, account string, amount int64) error) string {
	s.Set("account", 100)
	spender := s.Actor("spender")
	rival := s.Actor("rival").Client()
	attempts := 0
	spender.AfterEach("GET", func() {
		if attempts++; attempts <= 1000 {
			s.Must(rival.Incr(s.Ctx, "account").Err())
		}
	})
	err := spend(s.Ctx, spender.Client(), "account", 10)
	says := "it goes on as long as the other process does"
	if attempts < 1000 {
		says = "it gives up"
	}
	return fmt.Sprintf("%d attempts: %s; %s", attempts, says, outcome(err))
}

func stock(s *Stage, reserve func(ctx context.Context, rdb *redis.Client, stock string) error) string {
	s.Set("stock", 5)
	buyer := s.Actor("buyer")
	rival := s.Actor("rival").Client()
	buyer.After("GET", func() { s.Must(rival.DecrBy(s.Ctx, "stock", 5).Err()) })
	err := reserve(s.Ctx, buyer.Client(), "stock")
	says := ""
	if s.Value("stock") != "0" {
		says = " although none was there to take"
	}
	return fmt.Sprintf("%s pieces are left%s; %s", s.Value("stock"), says, outcome(err))
}

func seat(s *Stage, claim func(ctx context.Context, rdb *redis.Client, seat, guest string) error) string {
	ann := s.Actor("ann")
	bob := s.Actor("bob").Client()
	ann.After("EXISTS", func() { s.Must(bob.Set(s.Ctx, "seat:1", "bob", 0).Err()) })
	err := claim(s.Ctx, ann.Client(), "seat:1", "ann")
	return fmt.Sprintf("the seat is %s's; ann gets %s", s.Value("seat:1"), outcome(err))
}

func bid(s *Stage, bid func(ctx context.Context, rdb *redis.Client, lot string, bid int) error) string {
	s.Set("lot", 10)
	rdb := s.Actor("bidder").Client(func(o *redis.Options) {
		o.PoolSize = 1 // the others are in use
		o.PoolTimeout = 100 * time.Millisecond
	})
	err := bid(s.Ctx, rdb, "lot", 20)
	if err != nil {
		return "it waits for itself: " + outcome(err)
	}
	return "the bid is placed, " + outcome(err)
}

func score(s *Stage, reward func(ctx context.Context, rdb *redis.Client, player string, points int) error) string {
	s.Set("player", 0)
	game := s.Actor("game")
	rival := s.Actor("rival").Client()
	game.Before("WATCH", func() { s.Must(rival.IncrBy(s.Ctx, "player", 50).Err()) })
	err := reward(s.Ctx, game.Client(), "player", 10)
	return fmt.Sprintf("50 and 10 points make %s; %s", s.Value("player"), outcome(err))
}

func account(s *Stage, withdraw func(ctx context.Context, rdb *redis.Client, account string, amount int) error) string {
	s.Set("account", 100)
	teller := s.Actor("teller")
	rival := s.Actor("rival").Client()
	teller.After("GET", func() { s.Must(rival.DecrBy(s.Ctx, "account", 100).Err()) })
	err := withdraw(s.Ctx, teller.Client(), "account", 10)
	return fmt.Sprintf("100 were paid out, the balance is %s; %s", s.Value("account"), outcome(err))
}

func stake(s *Stage, double func(ctx context.Context, rdb *redis.Client, stake string) error) string {
	s.Set("stake", 10)
	player := s.Actor("player")
	rival := s.Actor("rival").Client()
	overwrite := func() { s.Must(rival.Set(s.Ctx, "stake", 500, 0).Err()) }
	read := false // the read is a GET of its own, or the first transaction
	player.After("GET", func() { read = true; overwrite() })
	player.After("EXEC", func() {
		if !read {
			overwrite()
		}
	})
	err := double(s.Ctx, player.Client(), "stake")
	says := ""
	if s.Value("stake") != "500" {
		says = ": the other write is lost"
	}
	return fmt.Sprintf("the stake is %s%s; %s", s.Value("stake"), says, outcome(err))
}

func rename(s *Stage, rename func(ctx context.Context, rdb *redis.Client, user, name string) error) string {
	s.Must(s.Server().HSet(s.Ctx, "user:1", "mail", "ann@example.com").Err())
	err := rename(s.Ctx, s.Actor("handler").Client(), "user:1", "Ann")
	return fmt.Sprintf("the name is %q, %s", s.Server().HGet(s.Ctx, "user:1", "name").Val(), outcome(err))
}

func database(s *Stage, archive func(context.Context, *redis.Client) error) string {
	s.Set("k", "v")
	rdb := s.Actor("program").Client()
	s.Must(archive(s.Ctx, rdb))
	v, err := rdb.Get(s.Ctx, "k").Result()
	return fmt.Sprintf("the reader gets %q, %s", v, outcome(err))
}
