// Package redisapi is the model of go-redis: which types and methods belong to the library, and what each command method
// does on the server. Identity is by go/types objects and module path, never by the text of a name.
package redisapi

// NilReply tells whether a command can answer with a null reply, which go-redis turns into the error redis.Nil.
type NilReply uint8

// The answers of NilReply.
const (
	NilUnknown NilReply = iota // depends on arguments the model does not see (Do, Eval): say nothing
	NilNever                   // a missing key gives an empty value and a nil error
	NilMay                     // a missing key (or a timeout, or a failed condition) gives redis.Nil
)

// Access tells what a command does to its keys.
type Access uint8

// The kinds of Access.
const (
	AccessNone  Access = iota // no key is touched (PING, PUBLISH, TIME)
	AccessRead                // keys are only read
	AccessWrite               // keys are written (and perhaps read too: INCR, GETDEL)
)

// ParamShape tells how keys lie in a parameter of the Go method.
type ParamShape uint8

// The shapes of a parameter that holds keys or values.
const (
	ShapeSingle    ParamShape = iota // the parameter is one key
	ShapeList                        // the parameter is a slice or the variadic parameter, each element is a key
	ShapePairs                       // variadic key, value, key, value ... (or one map, slice or struct): every even element is a key
	ShapeField                       // the parameter is a struct (pointer); the key is in the field Field
	ShapeFieldList                   // as ShapeField, and the field is a slice of keys
	ShapeStreams                     // field or list of XREAD: the first half are keys, the second half ids (all are keys when the field ID is set)
	ShapeRows                        // the parameter is a slice of structs with the key in Field (JSONMSetArgs), or of slices that begin with the key (TSMAdd)
	ShapeTriples                     // variadic key, path, value, key, path, value ... (JSONMSet)
)

// KeyParam says where keys of a command stand among the parameters of its Go method. Param counts from 0 without the receiver
// and without the leading context.Context (v6 and v7 have none), so one row serves all versions.
type KeyParam struct {
	Param int
	Shape ParamShape
	Field string // for ShapeField and ShapeFieldList
	Write bool   // this key is written (source keys of SINTERSTORE are not)
}

// Unit is the resolution of a duration on the wire.
type Unit uint8

// The units. UnitAuto is milliseconds when the duration is below or not a multiple of a second (Set, SetNX), seconds otherwise.
// Fractions of the unit are cut off (1.9s for BLPop is 1s); less than one unit is sent as one, except where Cut is set.
const (
	UnitAuto Unit = iota
	UnitSecond
	UnitMillisecond
)

// DurationParam says which parameter (or field of a struct parameter) is a duration, and how it reaches the server.
type DurationParam struct {
	Param int
	Field string // "" when the parameter itself is the duration
	Unit  Unit
	// Zero, Negative and KeepTTL explain the special values, empty when there is none; for messages ("never expires").
	Zero, Negative string
	// Cut is true when less than one unit is sent as zero: 500us for the Block of XRead blocks for ever.
	Cut bool
	// Block is true for the waiting time of a blocking command, false for an expiry.
	Block bool
	// Age is true for a duration that is neither: an idle time to select by (XClaimArgs.MinIdle), a pause.
	Age bool
}

// ValueField is a field of type any, by parameter and path.
type ValueField struct {
	Param int
	Field string
}

// DataType is the Redis data type a command works on.
type DataType string

// Method is one row of the model: a command method of go-redis.
type Method struct {
	Name     string   // Go method name: "HIncrBy"
	Commands []string // Redis commands in capitals that it sends: "HINCRBY", "OBJECT ENCODING"; usually one
	Keys     []KeyParam
	Access   Access
	Nil      NilReply
	Blocking bool // may wait on the server (BLPOP, XREAD with BLOCK, WAIT)
	// Type is "string", "hash", "list", "set", "zset", "stream", "bitmap", "geo", "hyperloglog", "array", "json", "vectorset",
	// "timeseries", "bloom", "cuckoo", "cms", "topk" or "tdigest"; "generic" for keys of any type; and for commands without
	// keys "server", "connection", "cluster", "pubsub", "scripting", "search" or "sentinel".
	Type DataType
	// Idempotent is true when sending the command twice has the effect of sending it once (SET, HSET, DEL, EXPIRE),
	// false for INCR, LPUSH, XADD and the like. Reads are idempotent.
	Idempotent bool
	Durations  []DurationParam
	// Value lists the parameters that go-redis encodes as values (arguments of type any), by position; a variadic one counts once.
	Values []int
	// ValueFields lists the fields of type any in struct parameters, which are encoded the same way: {0, "Values"} of XAdd,
	// {1, "Member"} of ZAdd (its parameter is variadic), {1, "Members.Member"} of ZAddArgs.
	ValueFields []ValueField
	// Result is the type name of the command it returns: "StringCmd".
	Result string
	// Keyspace is true when the command works on the whole keyspace or node, not on given keys (KEYS, SCAN, FLUSHALL, DBSIZE).
	Keyspace bool
	// FanOut is true when ClusterClient sends it to all nodes by itself (DBSize, ScriptLoad, ScriptFlush, ScriptExists).
	FanOut bool
	// ConnState is true when the command changes the state of its connection (SELECT, AUTH, CLIENT SETNAME, HELLO ...).
	ConnState bool
	// First and Last are the oldest and the newest major version that have the method as this row says it.
	First, Last int
}
