// Package helper works with connections.
package helper

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Release gives the connection back.
func Release(c *redis.Conn) { _ = c.Close() }

// Name only sends a command.
func Name(ctx context.Context, c *redis.Conn, name string) error {
	return c.ClientSetName(ctx, name).Err()
}

// Session keeps a connection.
type Session struct{ conn *redis.Conn }

// New makes a session of a connection.
func New(c *redis.Conn) *Session { return &Session{conn: c} }
