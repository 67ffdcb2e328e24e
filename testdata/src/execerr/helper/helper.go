// Package helper executes, checks and wraps for its callers.
package helper

import (
	"context"
	"fmt"
	"log"

	"github.com/redis/go-redis/v9"
)

// Flush returns the error.
func Flush(ctx context.Context, p redis.Pipeliner) error {
	_, err := p.Exec(ctx)
	return err
}

// FlushWrapped returns the error in a wrapper.
func FlushWrapped(ctx context.Context, p redis.Pipeliner) error {
	if _, err := p.Exec(ctx); err != nil {
		return fmt.Errorf("flush: %w", err)
	}
	return nil
}

// FlushLogged handles the error itself.
func FlushLogged(ctx context.Context, p redis.Pipeliner) {
	if _, err := p.Exec(ctx); err != nil {
		log.Print(err)
	}
}

// FlushBlind drops the error.
func FlushBlind(ctx context.Context, p redis.Pipeliner) {
	p.Exec(ctx) // want `error of p.Exec is dropped; a batch that failed goes unnoticed`
}

// FirstErr returns the error of the first command that failed.
func FirstErr(cmds []redis.Cmder) error {
	for _, c := range cmds {
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Check is FirstErr for a list.
func Check(cmds ...redis.Cmder) error { return FirstErr(cmds) }

// Queue only queues.
func Queue(ctx context.Context, p redis.Pipeliner, key string) *redis.IntCmd { return p.Incr(ctx, key) }

// InTx runs a transaction.
func InTx(ctx context.Context, c redis.UniversalClient, fn func(redis.Pipeliner) error) error {
	_, err := c.TxPipelined(ctx, fn)
	return err
}

// Batch wraps a pipeline.
type Batch struct{ pipe redis.Pipeliner }

// NewBatch starts one.
func NewBatch(c redis.UniversalClient) *Batch { return &Batch{pipe: c.Pipeline()} }

// Add queues.
func (b *Batch) Add(ctx context.Context, key string) { b.pipe.Incr(ctx, key) }

// Flush executes.
func (b *Batch) Flush(ctx context.Context) error {
	_, err := b.pipe.Exec(ctx)
	return err
}
