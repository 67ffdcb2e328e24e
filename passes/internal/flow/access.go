package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/redisvet/redisvet/passes/internal/calls"
	"github.com/redisvet/redisvet/passes/internal/keys"
	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// AccessKind is what a command does with the data of its key, as far as races are concerned.
type AccessKind uint8

// The kinds of access.
const (
	ReadValue  AccessKind = iota // GET, HGET, LRANGE, SMEMBERS ...: data
	ReadExists                   // EXISTS, HEXISTS, SISMEMBER: whether something is there
	ReadCount                    // SCARD, LLEN, ZCARD ...: how much is there
	Replace                      // SET, HSET, LSET ...: the old value is gone
	Step                         // INCR, DECRBY, HINCRBY, APPEND ...: the server computes the new value
	Insert                       // SADD, RPUSH, ZADD: one more
	Remove                       // DEL, HDEL ...
	Claim                        // SETNX, HSETNX: only if nothing is there
)

// Access is a command seen as an access to the data of one key.
type Access struct {
	Op   *Op
	Kind AccessKind
	// Keys are the keys (several for EXISTS a b, MGET, DEL a b). Vals are their values.
	Keys []keys.Key
	// Member is the hash field, set member or offset that the command is about; unknown for the whole key.
	Member keys.Key
	// Members are the fields of HMGET and of an HSET of several fields.
	Members []keys.Key
	// Whole is true when the command is about everything the key holds.
	Whole bool
	// Values are the data written, without keys, fields, expiries.
	Values []Value
}

type accessRow struct {
	kind   AccessKind
	member int // parameter of the member, -1 for none
	value  int // first parameter with data, -1 for none
	whole  bool
}

// accessRows has the commands that races are made of. Commands that are not listed are nothing to the checks about races.
var accessRows = map[string]accessRow{
	"Get": {ReadValue, -1, -1, true}, "GetEx": {ReadValue, -1, -1, true}, "GetRange": {ReadValue, -1, -1, true}, "MGet": {ReadValue, -1, -1, true},
	"HGet": {ReadValue, 1, -1, false}, "HMGet": {ReadValue, 1, -1, false}, "HGetAll": {ReadValue, -1, -1, true}, "HVals": {ReadValue, -1, -1, true},
	"HKeys": {ReadValue, -1, -1, true}, "SMembers": {ReadValue, -1, -1, true}, "SMembersMap": {ReadValue, -1, -1, true}, "LIndex": {ReadValue, 1, -1, false},
	"LRange": {ReadValue, -1, -1, true}, "ZScore": {ReadValue, 1, -1, false}, "ZRank": {ReadValue, 1, -1, false}, "ZRange": {ReadValue, -1, -1, true},
	"ZRangeWithScores": {ReadValue, -1, -1, true}, "ZRangeByScore": {ReadValue, -1, -1, true}, "GetBit": {ReadValue, 1, -1, false},
	"JSONGet": {ReadValue, -1, -1, true}, "XRange": {ReadValue, -1, -1, true},
	"Exists": {ReadExists, -1, -1, true}, "HExists": {ReadExists, 1, -1, false}, "SIsMember": {ReadExists, 1, -1, false},
	"SCard": {ReadCount, -1, -1, true}, "LLen": {ReadCount, -1, -1, true}, "ZCard": {ReadCount, -1, -1, true}, "HLen": {ReadCount, -1, -1, true},
	"StrLen": {ReadCount, -1, -1, true}, "ZCount": {ReadCount, -1, -1, true}, "BitCount": {ReadCount, -1, -1, true}, "XLen": {ReadCount, -1, -1, true},
	"Set": {Replace, -1, 1, true}, "SetEx": {Replace, -1, 1, true}, "SetEX": {Replace, -1, 1, true}, "SetXX": {Replace, -1, 1, true}, "SetArgs": {Replace, -1, 1, true},
	"GetSet": {Replace, -1, 1, true}, "MSet": {Replace, -1, 0, true}, "SetRange": {Replace, -1, 2, true}, "JSONSet": {Replace, -1, 2, true},
	"HSet": {Replace, 1, 2, false}, "HMSet": {Replace, 1, 2, false}, "LSet": {Replace, 1, 2, false}, "SetBit": {Replace, 1, 2, false},
	"Incr": {Step, -1, -1, true}, "IncrBy": {Step, -1, 1, true}, "IncrByFloat": {Step, -1, 1, true}, "Decr": {Step, -1, -1, true}, "DecrBy": {Step, -1, 1, true},
	"HIncrBy": {Step, 1, 2, false}, "HIncrByFloat": {Step, 1, 2, false}, "ZIncrBy": {Step, 2, 1, false}, "Append": {Step, -1, 1, true},
	"SAdd": {Insert, 1, -1, false}, "ZAdd": {Insert, -1, 1, true}, "RPush": {Insert, -1, 1, true}, "LPush": {Insert, -1, 1, true}, "XAdd": {Insert, -1, -1, true},
	"Del": {Remove, -1, -1, true}, "Unlink": {Remove, -1, -1, true}, "HDel": {Remove, 1, -1, false}, "SRem": {Remove, 1, -1, false}, "ZRem": {Remove, 1, -1, false},
	"LTrim": {Remove, -1, -1, true},
	"SetNX": {Claim, -1, 1, true}, "HSetNX": {Claim, 1, 2, false},
}

