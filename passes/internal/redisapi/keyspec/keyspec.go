// Package keyspec finds the keys of a raw Redis command from the key specifications that a server publishes with COMMAND.
package keyspec

import (
	"strconv"
	"strings"
)

// A Spec is one key specification. Its text form is BEGIN/FIND/FLAGS:
//
//	@2/range:-1:1:0/OW         keys from argument 2 to the last one, step 1, overwritten
//	@2/keynum:0:1:1/RO         argument 2 is the number of keys, they start one later
//	STREAMS+1/range:-1:1:2/RO  after the word STREAMS (searched from argument 1), the first half of the rest
//
// Arguments count from 0, the command itself. A space separates the specifications of one command.
type Spec struct {
	Keyword  string // "" when the keys begin at a fixed argument
	Begin    int    // that argument, or where the search for Keyword starts (negative: from the end, backwards)
	Numbered bool   // keynum: the count stands in the arguments
	A, B, C  int    // range: last key, step, limit; keynum: index of the count, first key, step
	Flags    []string
}

// Key is the position of a key among the words of a command.
type Key struct {
	Index int
	Write bool // the key is not read only
}

// Parse reads the text form of all specifications of a command. The result is false when the server itself does not know
// where the keys are (SORT), or the text is not well formed.
func Parse(text string) ([]Spec, bool) {
	var specs []Spec
	complete := true
	for _, field := range strings.Fields(text) {
		parts := strings.Split(field, "/")
		if len(parts) != 3 || parts[0] == "?" || parts[1] == "?" {
			complete = false
			continue
		}
		s := Spec{Flags: strings.Split(parts[2], "+")}
		var err error
		if at, ok := strings.CutPrefix(parts[0], "@"); ok {
			s.Begin, err = strconv.Atoi(at)
		} else {
			i := strings.LastIndexAny(parts[0], "+-")
			if i < 0 {
				return specs, false
			}
			s.Keyword = parts[0][:i]
			s.Begin, err = strconv.Atoi(parts[0][i:])
		}
		find := strings.Split(parts[1], ":")
		if err != nil || len(find) != 4 {
			return specs, false
		}
		s.Numbered = find[0] == "keynum"
		for i, p := range []*int{&s.A, &s.B, &s.C} {
			if *p, err = strconv.Atoi(find[i+1]); err != nil {
				return specs, false
			}
		}
		if s.has("incomplete") {
			complete = false
		}
		specs = append(specs, s)
	}
	return specs, complete
}

func (s Spec) has(flag string) bool {
	for _, f := range s.Flags {
		if f == flag {
			return true
		}
	}
	return false
}

// Find returns the keys of the command whose words are given, in the order of the specifications. Specifications that do not
// apply (an optional STORE that is not there) give nothing; false means that a word which decides is missing or malformed.
func Find(specs []Spec, words []string) ([]Key, bool) {
	var keys []Key
	for _, s := range specs {
		if s.has("not_key") {
			continue
		}
		first, ok := s.first(words)
		if !ok {
			continue
		}
		last, step := 0, s.B
		switch {
		case s.Numbered:
			if first+s.A >= len(words) {
				return nil, false
			}
			n, err := strconv.Atoi(words[first+s.A])
			if err != nil || n < 0 || n > len(words) {
				return nil, false
			}
			step = s.C
			first += s.B
			last = first + (n-1)*step
		case s.A >= 0:
			last = first + s.A
		case s.C <= 1:
			last = len(words) + s.A
		default:
			last = first + (len(words)-first)/s.C + s.A
		}
		if step < 1 || last >= len(words) {
			return nil, false
		}
		for i := first; i <= last; i += step {
			keys = append(keys, Key{Index: i, Write: !s.has("RO")})
		}
	}
	return keys, true
}

// first is the argument where the specification begins.
func (s Spec) first(words []string) (int, bool) {
	if s.Keyword == "" {
		return s.Begin, s.Begin < len(words)
	}
	i, step := s.Begin, 1
	if i < 0 {
		i, step = len(words)+i, -1
	}
	for ; i > 0 && i < len(words)-1; i += step {
		if strings.EqualFold(words[i], s.Keyword) {
			return i + 1, true
		}
	}
	return 0, false
}
