package editors

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/e2e/lspclient"
)

var repo = filepath.Join("..", "..", "..")

// build builds redisvet and, with it, gopls; it returns both.
func build(t *testing.T) (redisvet, gopls string) {
	t.Helper()
	bin := t.TempDir()
	redisvet = filepath.Join(bin, "redisvet")
	run(t, nil, "go", "build", "-C", repo, "-o", redisvet, "./cmd/redisvet")
	tmp := t.TempDir()
	version := cmp.Or(os.Getenv("REDISVET_GOPLS"), "v0.23.0") // the variable is for trying another one by hand
	out := run(t, []string{"TMPDIR=" + tmp}, redisvet, "gopls", "build", "-o", bin, "-gopls", version)
	gopls = filepath.Join(bin, "gopls")
	if !strings.HasPrefix(out, gopls+": gopls "+version+" with redisvet ") {
		t.Errorf("redisvet gopls build says %q", out)
	}
	left, err := os.ReadDir(tmp)
	if err != nil || len(left) > 0 {
		t.Errorf("left in the temporary directory: %v %v", left, err)
	}
	said := run(t, nil, gopls, "version")
	for _, part := range []string{"golang.org/x/tools/gopls " + version + " with redisvet ", "gopls: BSD-3-Clause", "redisvet: MIT"} {
		if !strings.Contains(said, part) {
			t.Errorf("gopls version says %q, not %q", said, part)
		}
	}
	return redisvet, gopls
}

func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	return string(out)
}

func TestGopls(t *testing.T) {
	redisvet, gopls := build(t)
	checks := make(map[string]bool)
	for line := range strings.Lines(run(t, nil, redisvet, "list")) {
		checks[strings.Fields(line)[0]] = true
	}
	// gopls names the analyzer as the source. The code is the category of a finding, else the name of the check.
	checkOf := func(d lspclient.Diagnostic) string {
		if !checks[d.Source] {
			return ""
		}
		return d.Source
	}
	// only accepts diagnostics with some checks and without others. gopls publishes before its analyzers have run, so that the absence
	// of a check alone says nothing.
	has := func(ds []lspclient.Diagnostic, check string) bool {
		return slices.ContainsFunc(ds, func(d lspclient.Diagnostic) bool { return checkOf(d) == check })
	}
	only := func(with []string, without ...string) func([]lspclient.Diagnostic) bool {
		return func(ds []lspclient.Diagnostic) bool {
			return !slices.ContainsFunc(with, func(c string) bool { return !has(ds, c) }) &&
				!slices.ContainsFunc(without, func(c string) bool { return has(ds, c) })
		}
	}
	t.Setenv("GOPLSCACHE", t.TempDir())
	dir := lspclient.Example(t, repo)
	file := func(name string) string { return filepath.Join(dir, "internal", filepath.FromSlash(name)) }
	jobs, session, claim, store := file("jobs/jobs.go"), file("session/session.go"), file("coupon/claim.go"), file("store/store.go")
	want := lspclient.Expected(t, redisvet, dir)

	c := lspclient.Start(t, dir, map[string]any{"gopls": map[string]any{}}, gopls)
	for _, f := range lspclient.Files(t, dir) {
		c.Open(f)
	}
	for _, f := range lspclient.Files(t, dir) {
		ds := c.Wait(f, fmt.Sprintf("%d findings", len(want[f])), func(ds []lspclient.Diagnostic) bool {
			return len(lspclient.FindingsOf(ds, checkOf)) == len(want[f])
		})
		if diff := lspclient.Diff(lspclient.FindingsOf(ds, checkOf), want[f]); diff != "" {
			t.Errorf("%s: not what the command finds:\n%s", f, diff)
		}
		for _, d := range ds {
			if name := checkOf(d); name != "" && (d.Code == nil || d.Code == "" || d.Code == "default") {
				t.Errorf("%s: a finding of %s has the code %v", f, name, d.Code)
			}
		}
	}

	// Each quick fix writes what redisvet -fix writes.
	fixed := lspclient.Example(t, repo)
	cmd := exec.Command(redisvet, "-fix", "./...")
	cmd.Dir = fixed
	cmd.Run() // other findings stay
	for _, x := range []struct{ file, check, other string }{{jobs, "pubsubclose", "lockttl"}, {session, "errcompare", "getdel"}} {
		rel, _ := filepath.Rel(dir, x.file)
		data, err := os.ReadFile(filepath.Join(fixed, rel))
		if err != nil {
			t.Fatal(err)
		}
		d := lspclient.Find(t, c.Wait(x.file, x.check, only([]string{x.check})), x.check, checkOf)
		actions := c.Actions(x.file, d, "quickfix")
		i := slices.IndexFunc(actions, func(a lspclient.Action) bool { return c.Apply(x.file, a) == string(data) })
		if i < 0 {
			t.Fatalf("%s: no quick fix for %s that does what -fix does among %+v", x.file, x.check, actions)
		}
		c.Change(x.file, c.Apply(x.file, actions[i])) // not saved
		c.Wait(x.file, "no "+x.check+" in the unsaved text", only([]string{x.other}, x.check))
	}

	// Text that is not saved in one package, findings in another: a helper does not send the batch any more.
	c.Change(store, strings.Replace(c.Text(store), "\t_, err := pipe.Exec(ctx)\n\treturn err\n", "\treturn nil\n", 1))
	c.Wait(claim, "pipeexec", only([]string{"pipeexec"}))

	// A directive silences; a setting takes a check away, and brings one that is off.
	c.Change(jobs, strings.Replace(c.Text(jobs), "\tlocks, err := ",
		"\tr.rdb.Del(ctx, \"lock:none\")\n\t//redisvet:ignore keyscmd a handful of keys\n\tlocks, err := ", 1))
	c.Wait(jobs, "lockttl, no keyscmd, no writeignored", only([]string{"lockttl"}, "keyscmd", "writeignored"))
	c.Configure(map[string]any{"gopls": map[string]any{"analyses": map[string]bool{"lockttl": false, "writeignored": true}}})
	c.Wait(jobs, "lockrelease and writeignored, no lockttl", only([]string{"lockrelease", "writeignored"}, "lockttl"))
	if code := c.Stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
