package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/e2e/lspclient"
)

// checkOf names the check of a diagnostic of redisvet lsp.
func checkOf(d lspclient.Diagnostic) string {
	if d.Source != "redisvet" {
		return ""
	}
	return fmt.Sprint(d.Code)
}

func has(check string) func([]lspclient.Diagnostic) bool {
	return func(ds []lspclient.Diagnostic) bool {
		return slices.ContainsFunc(ds, func(d lspclient.Diagnostic) bool { return checkOf(d) == check })
	}
}

func without(check string) func([]lspclient.Diagnostic) bool {
	return func(ds []lspclient.Diagnostic) bool { return !has(check)(ds) }
}

// TestLSP is an hour of work in an editor on the example program, with redisvet lsp.
func TestLSP(t *testing.T) {
	redisvet := filepath.Join(bin, "redisvet")
	dir := lspclient.Example(t, filepath.Join("..", ".."))
	file := func(name string) string { return filepath.Join(dir, "internal", filepath.FromSlash(name)) }
	jobs, session, balance, claim, store := file("jobs/jobs.go"), file("session/session.go"), file("balance/balance.go"), file("coupon/claim.go"), file("store/store.go")
	want := lspclient.Expected(t, redisvet, dir)

	c := lspclient.Start(t, dir, nil, redisvet, "lsp")
	for _, f := range lspclient.Files(t, dir) {
		c.Open(f)
	}
	for _, f := range lspclient.Files(t, dir) {
		ds := c.Wait(f, fmt.Sprintf("%d findings", len(want[f])), func(ds []lspclient.Diagnostic) bool { return len(ds) == len(want[f]) })
		if diff := lspclient.Diff(lspclient.FindingsOf(ds, checkOf), want[f]); diff != "" {
			t.Errorf("%s: not what the command finds:\n%s", f, diff)
		}
	}

	// Each fix writes what redisvet -fix writes. These files have one fix, balance.go has more.
	fixed := lspclient.Example(t, filepath.Join("..", ".."))
	cmd := exec.Command(redisvet, "-fix", "./...")
	cmd.Dir = fixed
	cmd.Run() // other findings stay
	fixedText := func(f string) string {
		rel, _ := filepath.Rel(dir, f)
		data, err := os.ReadFile(filepath.Join(fixed, rel))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for f, check := range map[string]string{jobs: "pubsubclose", session: "errcompare"} {
		d := lspclient.Find(t, c.Wait(f, check, has(check)), check, checkOf)
		actions := c.Actions(f, d, "quickfix")
		if len(actions) != 1 {
			t.Fatalf("%s: %d quick fixes for %s", f, len(actions), check)
		}
		text := c.Apply(f, actions[0])
		if text != fixedText(f) {
			t.Errorf("%s: the quick fix for %s makes\n%s", f, check, text)
		}
		c.Change(f, text) // not saved
	}
	d := lspclient.Find(t, c.Wait(balance, "txerr", has("txerr")), "txerr", checkOf)
	if all := c.Actions(balance, d, "source.fixAll"); len(all) != 1 || c.Apply(balance, all[0]) != fixedText(balance) {
		t.Errorf("source.fixAll does not do what redisvet -fix does: %+v", all)
	}
	if none := c.Actions(balance, d, "refactor"); len(none) != 0 {
		t.Errorf("actions that were not asked for: %+v", none)
	}
	c.Wait(jobs, "no pubsubclose in the unsaved text", without("pubsubclose"))
	c.Wait(session, "no errcompare in the unsaved text", without("errcompare"))

	// Text that is not saved in one package, findings in another: a helper does not send the batch any more. An emoji before a finding
	// counts two.
	c.Change(store, strings.Replace(c.Text(store), "\t_, err := pipe.Exec(ctx)\n\treturn err\n", "\treturn nil\n", 1))
	text := strings.Replace(c.Text(jobs), "r.rdb.Keys(", "/* 😀 */ r.rdb.Keys(", 1)
	text = strings.Replace(text, "\tsub := ", "\t//redisvet:ignore lockttl nothing to see\n\tsub := ", 1)
	text = strings.Replace(text, "\tdefer sub.Close()\n", "", 1)
	text = strings.Replace(text, "\tslog.InfoContext(", "\tsub.Close()\n\tslog.InfoContext(", 1) // not on all paths
	c.Change(jobs, text)
	c.Wait(claim, "pipeexec", has("pipeexec"))
	d = lspclient.Find(t, c.Wait(jobs, "keyscmd", has("keyscmd")), "keyscmd", checkOf)
	if at := text[lspclient.Offset(text, d.Range.Start):]; !strings.HasPrefix(at, "r.rdb.Keys(") && !strings.HasPrefix(at, "Keys(") {
		t.Errorf("keyscmd is at %.20q", at)
	}
	d = lspclient.Find(t, c.Wait(jobs, "pubsubclose", has("pubsubclose")), "pubsubclose", checkOf)
	if len(d.Related) != 1 || d.Related[0].Location.URI != lspclient.URI(jobs) || d.Related[0].Message == "" ||
		!strings.HasPrefix(text[lspclient.Offset(text, d.Related[0].Location.Range.Start):], "return err") {
		t.Errorf("the return that leaves the PubSub open is not related: %+v", d.Related)
	}
	c.Wait(jobs, "a directive that silences nothing", func(ds []lspclient.Diagnostic) bool {
		return slices.ContainsFunc(ds, func(d lspclient.Diagnostic) bool { return strings.Contains(d.Message, "silences no finding") })
	})

	// A directive silences, a setting takes a check away, and so does the settings file; a wrong setting is said to be wrong.
	c.Change(jobs, strings.Replace(fixedText(jobs), "\tlocks, err := ", "\t//redisvet:ignore keyscmd a handful of keys\n\tlocks, err := ", 1))
	c.Wait(jobs, "no keyscmd", without("keyscmd"))
	c.Configure(map[string]any{"redisvet": map[string]any{"disable": []string{"lockttl"}}})
	c.Wait(jobs, "no lockttl", without("lockttl"))
	c.Configure(map[string]any{"redisvet": map[string]any{"disable": []string{"lockttll"}}})
	c.WaitMessage(`disable: unknown check "lockttll" (did you mean "lockttl"?)`)
	yaml := filepath.Join(dir, "redisvet.yaml")
	if err := os.WriteFile(yaml, []byte("disable: [lockrelease]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c.Touched(yaml)
	c.Wait(jobs, "no lockrelease", func(ds []lspclient.Diagnostic) bool { return without("lockrelease")(ds) && without("lockttl")(ds) })

	if code := c.Stop(); code != 0 {
		t.Errorf("exit code %d after a shutdown, want 0", code)
	}
}

// TestLSPTyping types faster than the analysis runs: what is published fits the version that it is published for.
func TestLSPTyping(t *testing.T) {
	dir := lspclient.Example(t, filepath.Join("..", ".."))
	jobs := filepath.Join(dir, "internal", "jobs", "jobs.go")
	c := lspclient.Start(t, dir, nil, filepath.Join(bin, "redisvet"), "lsp")
	c.Open(jobs)
	first := lspclient.Find(t, c.Wait(jobs, "keyscmd", has("keyscmd")), "keyscmd", checkOf).Range.Start.Line
	head, tail, _ := strings.Cut(c.Text(jobs), "\n")
	for n := 1; n <= 20; n++ { // version n+1 has the finding n lines further down
		c.Change(jobs, head+strings.Repeat("\n", n+1)+tail)
	}
	c.Wait(jobs, "keyscmd", has("keyscmd"))
	history := c.History(jobs)
	for _, p := range history {
		if p.Version == nil {
			t.Fatal("a publication for an open document without its version")
		}
		line := lspclient.Find(t, p.Diagnostics, "keyscmd", checkOf).Range.Start.Line
		if line != first+*p.Version-1 {
			t.Errorf("version %d: the finding is at line %d, not %d", *p.Version, line, first+*p.Version-1)
		}
	}
	if len(history) > 10 {
		t.Errorf("%d publications for 20 changes: outdated analyses are not cancelled", len(history))
	}
	// Text that does not compile has no findings, and none is left over.
	c.Change(jobs, strings.Replace(c.Text(jobs), "func ", "func func ", 1))
	c.Wait(jobs, "nothing", func(ds []lspclient.Diagnostic) bool { return len(ds) == 0 })
	if code := c.Exit(); code != 1 {
		t.Errorf("exit code %d without a shutdown, want 1", code)
	}
}
