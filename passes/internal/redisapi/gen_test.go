package redisapi

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGenerator runs the tests of the generator: its module alone depends on go-redis, and they prove the table against the
// library and a live redis-server.
func TestGenerator(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles four versions of go-redis and starts redis-server")
	}
	goCommand := func(args ...string) ([]byte, error) {
		cmd := exec.Command("go", append([]string{"-C", "gen"}, args...)...)
		cmd.Env = append(os.Environ(), "GOWORK=off")
		return cmd.CombinedOutput()
	}
	files, err := filepath.Glob("gen/*") // what is read is part of the test's cache key
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := goCommand("mod", "download"); err != nil {
		t.Skipf("the modules of the generator cannot be had: %v\n%s", err, out)
	}
	if out, err := goCommand("test", "."); err != nil {
		t.Errorf("go test in gen: %v\n%s", err, out)
	}
}
