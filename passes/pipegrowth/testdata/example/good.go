package example

import (
	"bufio"
	"context"
	"io"

	"github.com/redis/go-redis/v9"
)

// Import adds the lines of a file to a set, a thousand at a time.
func Import(ctx context.Context, rdb *redis.Client, file io.Reader) error {
	pipe := rdb.Pipeline()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		pipe.SAdd(ctx, "lines", lines.Text())
		if pipe.Len() == 1000 {
			if _, err := pipe.Exec(ctx); err != nil {
				return err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}
