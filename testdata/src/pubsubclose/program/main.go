// Command program subscribes as long as it lives.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/redis/go-redis/v9"
)

var rdb = redis.NewClient(&redis.Options{})

func init() {
	sub := rdb.Subscribe(context.Background(), "boot")
	if _, err := sub.Receive(context.Background()); err != nil {
		log.Print(err)
	}
}

func main() {
	ctx := context.Background()
	sub := rdb.Subscribe(ctx, "events")
	go func() {
		for m := range rdb.Subscribe(ctx, "chained").Channel() {
			fmt.Println(m.Payload)
		}
	}()
	once(ctx)
	for i := range 3 {
		s := rdb.Subscribe(ctx, fmt.Sprint("turn", i)) // want `PubSub s is never closed`
		s.Ping(ctx)
	}
	if _, err := sub.Receive(ctx); err != nil {
		fmt.Println(err)
		return
	}
	if err := run(ctx); err != nil {
		log.Print(err)
	}
}

// once leaks although the program goes on.
func once(ctx context.Context) {
	sub := rdb.Subscribe(ctx, "once") // want `PubSub sub is never closed`
	_, _ = sub.Receive(ctx)
}

// run is the program.
func run(ctx context.Context) error {
	sub := rdb.Subscribe(ctx, "run")
	for {
		m, err := sub.ReceiveMessage(ctx)
		if err != nil {
			return err
		}
		fmt.Println(m.Payload)
	}
}
