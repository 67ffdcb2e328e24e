package redisapi

import (
	"go/types"
	"sort"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/redisapi/keyspec"
)

//go:generate go -C gen run .

// Lookup returns the row of a command method by its Go name, or nil: that of the newest major version which has the method.
// The row is shared: do not change it.
func Lookup(name string) *Method {
	i := sort.Search(len(table), func(i int) bool { return table[i].Name >= name })
	if i == len(table) || table[i].Name != name {
		return nil
	}
	return &table[i]
}

// LookupMajor is Lookup for one major version: some methods had other parameters or sent another command there. A major version
// that does not have the method gets the row that Lookup returns.
func LookupMajor(name string, major int) *Method {
	m := Lookup(name)
	if m == nil || major >= m.First {
		return m
	}
	i := sort.Search(len(older), func(i int) bool { return older[i].Name >= name })
	for ; i < len(older) && older[i].Name == name; i++ {
		if major >= older[i].First && major <= older[i].Last {
			return &older[i]
		}
	}
	return m
}

// LookupFunc returns the row of a method that is called on a receiver of a role, or nil. The version of the library is that of the
// method, or of its result for a method of an interface of the program. SentinelClient has methods of its own behind known names
// (Set, Monitor): without a row.
func LookupFunc(fn *types.Func, role Role) *Method {
	lib, ok := LibraryOf(fn.Pkg())
	if results := fn.Signature().Results(); !ok && results.Len() == 1 {
		if n := named(results.At(0).Type()); n != nil {
			lib, ok = LibraryOf(n.Obj().Pkg())
		}
	}
	if !ok {
		lib.Major = newest[0].Major
	}
	m := LookupMajor(fn.Name(), lib.Major)
	if m != nil && role == RoleSentinel && m.Type != "sentinel" && m.Name != "Ping" {
		return nil
	}
	return m
}

// Methods returns all rows, sorted by name. The slice is shared: do not change it.
func Methods() []Method { return table }

// CommandInfo is what a server says of one of its commands, for raw commands (Do, NewCmd, Process).
type CommandInfo struct {
	Name     string // in capitals; a subcommand has two words: "OBJECT ENCODING"
	Arity    int    // number of words with the name (of a subcommand: both); negative: at least that many
	Write    bool
	ReadOnly bool
	Blocking bool
	// FirstKey, LastKey and KeyStep are the positions of keys in the old form: LastKey may count from the end (-1), and all
	// are 0 without keys at fixed positions. CommandKeys knows more.
	FirstKey, LastKey, KeyStep int
	Group, Since               string
	keys                       string
}

// Command returns the facts of a command by its name, in any case: "set", "OBJECT", "object encoding".
func Command(name string) (*CommandInfo, bool) {
	name = strings.ToUpper(name)
	i := sort.Search(len(commands), func(i int) bool { return commands[i].Name >= name })
	if i == len(commands) || commands[i].Name != name {
		return nil, false
	}
	return &commands[i], true
}

// IsContainer reports whether the command only has subcommands (OBJECT, CONFIG).
func (c *CommandInfo) IsContainer() bool {
	prefix := c.Name + " "
	i := sort.Search(len(commands), func(i int) bool { return commands[i].Name >= prefix })
	return i < len(commands) && strings.HasPrefix(commands[i].Name, prefix)
}

// CommandOf returns the facts of the raw command with these words: those of the subcommand where there is one.
func CommandOf(words []string) (*CommandInfo, bool) {
	if len(words) == 0 {
		return nil, false
	}
	if len(words) > 1 {
		if c, ok := Command(words[0] + " " + words[1]); ok {
			return c, true
		}
	}
	return Command(words[0])
}

// CommandKeys returns the positions of the keys among the words of a raw command, the command itself at 0. The result is false
// when the command is unknown, its words do not fit, or the server itself cannot tell all keys from them (SORT with BY or GET).
func CommandKeys(words []string) ([]int, bool) {
	c, ok := CommandOf(words)
	if !ok {
		return nil, false
	}
	specs, complete := keyspec.Parse(c.keys)
	keys, ok := keyspec.Find(specs, words)
	if !ok || !complete {
		return nil, false
	}
	var at []int
	for _, k := range keys {
		at = append(at, k.Index)
	}
	return at, true
}
