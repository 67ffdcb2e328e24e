package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/redisapi/keyspec"
)

// fact is what a server says of one of its commands.
type fact struct {
	name              string // "OBJECT ENCODING"
	group, since      string
	arity             int
	flags             []string
	first, last, step int
	keys              string // text form of package keyspec
	specs             []keyspec.Spec
	newer             bool // not on the recorded server
}

func (f *fact) has(flag string) bool { return slices.Contains(f.flags, flag) }

// find returns the keys among the words of a command.
func (f *fact) find(words []string) []keyspec.Key {
	found, _ := keyspec.Find(f.specs, words)
	return found
}

type facts map[string]*fact

// readFacts reads snapshot files; a later file may not repeat a command of an earlier one.
func readFacts(files ...string) (facts, error) {
	all := facts{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
			if i == 0 || line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			f := strings.Split(line, "\t")
			for len(f) < 9 {
				f = append(f, "")
			}
			c := &fact{name: f[0], group: f[1], since: f[2], keys: f[8], newer: name == newerFile}
			for j, p := range map[int]*int{3: &c.arity, 5: &c.first, 6: &c.last, 7: &c.step} {
				if *p, err = strconv.Atoi(f[j]); err != nil && f[j] != "" {
					return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
				}
			}
			if f[4] != "" {
				c.flags = strings.Split(f[4], ",")
			}
			if blocking[c.name] && !c.has("blocking") {
				c.flags = append(c.flags, "blocking")
			}
			if n, ok := arities[c.name]; ok {
				c.arity = n
			}
			c.specs, _ = keyspec.Parse(c.keys)
			if all[c.name] != nil {
				return nil, fmt.Errorf("%s:%d: %s is known already", name, i+1, c.name)
			}
			all[c.name] = c
		}
	}
	return all, nil
}

// of returns the fact of a raw command: that of the subcommand where there is one.
func (a facts) of(words []string) *fact {
	if len(words) == 0 {
		return nil
	}
	name := strings.ToUpper(words[0])
	if len(words) > 1 {
		if f := a[name+" "+strings.ToUpper(words[1])]; f != nil {
			return f
		}
	}
	return a[name]
}

// readReplies reads the measured replies on missing keys: "nil", "value", or an error that says nothing.
func readReplies(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	m := map[string]string{}
	for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if name, reply, ok := strings.Cut(line, "\t"); ok && i > 0 {
			m[name] = reply
		}
	}
	return m, nil
}
