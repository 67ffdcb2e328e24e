package keys_test

import (
	"testing"

	"github.com/redisvet/redisvet/passes/internal/keys"
)

// The slots are those that a Redis 7.0 server gives (CLUSTER KEYSLOT).
func TestSlot(t *testing.T) {
	for key, want := range map[string]int{
		"":                 0,
		"foo":              12182,
		"bar":              5061,
		"123456789":        12739,
		"{user1000}.hello": keys.Slot("user1000"),
		"foo{}{bar}":       8363,
		"foo{{bar}}zap":    keys.Slot("{bar"),
		"foo{bar}{zap}":    5061,
		"{bar":             keys.Slot("{bar"),
	} {
		if got := keys.Slot(key); got != want {
			t.Errorf("Slot(%q) = %d, want %d", key, got, want)
		}
	}
}

func TestSlots(t *testing.T) {
	id := keys.Sym("id", keys.Plain)
	other := keys.Sym("other", keys.Plain)
	n := keys.Sym("n", keys.Number)
	prefix := keys.Sym("prefix", keys.Any)
	lit := keys.Lit
	cat := keys.Concat
	for _, c := range []struct {
		name string
		a, b keys.Key
		want keys.Relation
	}{
		{"constants apart", lit("a"), lit("b"), keys.DifferentSlots},
		{"constants with a tag", lit("{a}1"), lit("{a}2"), keys.SameSlot},
		{"one key", cat(lit("u:"), id), cat(lit("u:"), id), keys.SameSlot},
		{"key and key as tag", id, cat(lit("{"), id, lit("}:x")), keys.SameSlot},
		{"unknown tags of one form", cat(lit("{"), id, lit("}")), cat(lit("{"), other, lit("}")), keys.Unknown},
		{"tags of different symbols and form", cat(lit("{a"), id, lit("}")), cat(lit("{b"), id, lit("}")), keys.NoCommonTag},
		{"prefixes", cat(lit("a:"), id), cat(lit("b:"), id), keys.NoCommonTag},
		{"same form", cat(lit("a:"), id), cat(lit("a:"), other), keys.Unknown},
		{"numbers", cat(lit("a:"), n), cat(lit("b:"), n), keys.NoCommonTag},
		{"a prefix that may hold a tag", cat(prefix, lit("a")), cat(prefix, lit("b")), keys.Unknown},
		{"a tag before anything unknown", cat(lit("{t}"), prefix), cat(lit("{t}:"), prefix), keys.SameSlot},
		{"opened and closed by different parts", cat(lit("x{"), id, lit("}y")), cat(lit("z{"), id, lit("}")), keys.SameSlot},
		{"never closed", cat(lit("{"), id), cat(lit("{x"), id), keys.NoCommonTag},
		{"nothing known", keys.Key{}, lit("a"), keys.Unknown},
	} {
		if got := keys.Slots(c.a, c.b); got != c.want {
			t.Errorf("%s: Slots = %v, want %v", c.name, got, c.want)
		}
		if got := keys.Slots(c.b, c.a); got != c.want {
			t.Errorf("%s: Slots is not symmetric: %v", c.name, got)
		}
	}
}

func TestSameAndDifferent(t *testing.T) {
	id, other := keys.Sym("id", keys.Plain), keys.Sym("other", keys.Plain)
	a, b := keys.Concat(keys.Lit("a:"), id), keys.Concat(keys.Lit("a"), keys.Lit(":"), id)
	if !keys.Same(a, b) {
		t.Error("a literal in two pieces is another key")
	}
	if keys.Same(a, keys.Concat(keys.Lit("a:"), other)) || keys.Different(a, keys.Concat(keys.Lit("a:"), other)) {
		t.Error("keys with different unknown parts are neither the same nor different")
	}
	if !keys.Different(a, keys.Concat(keys.Lit("b:"), id)) {
		t.Error("keys that begin differently are different")
	}
	if keys.Same(keys.Key{}, keys.Key{}) {
		t.Error("two unknown keys are not the same")
	}
}
