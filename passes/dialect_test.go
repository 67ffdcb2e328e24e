package passes_test

import (
	"testing"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// TestDialects runs the default set over programs that use a library which copies the API of go-redis. Each fixture says what the checks
// say of it: what is different there must stay silent.
func TestDialects(t *testing.T) {
	vettest.RunSet(t, analyzer.Default(), "dialects", "./...")
}
