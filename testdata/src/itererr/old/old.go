// Package old uses the oldest version of the library.
package old

import "github.com/go-redis/redis"

func bad(rdb *redis.Client) (n int) {
	it := rdb.Scan(0, "a:*", 10).Iterator()
	for it.Next() { // want `it.Next ends at errors`
		n++
	}
	return n
}

func good(rdb *redis.Client) (n int, err error) {
	it := rdb.Scan(0, "a:*", 10).Iterator()
	for it.Next() {
		n++
	}
	return n, it.Err()
}
