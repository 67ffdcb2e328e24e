// Package deps keeps the modules that the fixtures may import in go.mod and go.sum.
package deps

import (
	_ "github.com/redis/rueidis"
	_ "github.com/redis/rueidis/rueidiscompat"
)
