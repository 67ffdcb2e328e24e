package cmdvalue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	v6 "github.com/go-redis/redis"
	"github.com/redis/go-redis/v9"
)

func returned(ctx context.Context, rdb *redis.Client, key string) string {
	return rdb.Get(ctx, key).String() // want `rdb\.Get\(ctx, key\)\.String\(\) is a text for logs such as "get key: value"; the value is Val\(\)`
}

func stored(ctx context.Context, rdb redis.Cmdable, key string) int {
	cmd := rdb.Get(ctx, key)
	s := cmd.String() // want `cmd\.String\(\) is a text for logs`
	n, _ := strconv.Atoi(s)
	return n
}

func compared(ctx context.Context, rdb *redis.Client, key string) bool {
	return rdb.Get(ctx, key).String() == "on" // want `is a text for logs`
}

func unmarshalled(ctx context.Context, rdb *redis.Client, key string, v any) error {
	return json.Unmarshal([]byte(rdb.HGet(ctx, key, "f").String()), v) // want `such as "hget key: value"`
}

func inCondition(ctx context.Context, rdb *redis.Client, key string) bool {
	return strings.Contains(rdb.Do(ctx, "GET", key).String(), "x") // want `the value is Text\(\)`
}

func written(ctx context.Context, rdb *redis.Client, w http.ResponseWriter, key string) {
	w.Write([]byte(rdb.Get(ctx, key).String()))      // want `is a text for logs`
	fmt.Fprintf(w, "hello %s", rdb.Get(ctx, key))    // want `Fprintf formats the command, not its value: "get key: value"; the value is Val\(\)`
	fmt.Fprint(w, rdb.Incr(ctx, key).String())       // want `is a text for logs`
	_ = json.NewEncoder(w).Encode(rdb.Get(ctx, key)) // want `Encode formats the command`
}

func formatted(ctx context.Context, rdb *redis.Client, key string) string {
	return fmt.Sprintf("%v", rdb.Get(ctx, key)) // want `Sprintf formats the command, not its value`
}

func formattedVariable(ctx context.Context, rdb *redis.Client, key string) string {
	cmd := rdb.Incr(ctx, key)
	next := fmt.Sprint(cmd) // want `Sprint formats the command, not its value: "incr key: value"`
	return next
}

func marshalled(ctx context.Context, rdb *redis.Client, key string) ([]byte, error) {
	return json.Marshal(rdb.HGetAll(ctx, key)) // want `Marshal formats the command`
}

func usedAsError(ctx context.Context, rdb *redis.Client, key string) error {
	if err := rdb.Set(ctx, key, "v", 0); err != nil { // want `err != nil compares the command of Set with nil, which it never is; its error is Err\(\)`
		return errors.New(err.String())
	}
	return nil
}

func twoCommands(ctx context.Context, rdb *redis.Client) bool {
	return rdb.Get(ctx, "a") == rdb.Get(ctx, "b") // want `compares the commands, not their values; they are never equal`
}

func onVersion6(rdb *v6.Client, key string) string {
	return rdb.Get(key).String() // want `is a text for logs`
}
