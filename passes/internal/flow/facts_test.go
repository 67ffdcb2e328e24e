package flow_test

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/flow"
	"github.com/redisvet/redisvet/passes/internal/vettest"
)

// TestFacts compares the summaries of the fixture with what its comments expect. analysistest also encodes and decodes each of them.
func TestFacts(t *testing.T) {
	analysistest.Run(t, vettest.Module(t, "src"), flow.Analyzer, "./engine/facts")
}

func TestSummaryEncodes(t *testing.T) {
	in := &flow.Summary{
		Effects: []flow.Effect{{Kind: calls.Command, Method: "Incr", Lib: "github.com/redis/go-redis/v9", Recv: flow.Sym{Param: 1, Path: []string{"rdb", "[]"}},
			Keys: []flow.KeyFact{{Parts: []flow.PartFact{{Lit: "a:"}, {Sym: flow.Sym{Param: 2}, Known: true}}, Write: true}}, May: true, Tx: true, From: []int{3}}},
		Results: []flow.ResultFact{{Cmd: 1}, {Reply: []int{0}}, {Wraps: true}},
		Escapes: []int{0},
		Test:    &flow.TestFact{Sentinel: flow.Miss, Equal: true, Lib: "github.com/redis/go-redis/v9"},
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(in); err != nil {
		t.Fatal(err)
	}
	out := new(flow.Summary)
	if err := gob.NewDecoder(&buf).Decode(out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("decoded %+v, want %+v", out, in)
	}
	if got, want := in.String(), "Incr(P1.rdb.[] a:<P2>)? r0=cmd0 r1=reply[0] r2=wraps test:1 escapes[0]"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}
