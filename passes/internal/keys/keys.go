// Package keys reasons about symbolic Redis keys: equality, hash tags and hash slots.
package keys

import "strings"

// Class says what an unknown part of a key may contain.
type Class uint8

// The classes of parts.
const (
	Any    Class = iota // anything, a hash tag too: a field, a package variable, the result of a call
	Prefix              // a parameter made to be part of keys by its name (prefix, tag, namespace): it may hold a hash tag
	Plain               // a plain parameter or loop variable: an id, hardly a hash tag
	Number              // digits: a formatted number
)

// Part is one piece of a key: literal text, or a symbol that stands for a value which is not known.
type Part struct {
	Lit   string
	Sym   string
	Class Class
}

// Key is a key as a sequence of parts. The zero Key is unknown.
type Key struct{ Parts []Part }

// Lit is a constant key.
func Lit(s string) Key { return Key{Parts: []Part{{Lit: s}}} }

// Sym is a key that is one symbol.
func Sym(sym string, c Class) Key { return Key{Parts: []Part{{Sym: sym, Class: c}}} }

// Known reports whether anything is known of the key.
func (k Key) Known() bool { return len(k.Parts) > 0 }

// Concat joins keys; an unknown one makes the whole unknown.
func Concat(ks ...Key) Key {
	var out Key
	for _, k := range ks {
		if !k.Known() {
			return Key{}
		}
		for _, p := range k.Parts {
			if n := len(out.Parts); n > 0 && p.Sym == "" && out.Parts[n-1].Sym == "" {
				out.Parts[n-1].Lit += p.Lit
				continue
			}
			if p.Sym == "" && p.Lit == "" && len(ks) > 1 {
				continue
			}
			out.Parts = append(out.Parts, p)
		}
	}
	if len(out.Parts) == 0 {
		return Lit("")
	}
	return out
}

// Const returns the text of a constant key.
func (k Key) Const() (string, bool) {
	if len(k.Parts) == 1 && k.Parts[0].Sym == "" {
		return k.Parts[0].Lit, true
	}
	return "", false
}

// Same reports whether two keys are certainly equal.
func Same(a, b Key) bool {
	if !a.Known() || len(a.Parts) != len(b.Parts) {
		return false
	}
	for i, p := range a.Parts {
		q := b.Parts[i]
		if p.Sym != q.Sym || p.Lit != q.Lit {
			return false
		}
	}
	return true
}

// Different reports whether two keys are certainly not equal: different constants, or literal starts or ends that cannot agree.
func Different(a, b Key) bool {
	if !a.Known() || !b.Known() {
		return false
	}
	x, xc := a.Const()
	y, yc := b.Const()
	if xc && yc {
		return x != y
	}
	p, q := a.Parts[0].Lit, b.Parts[0].Lit
	if a.Parts[0].Sym == "" && b.Parts[0].Sym == "" && !strings.HasPrefix(p, q) && !strings.HasPrefix(q, p) {
		return true
	}
	la, lb := a.Parts[len(a.Parts)-1], b.Parts[len(b.Parts)-1]
	return la.Sym == "" && lb.Sym == "" && !strings.HasSuffix(la.Lit, lb.Lit) && !strings.HasSuffix(lb.Lit, la.Lit)
}

// String renders the key with * for what is not known.
func (k Key) String() string {
	var b strings.Builder
	for _, p := range k.Parts {
		if p.Sym != "" {
			b.WriteByte('*')
		} else {
			b.WriteString(p.Lit)
		}
	}
	return b.String()
}

// Relation of two keys in a cluster.
type Relation uint8

// The relations.
const (
	Unknown        Relation = iota
	SameSlot                // certainly one slot
	DifferentSlots          // constants with different slots: certain
	NoCommonTag             // different skeletons and no hash tag in either: different slots but for chance
)

// Slots relates the hash slots of two keys. Redis hashes only what stands between the first { and the first } after it, when that
// is not empty (cluster specification, "Hash tags").
func Slots(a, b Key) Relation {
	if !a.Known() || !b.Known() {
		return Unknown
	}
	if Same(a, b) {
		return SameSlot
	}
	x, xc := a.Const()
	y, yc := b.Const()
	if xc && yc {
		if Slot(x) == Slot(y) {
			return SameSlot
		}
		return DifferentSlots
	}
	ta, oka := a.hashed()
	tb, okb := b.hashed()
	if !oka || !okb {
		return Unknown
	}
	if Same(ta.key, tb.key) {
		return SameSlot
	}
	cx, cxc := ta.key.Const()
	cy, cyc := tb.key.Const()
	if cxc && cyc {
		if Slot(cx) == Slot(cy) { // the content holds no brace: it hashes as itself
			return SameSlot
		}
		return DifferentSlots
	}
	if sameSkeleton(ta.key, tb.key) {
		return Unknown
	}
	if p, q := a.Parts[0], b.Parts[0]; p.Sym != "" && q.Sym != "" && p.Class == Plain && q.Class == Plain && !ta.tagged && !tb.tagged {
		return Unknown // both begin with what the caller passes: whole keys or a prefix, which may bring the tag
	}
	return NoCommonTag
}

type hashedPart struct {
	key    Key
	tagged bool
}

// hashed returns the part of the key that Redis hashes, false when a symbol may bring braces that change it.
func (k Key) hashed() (hashedPart, bool) {
	open := -1 // index of the part with the opening brace
	for i, p := range k.Parts {
		if p.Sym != "" {
			if p.Class <= Prefix {
				return hashedPart{}, false
			}
			continue
		}
		if j := strings.IndexByte(p.Lit, '{'); j >= 0 {
			open = i
			rest := p.Lit[j+1:]
			if e := strings.IndexByte(rest, '}'); e >= 0 {
				if e == 0 {
					return hashedPart{key: k}, true // {} is no tag
				}
				return hashedPart{key: Lit(rest[:e]), tagged: true}, true
			}
			content := []Part{}
			if rest != "" {
				content = append(content, Part{Lit: rest})
			}
			for _, q := range k.Parts[open+1:] {
				if q.Sym != "" {
					content = append(content, q)
					continue
				}
				if e := strings.IndexByte(q.Lit, '}'); e >= 0 {
					if q.Lit[:e] != "" {
						content = append(content, Part{Lit: q.Lit[:e]})
					}
					return hashedPart{key: Key{Parts: content}, tagged: true}, true
				}
				content = append(content, q)
			}
			return hashedPart{key: k}, true // never closed
		}
	}
	return hashedPart{key: k}, true
}

// sameSkeleton reports whether two keys have the same shape, so that only unknown parts tell them apart.
func sameSkeleton(a, b Key) bool {
	if len(a.Parts) != len(b.Parts) {
		return false
	}
	for i, p := range a.Parts {
		q := b.Parts[i]
		if (p.Sym == "") != (q.Sym == "") || p.Lit != q.Lit {
			return false
		}
	}
	return true
}
