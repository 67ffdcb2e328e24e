package main

import "strings"

// This file holds what neither the library nor the server tells.

func set(names string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(names) {
		m[strings.ReplaceAll(n, "~", " ")] = true
	}
	return m
}

// texts are arguments that a method insists on, by method and path of the argument.
var texts = map[string]map[string]string{
	"JSONSetMode":     {"p3": "NX"},
	"JSONSetWithArgs": {"p3.SetMode": "NX"},
}

// nilMay are methods that can return redis.Nil although the measurement on a missing key does not show it: the recorded server
// lacks the command, a condition decides, or the reply comes from the connection.
var nilMay = set(`
	SetArgs XReadGroup XRead ClientGetName RandomKey GetMasterAddrByName ZRankWithScore ZRevRankWithScore
	SetIFEQ SetIFEQGet SetIFNE SetIFNEGet SetIFDEQ SetIFDEQGet SetIFDNE SetIFDNEGet ZAddArgsIncr
	LMoveM BLMoveM Digest
	ARGet AROpAnd AROpOr AROpXor AROpSum AROpMin AROpMax
	JSONGet JSONGetWithArgs JSONSetMode JSONSetWithArgs
	VEmb VGetAttr VInfo VLinks VLinksWithScores VRandMember
`)

// nilNever are methods that cannot be measured and answer a miss otherwise.
var nilNever = set(`DebugObject Migrate Watch`)

// nilUnknown are methods whose reply depends on what the program passes (a script, a raw command, XAdd with NoMkStream), or on
// servers that this model has not seen.
var nilUnknown = set(`
	Do DoContext DoRaw DoRawWriteTo Eval EvalRO EvalSha EvalShaRO FCall FCallRO FCallRo XAdd
	ARNext ARSeek AROpMatch AROpUsed ARInfo ARInfoFull ARGetRange ARLastItems
	JSONArrIndex JSONArrIndexWithArgs JSONArrLen JSONArrPop JSONObjKeys JSONObjLen JSONStrLen JSONType JSONNumIncrBy
	TSGet TSGetWithArgs TSReadWithArgs
`)

// notIdempotent are write commands that do something else when they are sent twice.
var notIdempotent = set(`
	APPEND INCR INCRBY INCRBYFLOAT DECR DECRBY INCREX HINCRBY HINCRBYFLOAT ZINCRBY BITFIELD
	LPUSH LPUSHX RPUSH RPUSHX LINSERT LPOP RPOP LMPOP BLPOP BRPOP BLMPOP RPOPLPUSH BRPOPLPUSH LMOVE BLMOVE LMOVEM BLMOVEM LTRIM LREM
	SPOP ZPOPMIN ZPOPMAX ZMPOP BZPOPMIN BZPOPMAX BZMPOP XADD XREADGROUP XCLAIM XAUTOCLAIM XNACK
	GETSET GETDEL HGETDEL RENAME RENAMENX MOVE SWAPDB MIGRATE PUBLISH SPUBLISH
	EVAL EVALSHA FCALL ARINSERT ARRING
	JSON.ARRAPPEND JSON.ARRINSERT JSON.ARRPOP JSON.ARRTRIM JSON.NUMINCRBY JSON.NUMMULTBY JSON.STRAPPEND JSON.TOGGLE
	TS.INCRBY TS.DECRBY CF.ADD CF.INSERT CF.DEL CMS.INCRBY TOPK.ADD TOPK.INCRBY TDIGEST.ADD
	CLIENT~KILL SHUTDOWN SENTINEL~FAILOVER CLUSTER~FAILOVER
`)

// notIdempotentMethods are forms of an idempotent command that are not.
var notIdempotentMethods = set(`ZAddArgsIncr ZIncr ZIncrNX ZIncrXX Do DoContext DoRaw DoRawWriteTo`)

// keyspace are commands that work on all keys of a node, or on the node itself.
var keyspace = set(`
	KEYS SCAN RANDOMKEY DBSIZE FLUSHALL FLUSHDB SWAPDB CONFIG~SET CONFIG~REWRITE CONFIG~RESETSTAT CONFIG~GET SAVE BGSAVE BGREWRITEAOF LASTSAVE
	SLOWLOG~GET SLOWLOG~LEN SLOWLOG~RESET CLIENT~LIST CLIENT~KILL CLIENT~PAUSE CLIENT~UNPAUSE CLIENT~UNBLOCK WAIT WAITAOF
	INFO LATENCY~LATEST LATENCY~RESET SHUTDOWN SCRIPT~LOAD SCRIPT~FLUSH SCRIPT~EXISTS SCRIPT~KILL
	FUNCTION~LOAD FUNCTION~DELETE FUNCTION~FLUSH FUNCTION~KILL FUNCTION~LIST FUNCTION~DUMP FUNCTION~RESTORE FUNCTION~STATS
	PUBSUB~CHANNELS PUBSUB~NUMSUB PUBSUB~NUMPAT PUBSUB~SHARDCHANNELS PUBSUB~SHARDNUMSUB
	ACL~SETUSER ACL~DELUSER ACL~LIST ACL~USERS ACL~LOG MODULE~LOADEX HOTKEYS~START HOTKEYS~STOP HOTKEYS~RESET HOTKEYS~GET
	TS.MGET TS.MRANGE TS.MREVRANGE TS.QUERYINDEX TS.QUERYLABELS
`)

