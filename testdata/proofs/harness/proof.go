// Package harness runs the examples of the checks against a live server, at a forced schedule, and records what happens.
package harness

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

// Proof shows the harm of a check's bad example, and that its good example at the same schedule does none.
type Proof struct {
	Check     string
	Needs     Need
	When      string // the schedule in one sentence
	Unordered bool   // commands run at the same time: the record is sorted
	Bad, Good Case
}

// Case is one of the two forms: what is to be seen at the end, and a run that returns what is seen.
type Case struct {
	says string
	run  func(*Stage) string
}

// Shows makes a case of what is to be seen, a scenario that returns what is seen, and the form of the example that the scenario runs.
func Shows[F any](says string, scenario func(*Stage, F) string, form F) Case {
	return Case{says, func(s *Stage) string { return scenario(s, form) }}
}

var (
	update     = flag.Bool("update", false, "write the diagrams and the table instead of comparing them")
	serverKind = flag.String("server", "auto", "auto, redis-server or miniredis")
	servers    lot
	leftOut    []string
)

// Main is the TestMain of a package of proofs: it stops the servers whatever happened.
func Main(m *testing.M) {
	flag.Parse()
	redis.SetLogger(silent{})
	servers.kind = *serverKind
	code := func() int {
		defer servers.stop()
		return m.Run()
	}()
	if len(leftOut) > 0 {
		fmt.Printf("left out, %v: %s\n", errNoServer, strings.Join(leftOut, ", "))
	}
	os.Exit(code)
}

// silent drops what the client library logs: servers that are not up yet, connections that a proof cuts.
type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// Run runs a proof as the subtests bad and good, prints both timelines, and compares the diagrams in the docs with what was recorded.
func (p Proof) Run(t *testing.T) {
	srv := serverFor(t, p.Check, p.Needs)
	traces := map[string]trace{}
	for _, form := range []string{"bad", "good"} {
		t.Run(form, func(t *testing.T) {
			c := p.Bad
			if form == "good" {
				c = p.Good
			}
			s := newStage(t, srv)
			got := c.run(s)
			s.mu.Lock()
			if p.Unordered {
				s.trace.unorder()
			}
			s.trace.events = append(s.trace.events, event{lines: []string{got}})
			traces[form] = s.trace
			s.mu.Unlock()
			fmt.Fprintf(t.Output(), "%s, the %s form, when %s:\n\n%s\n", p.Check, form, p.When, s.trace.timeline())
			if got != c.says {
				t.Errorf("the %s form shows\n\t%s\nwant\n\t%s", form, got, c.says)
			}
		})
	}
	if t.Failed() || len(traces) < 2 || srv.version == embedded || !traces["good"].arrows() {
		return
	}
	Document(t, filepath.Join("diagrams", p.Check+".mmd.md"), p.diagrams(traces["bad"], traces["good"]))
}

// serverFor returns a server, or leaves the test out when there can be none.
func serverFor(t *testing.T, name string, needs Need) *server {
	t.Helper()
	srv, err := servers.get(needs)
	if errors.Is(err, errNoServer) {
		leftOut = append(leftOut, name)
		t.Skipf("left out: needs a %s, and %v", needs, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// diagrams puts the two sequence diagrams side by side, for the page of the check.
func (p Proof) diagrams(bad, good trace) string {
	cell := func(c Case, tr trace) string {
		return "<td valign=\"top\">\n\n```mermaid\n" + tr.mermaid() + "```\n\n" + c.says + "\n\n</td>\n"
	}
	return "When " + p.When + ":\n\n<table>\n<tr><th>bad</th><th>good</th></tr>\n<tr>\n" + cell(p.Bad, bad) + cell(p.Good, good) +
		"</tr>\n</table>\n\nRecorded by `go test ./passes/" + p.Check + " -run Proof -v`, one of the [proofs](../proofs.md).\n"
}

// Table is the page of all proofs, and of the checks that have none with the reason.
func Table(proofs []Proof, without map[string]string, seeds, facts []Claim, library string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Proofs\n\nEach claim is run against a live server: the bad form of the check's example does the harm, the good form at\n"+
		"the same schedule does not. The schedule is forced: a second process moves at the decisive moment. A check's proof prints who sent\n"+
		"what and what came back:\n\n    go test ./passes/CHECK -run Proof -v\n\n"+
		"With %s. This page and the diagrams are written by `go generate` in testdata/proofs.\n\n", library)
	b.WriteString("| check | when | bad form | good form | server |\n|---|---|---|---|---|\n")
	proofs = slices.Clone(proofs)
	slices.SortFunc(proofs, func(a, b Proof) int { return strings.Compare(a.Check, b.Check) })
	for _, p := range proofs {
		fmt.Fprintf(&b, "| [%s](checks/%s.md) | %s | %s | %s | %s |\n", p.Check, p.Check, p.When, p.Bad.says, p.Good.says, p.Needs)
	}
	b.WriteString("\nServer \"any\": redis-server when it is installed, otherwise the embedded miniredis.\n\n## Checks without a proof\n\n")
	for _, c := range sortedKeys(without) {
		fmt.Fprintf(&b, "* %s: %s\n", c, without[c])
	}
	b.WriteString("\n## Other versions of go-redis\n\nThe examples, translated, are analysed with v9.10, v9.0, v8, v7 and v6 as well (passes/versions_test.go), with the same answers\n" +
		"but for what these versions do in another way: before v9, queueing on a pipeline is locked (pipeshare); before v8, MaxRetries 0 means\n" +
		"none (optionzero); in v6, Pipelined of a Tx is a transaction (txwrite) and the special answers of TTL are seconds (ttlcompare).\n")
	b.WriteString("\n## Claims of the seeds\n\nWhat the texts that the project started from say about behaviour at run time, which checks find the wrong form, and what\n" +
		"shows it: the proof of a check, or a run of its own in testdata/proofs, `go test -v -run ...`.\n" + claimTable(seeds, true))
	b.WriteString("\n## Facts\n\nWhat else the checks rely on.\n" + claimTable(facts, false))
	return b.String()
}

// Versions returns the library and server versions, for the table; empty without redis-server.
func Versions() string {
	s, err := servers.get(Node)
	if err != nil {
		return ""
	}
	return "go-redis " + redisVersion() + " and " + s.version
}

// Document writes a file of docs, with -update, or compares it, if the docs were recorded with the server of this machine: servers differ
// in the wording of errors.
func Document(t *testing.T, name, text string) {
	t.Helper()
	if table, err := os.ReadFile(filepath.Join("..", "..", "docs", "proofs.md")); !*update && err == nil && !strings.Contains(string(table), Versions()) {
		t.Logf("docs/%s is not compared: it was recorded with other versions than %s", name, Versions())
		return
	}
	path := filepath.Join("..", "..", "docs", name)
	if *update {
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(path)
	if err != nil || string(old) != text {
		t.Errorf("docs/%s is not what was recorded: run go generate in testdata/proofs (%v)", name, err)
	}
}

func redisVersion() string { return "v" + redis.Version() }

func sortedKeys(m map[string]string) []string {
	var ks []string
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}