// rawMethods are the methods that raw commands of Do stand for.
var rawMethods = map[string]string{"GET": "Get", "SET": "Set", "HGET": "HGet", "HSET": "HSet", "INCR": "Incr", "INCRBY": "IncrBy", "DECR": "Decr", "DECRBY": "DecrBy",
	"EXISTS": "Exists", "DEL": "Del", "SETNX": "SetNX", "SETEX": "SetEx", "GETSET": "GetSet", "SADD": "SAdd", "SISMEMBER": "SIsMember", "HINCRBY": "HIncrBy"}

// Access returns the operation as an access to data, false for other operations.
func (o *Op) Access() (Access, bool) {
	a := Access{Op: o}
	name, args := o.Name(), o.Args
	switch o.Kind {
	case calls.Command:
	case calls.Do:
		words, ok := o.rawWords()
		es, known := o.g.Elems(o.Arg(0))
		if !ok || !known || len(es) < 2 {
			return a, false
		}
		name, args = rawMethods[words[0]], es[1:]
		for _, e := range es[2:] {
			if s, ok := o.g.ConstString(e); ok && upper(s) == "NX" && name == "Set" {
				name = "SetNX"
			}
		}
		if words[0] == "SETEX" && len(args) == 3 {
			args = []Value{args[0], args[2]}
		}
	default:
		return a, false
	}
	row, ok := accessRows[name]
	if !ok {
		return a, false
	}
	a.Kind, a.Whole = row.kind, row.whole
	uses, _ := o.Keys()
	for _, u := range uses {
		a.Keys = append(a.Keys, u.Key)
	}
	if o.Effect != nil {
		a.Member, a.Values = o.effField, o.effFrom
		if a.Member.Known() {
			a.Members = []keys.Key{a.Member}
		}
		if name == "SetArgs" {
			return a, false
		}
		return a, len(a.Keys) > 0
	}
	if name == "SetArgs" && len(args) > 2 {
		if m, ok := o.g.FieldValue(args[2], "Mode"); ok {
			if s, _ := o.g.ConstString(m); s != "" {
				a.Kind = Claim
			}
		}
	}
	if row.member >= 0 && row.member < len(args) {
		a.member(name, o, args[row.member:])
	}
	if row.value >= 0 && row.value < len(args) && len(a.Values) == 0 {
		vals := args[row.value:]
		if name == "Set" || name == "SetNX" || name == "SetXX" || name == "SetEx" || name == "SetEX" || name == "GetSet" || name == "SetArgs" {
			vals = vals[:1]
		}
		for _, v := range vals {
			a.Values = append(a.Values, o.flat(v)...)
		}
		if name == "MSet" && len(a.Values) > 1 {
			var vs []Value
			for i := 1; i < len(a.Values); i += 2 {
				vs = append(vs, a.Values[i])
			}
			a.Values = vs
		}
	}
	return a, len(a.Keys) > 0
}

