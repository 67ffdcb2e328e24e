package proofs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	pipeshare "github.com/redisvet/redisvet/passes/pipeshare/testdata/example"
	. "github.com/redisvet/redisvet/testdata/proofs/harness"
)

// A data race cannot be scheduled from outside, and it can take the process down. So the shared pipeline runs in a process of its own, and
// again until something is lost: of 160000 commands most are, at the first attempt. No diagram could show it.
var shared = Proof{
	Check: "pipeshare",
	When:  "eight goroutines count 20000 words each",
	Bad:   Shows("words are lost without an error, or the process crashes", countWords, "bad"),
	Good:  Shows("all 160000 words are counted", countWords, "good"),
}

const (
	countForm  = "REDISVET_PROOF_COUNT"
	countAddr  = "REDISVET_PROOF_ADDR"
	goroutines = 8
	wordsEach  = 20000
)

func countWords(s *Stage, form string) string {
	exe, err := os.Executable()
	s.Must(err)
	cmd := exec.CommandContext(s.Ctx, exe, "-test.run=^TestCountWords$")
	cmd.Env = append(os.Environ(), countForm+"="+form, countAddr+"="+s.Addr())
	switch out, err := cmd.CombinedOutput(); {
	case err == nil:
		return fmt.Sprintf("all %d words are counted", goroutines*wordsEach)
	case strings.Contains(string(out), "words are lost") || strings.Contains(string(out), "goroutine "):
		return "words are lost without an error, or the process crashes"
	default:
		return string(out)
	}
}

// TestCountWords is the process that countWords starts.
func TestCountWords(t *testing.T) {
	count := map[string]func(context.Context, *redis.Client, [][]string) error{
		"bad": pipeshare.CountAllShared, "good": pipeshare.CountAll,
	}[os.Getenv(countForm)]
	if count == nil {
		t.Skip("only as a part of the proof of pipeshare")
	}
	runtime.GOMAXPROCS(max(4, runtime.NumCPU()))
	rdb := redis.NewClient(&redis.Options{Addr: os.Getenv(countAddr)})
	defer rdb.Close()
	texts := make([][]string, goroutines)
	for i := range texts {
		texts[i] = strings.Fields(strings.Repeat("tea ", wordsEach))
	}
	rounds := 100
	if os.Getenv(countForm) == "good" {
		rounds = 1
	}
	for range rounds {
		if err := rdb.Del(t.Context(), "words:tea").Err(); err != nil {
			t.Fatal("no server:", err)
		}
		if err := count(t.Context(), rdb, texts); err != nil {
			t.Fatal("the count fails:", err)
		}
		if n, err := rdb.Get(t.Context(), "words:tea").Int(); err != nil || n != goroutines*wordsEach {
			t.Fatalf("words are lost: %d left (%v)", n, err)
		}
	}
}
