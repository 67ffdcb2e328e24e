package flow

import (
	"time"

	"github.com/redisvet/redisvet/passes/internal/calls"
)

// Expiry is what a command does to the expiry of its key.
type Expiry uint8

// The kinds of expiry.
const (
	ExpiryUnknown Expiry = iota
	ExpiryNone           // the key never expires by this command: SET without a TTL, SETNX with 0
	ExpiryKept           // an existing expiry stays, a new key has none: INCR, HSET, SET with KEEPTTL
	ExpirySet            // the command gives a TTL
	ExpiryLater          // EXPIRE and friends: an existing key gets a TTL
)

var keepsExpiry = map[string]bool{"Incr": true, "IncrBy": true, "IncrByFloat": true, "Decr": true, "DecrBy": true, "HIncrBy": true, "HIncrByFloat": true, "ZIncrBy": true,
	"Append": true, "HSet": true, "HMSet": true, "HSetNX": true, "SAdd": true, "ZAdd": true, "ZAddNX": true, "RPush": true, "LPush": true, "PFAdd": true, "SetBit": true,
	"XAdd": true, "GeoAdd": true, "SetRange": true, "JSONSet": true, "BFAdd": true}

// Expiry tells what the operation does to the expiry of its key.
func (o *Op) Expiry() Expiry {
	if o.Effect != nil {
		return o.Effect.Expiry
	}
	name, args := o.Name(), o.Args
	if o.Kind == calls.Do {
		words, ok := o.rawWords()
		es, known := o.g.Elems(o.Arg(0))
		if !ok || !known {
			return ExpiryUnknown
		}
		switch words[0] {
		case "SET":
			if len(es) == 3 {
				return ExpiryNone
			}
			for _, e := range es[3:] {
				if s, ok := o.g.ConstString(e); !ok || upper(s) != "NX" && upper(s) != "XX" && upper(s) != "GET" {
					return ExpiryUnknown
				}
			}
			return ExpiryNone
		case "SETNX", "MSET", "GETSET":
			return ExpiryNone
		case "SETEX", "PSETEX":
			return ExpirySet
		case "INCR", "INCRBY", "DECR", "DECRBY", "HSET", "HINCRBY", "SADD", "ZADD", "RPUSH", "LPUSH", "HMSET":
			return ExpiryKept
		case "EXPIRE", "PEXPIRE", "EXPIREAT", "PEXPIREAT":
			return ExpiryLater
		}
		return ExpiryUnknown
	}
	if o.Kind != calls.Command {
		return ExpiryUnknown
	}
	if keepsExpiry[name] {
		return ExpiryKept
	}
	switch name {
	case "Expire", "PExpire", "ExpireAt", "PExpireAt", "ExpireNX":
		if len(args) > 1 {
			if d, ok := o.g.ConstInt(args[1]); ok && d <= 0 {
				return ExpiryUnknown // deletes the key
			}
		}
		return ExpiryLater
	case "GetSet", "MSet", "MSetNX":
		return ExpiryNone
	case "SetEx", "SetEX", "PSetEx":
		return ExpirySet
	case "Set", "SetNX", "SetXX":
		if len(args) < 3 {
			return ExpiryUnknown
		}
		d, ok := o.g.ConstInt(args[2])
		switch {
		case !ok, d > 0:
			return ExpirySet
		case d == 0:
			return ExpiryNone
		case d == -1 && name == "SetNX":
			return ExpiryNone
		case d == -1 || d == int64(-time.Second):
			return ExpiryKept
		}
	case "SetArgs":
		return o.argsExpiry(args)
	case "GetEx":
		return ExpirySet
	}
	return ExpiryUnknown
}

// argsExpiry reads the fields of SetArgs.
func (o *Op) argsExpiry(args []Value) Expiry {
	if len(args) < 3 || !o.g.Literal(args[2]) {
		return ExpiryUnknown
	}
	for _, f := range []string{"TTL", "ExpireAt", "KeepTTL"} {
		v, ok := o.g.FieldValue(args[2], f)
		if !ok {
			continue
		}
		if n, ok := o.g.ConstInt(v); ok && n == 0 {
			continue
		}
		if f == "KeepTTL" {
			if s, ok := o.g.FieldValue(args[2], "Mode"); ok {
				if m, _ := o.g.ConstString(s); m == "NX" {
					return ExpiryNone // a new key has no TTL to keep
				}
			}
			return ExpiryKept
		}
		return ExpirySet
	}
	return ExpiryNone
}

// Literal reports whether a struct value is a literal whose fields are all known: what is not set is zero.
func (g *Graph) Literal(v Value) bool {
	o := g.One(v)
	if o == nil {
		return false
	}
	if o.Kind == ObjConst {
		return true
	}
	return o.Kind == ObjCell && len(g.stores[o]) == 0
}