// member reads fields and their values from the arguments after the key.
func (a *Access) member(name string, o *Op, args []Value) {
	g := o.g
	switch name {
	case "HSet", "HMSet":
		if o.Kind == calls.Command {
			if o.Lib.Major == 6 && name == "HSet" {
				break
			}
			args = o.flat(args[0])
		}
		if len(args) == 1 { // a map or a struct
			if a.entries(g, args[0]); len(a.Members) == 0 {
				a.Values = args
			}
			return
		}
		for i := 0; i+1 < len(args); i += 2 {
			a.Members = append(a.Members, g.Key(args[i]))
			a.Values = append(a.Values, args[i+1])
		}
		if len(a.Members) == 1 {
			a.Member = a.Members[0]
		}
		return
	case "HMGet", "SAdd", "HDel", "SRem", "ZRem":
		for _, v := range args {
			for _, e := range o.flat(v) {
				a.Members = append(a.Members, g.Key(e))
			}
		}
		if len(a.Members) == 1 {
			a.Member = a.Members[0]
		}
		return
	}
	a.Member = g.Key(args[0])
	a.Members = []keys.Key{a.Member}
}

// entries reads the entries of a map literal.
func (a *Access) entries(g *Graph, v Value) {
	o := g.One(v)
	if o == nil {
		return
	}
	m, ok := o.Val.v.(*ssa.MakeMap)
	if !ok {
		return
	}
	for _, r := range *m.Referrers() {
		if u, ok := r.(*ssa.MapUpdate); ok {
			a.Members = append(a.Members, g.Key(Value{v: u.Key, f: o.Val.f}))
			a.Values = append(a.Values, Value{v: u.Value, f: o.Val.f})
		}
	}
	if len(a.Members) == 1 {
		a.Member = a.Members[0]
	}
}

// flat is a variadic list as its elements, when they are known.
func (o *Op) flat(v Value) []Value {
	if es, ok := o.g.Elems(v); ok && len(es) > 0 {
		return slices.DeleteFunc(es, Value.IsZero)
	}
	return []Value{v}
}

// SameData reports whether a write certainly changes what a read has seen: the same client, key and member.
func (g *Graph) SameData(r, w Access) bool {
	if !g.SameClient(r.Op, w.Op) {
		return false
	}
	same := false
	for _, k := range r.Keys {
		for _, l := range w.Keys {
			same = same || keys.Same(k, l)
		}
	}
	if !same {
		return false
	}
	if r.Whole || w.Whole || len(w.Members) == 0 {
		return r.Whole || w.Whole || !w.Member.Known() && len(r.Members) == 0
	}
	for _, f := range r.Members {
		for _, h := range w.Members {
			if keys.Same(f, h) {
				return true
			}
		}
	}
	return false
}

// Exclusive reports whether the role is a client of one's own or the pool: not a pipeline that somebody else sends.
func (o *Op) Exclusive() bool {
	for _, c := range o.Clients() {
		if c.Role() == redisapi.RolePipeline {
			return false
		}
	}
	return true
}

// Key is a symbolic key.
type Key = keys.Key

// SameKey reports whether two keys of the graph are certainly equal.
func (g *Graph) SameKey(a, b Key) bool { return keys.Same(a, b) }

// Returned reports whether the root function returns the reply of an operation, or its command.
func (g *Graph) Returned(op *Op) bool {
	for _, n := range g.Nodes {
		ret, ok := n.instr.(*ssa.Return)
		if !ok || n.Frame != g.Root {
			continue
		}
		for _, r := range ret.Results {
			v := Value{v: r, f: n.Frame}
			if !isError(r.Type()) && (g.Origin(v, n).Replies[op] != 0 || slices.Contains(g.Objects(v), op.Cmd())) {
				return true
			}
		}
	}
	return false
}