// fanOut are methods that ClusterClient sends to all nodes itself.
var fanOut = set(`DBSize ScriptLoad ScriptFlush ScriptExists HImportPrepare HImportDiscard HImportDiscardAll`)

// connState are commands that change the state of their connection.
var connState = set(`
	SELECT AUTH HELLO CLIENT~SETNAME CLIENT~SETINFO CLIENT~TRACKING CLIENT~REPLY CLIENT~NO-EVICT CLIENT~NO-TOUCH CLIENT~CACHING
	CLIENT~MAINT_NOTIFICATIONS READONLY READWRITE ASKING WATCH UNWATCH MULTI EXEC DISCARD QUIT RESET MONITOR
	SUBSCRIBE PSUBSCRIBE SSUBSCRIBE UNSUBSCRIBE PUNSUBSCRIBE SUNSUBSCRIBE HIMPORT~PREPARE HIMPORT~DISCARD HIMPORT~DISCARDALL
`)

// readOnly are methods that use a write command in its reading form.
var readOnly = set(`Sort SortInterfaces SortRO`)

// keys are the keys that key specifications do not give, or give wrongly.
var keys = map[string][]key{
	"SortStore":   {{param: 0}, {param: 1, write: true}},
	"DebugObject": {{param: 0}},
	"XRead":       {{param: 0, shape: "ShapeStreams", field: "Streams"}},
}

// missing are errors by which a server answers for a missing key: the method never returns redis.Nil.
var missing = []string{"ERR no such key", "NOGROUP", "ERR The XGROUP subcommand requires the key to exist", "ERR DUMP payload"}

// special are rows of methods that cannot be called.
var special = []row{
	{Name: "Quit", Commands: []string{"QUIT"}, Result: "StatusCmd", Access: "AccessNone", Nil: "NilNever", Type: "connection", Idempotent: true, ConnState: true},
	{Name: "JSONDebugMemory", Commands: []string{"JSON.DEBUG MEMORY"}, Keys: []key{{param: 0}}, Result: "IntCmd", Access: "AccessRead", Nil: "NilNever", Type: "json", Idempotent: true},
}

// zeroTexts and negativeTexts explain the special values of durations, by command.
var zeroTexts = map[string]string{
	"SET": "never expires", "SETNX": "never expires", "GETEX": "removes the expiration", "EXPIRE": "deletes the key", "PEXPIRE": "deletes the key",
	"HEXPIRE": "deletes the fields", "HPEXPIRE": "deletes the fields", "SETEX": "is rejected", "RESTORE": "never expires",
	"BLPOP": "blocks for ever", "BRPOP": "blocks for ever", "BRPOPLPUSH": "blocks for ever", "BLMOVE": "blocks for ever", "BLMOVEM": "blocks for ever",
	"BLMPOP": "blocks for ever", "BZPOPMIN": "blocks for ever", "BZPOPMAX": "blocks for ever", "BZMPOP": "blocks for ever",
	"XREAD": "blocks for ever", "XREADGROUP": "blocks for ever", "WAIT": "blocks for ever", "WAITAOF": "blocks for ever", "TS.READ": "blocks for ever",
}

var negativeTexts = map[string]string{
	"SET": "stores the key without expiration", "GETEX": "leaves the expiration unchanged",
	"EXPIRE": "deletes the key", "PEXPIRE": "deletes the key", "HEXPIRE": "is rejected", "HPEXPIRE": "is rejected", "SETEX": "is rejected",
	"SETNX": "is rejected", "RESTORE": "is rejected",
	"BLPOP": "is rejected", "BRPOP": "is rejected", "BRPOPLPUSH": "is rejected", "BLMOVE": "is rejected", "BLMOVEM": "is rejected", "BLMPOP": "is rejected",
	"BZPOPMIN": "is rejected", "BZPOPMAX": "is rejected", "BZMPOP": "is rejected", "XREAD": "does not block", "XREADGROUP": "does not block", "WAIT": "is rejected",
}

// negativeByMethod corrects negativeTexts.
var negativeByMethod = map[string]string{"SetNX": "is rejected", "SetXX": "is rejected"}

// blocking are commands that wait although the recorded server does not flag them.
var blocking = set(`WAIT`)

// arities are wider on newer servers than on the recorded one.
var arities = map[string]int{"ZRANK": -3, "ZREVRANK": -3, "COMMAND GETKEYS": -3, "COMMAND GETKEYSANDFLAGS": -3}

// ages are durations that are neither an expiration nor a waiting time: idle times to select by, and a pause.
var ages = set(`MinIdle Idle Claim ClientPause Migrate`)

// notEncoded are parameters of type any that go-redis marshals itself, by method.
var notEncoded = set(`JSONSet JSONSetMode JSONSetWithArgs JSONMSetArgs`)

// types are the data types of groups that are called otherwise.
var types = map[string]string{"sorted_set": "zset", "sorted-set": "zset", "transactions": "generic"}

// typeOf are commands whose data type is not that of their group.
var typeOf = map[string]string{
	"SETBIT": "bitmap", "GETBIT": "bitmap", "BITCOUNT": "bitmap", "BITOP": "bitmap", "BITPOS": "bitmap", "BITFIELD": "bitmap", "BITFIELD_RO": "bitmap",
	"MEMORY USAGE": "generic", "DEBUG": "generic", "WAIT": "server", "WAITAOF": "server",
}
