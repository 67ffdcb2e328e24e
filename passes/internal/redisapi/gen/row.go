package main

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
)

// row is a line of the table; the fields are those of redisapi.Method.
type row struct {
	Name       string
	Commands   []string
	Keys       []key
	Access     string
	Nil        string
	Blocking   bool
	Type       string
	Idempotent bool
	Durations  []duration
	Values     []int
	Fields     []field
	Result     string
	Keyspace   bool
	FanOut     bool
	ConnState  bool
	First      int
	Last       int

	words []string // of the first filling that works
}

type field struct {
	param int
	path  string
}

type key struct {
	param        int
	shape, field string
	write        bool
}

// row joins what the probes of a method show with the facts of its commands.
func (m method) row(all facts) row {
	r := row{Name: m.name, Result: m.result}
	found := map[[2]any][]place{}
	writes := map[[2]any]bool{}
	var main *fact
	for _, f := range fillings {
		words := m.call(f)
		if len(words) == 0 || strings.HasPrefix(words[0], "p") && placeForm.MatchString(words[0]) {
			continue
		}
		fact := all.of(words)
		name := strings.ToUpper(words[0])
		if fact != nil {
			name = fact.name
		}
		if !slices.Contains(r.Commands, name) {
			r.Commands = append(r.Commands, name)
		}
		if fact == nil {
			continue
		}
		if main == nil {
			main, r.words = fact, words
		}
		for _, k := range fact.find(words) {
			p, ok := parsePlace(words[k.Index])
			if !ok {
				continue
			}
			id := [2]any{p.param, p.field}
			if !slices.Contains(found[id], p) {
				found[id] = append(found[id], p)
			}
			writes[id] = writes[id] || k.Write && !fact.has("readonly")
		}
	}
	for id, places := range found {
		r.Keys = append(r.Keys, key{param: id[0].(int), field: id[1].(string), shape: shape(places), write: writes[id]})
	}
	sort.Slice(r.Keys, func(i, j int) bool {
		a, b := r.Keys[i], r.Keys[j]
		return a.param < b.param || a.param == b.param && a.field < b.field
	})
	if k, ok := keys[m.name]; ok && (m.name != "XRead" || len(r.Keys) > 0) {
		r.Keys = slices.Clone(k)
	}
	for _, d := range m.durations() {
		if !strings.HasPrefix(d.unit, "?") {
			r.Durations = append(r.Durations, d)
		}
	}
	if !notEncoded[m.name] {
		for i, p := range m.params {
			if p.Kind() == reflect.Slice {
				p = p.Elem()
			}
			if p.Kind() == reflect.Interface && p.NumMethod() == 0 {
				r.Values = append(r.Values, i)
			} else {
				for _, path := range anyFields(p, "", 0) {
					r.Fields = append(r.Fields, field{i, path})
				}
			}
		}
	}
	if main != nil {
		m.finish(&r, main)
	} else {
		r.Access, r.Nil = "AccessNone", "NilUnknown"
	}
	return r
}

// anyFields lists the paths of fields of type any in a struct, through pointers and slices.
func anyFields(t reflect.Type, path string, depth int) []string {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Interface && t.NumMethod() == 0 && path != "" {
		return []string{path}
	}
	if t.Kind() != reflect.Struct || depth > 3 {
		return nil
	}
	var paths []string
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() {
			sub := f.Name
			if path != "" {
				sub = path + "." + sub
			}
			paths = append(paths, anyFields(f.Type, sub, depth+1)...)
		}
	}
	return paths
}

// finish sets what follows from the command.
func (m method) finish(r *row, f *fact) {
	r.Access = "AccessNone"
	written := slices.ContainsFunc(r.Keys, func(k key) bool { return k.write })
	switch {
	case readOnly[m.name]:
		r.Access = "AccessRead"
	case f.has("write") || written:
		r.Access = "AccessWrite"
	case f.has("readonly") || len(r.Keys) > 0:
		r.Access = "AccessRead"
	}
	for i := range r.Keys {
		if r.Access == "AccessWrite" && !written {
			r.Keys[i].write = true
		}
		if r.Access == "AccessRead" {
			r.Keys[i].write = false
		}
	}
	r.Type = f.group
	if t, ok := types[r.Type]; ok {
		r.Type = t
	}
	if t, ok := typeOf[f.name]; ok {
		r.Type = t
	}
	r.Idempotent = !notIdempotent[f.name] && !notIdempotentMethods[m.name]
	r.Keyspace, r.FanOut, r.ConnState = keyspace[f.name], fanOut[m.name], connState[f.name]
	for i := range r.Durations {
		d := &r.Durations[i]
		d.age = ages[d.field] || ages[m.name]
		if d.age {
			continue
		}
		d.block = f.has("blocking")
		d.zero, d.negative = zeroTexts[f.name], negativeTexts[f.name]
		if text, ok := negativeByMethod[m.name]; ok {
			d.negative = text
		}
		f := fillings[2] // without the flag KeepTTL of SetArgs
		f.special, f.value = d.path(), -1
		if slices.Contains(m.call(f), "keepttl") {
			d.negative += " (-1 keeps the TTL)"
		}
		r.Blocking = r.Blocking || d.block
	}
}

func shape(places []place) string {
	var at []int
	for _, p := range places {
		switch {
		case p.key:
			return "ShapePairs"
		case p.inner:
			return "ShapeRows"
		case p.index < 0 && p.field != "":
			return "ShapeField"
		case p.index < 0:
			return "ShapeSingle"
		}
		at = append(at, p.index)
	}
	slices.Sort(at)
	switch fmt.Sprint(slices.Compact(at)) {
	case "[0 2]":
		return "ShapePairs"
	case "[0 3]":
		return "ShapeTriples"
	case "[0 1]":
		return "ShapeStreams"
	}
	if places[0].field != "" {
		return "ShapeFieldList"
	}
	return "ShapeList"
}
