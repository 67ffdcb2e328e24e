package example

import (
	"bufio"
	"context"
	"io"

	"github.com/redis/go-redis/v9"
)

// ImportAtOnce adds the lines of a file to a set. All of them wait in memory, and so do their answers.
func ImportAtOnce(ctx context.Context, rdb *redis.Client, file io.Reader) error {
	pipe := rdb.Pipeline()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		pipe.SAdd(ctx, "lines", lines.Text())
	}
	if err := lines.Err(); err != nil {
		return err
	}
	_, err := pipe.Exec(ctx)
	return err
}
