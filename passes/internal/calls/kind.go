package calls

import (
	"go/types"
	"strings"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// Kind is what a call of the library does.
type Kind uint8

// The kinds of calls.
const (
	Other         Kind = iota // a function or method of the library without a kind of its own
	Command                   // a command method with a row in the model: Get, HSet, XRead
	Do                        // Do(ctx, args...) with the command's words as arguments
	Process                   // Process(ctx, cmd) with a hand-made command
	Exec                      // Exec of a pipeline
	Discard                   // Discard of a pipeline
	Pipelined                 // Pipelined(ctx, fn)
	TxPipelined               // TxPipelined(ctx, fn)
	NewPipeline               // Pipeline()
	NewTxPipeline             // TxPipeline()
	Watch                     // Watch(ctx, fn, keys...) of a client
	TxWatch                   // Watch(ctx, keys...) of a Tx
	TxUnwatch                 // Unwatch(ctx, keys...) of a Tx
	Read                      // a method of a command: Val, Result, Err, Int, Scan ...
	ScriptRun                 // Run, RunRO, Eval, EvalRO, EvalSha, EvalShaRO, Load, Exists of a Script
	NewScript                 // NewScript(text), NewScriptServerSHA(text)
	NewClient                 // NewClient, NewClusterClient, NewRing, NewFailoverClient, NewUniversalClient ...
	NewCmd                    // NewCmd, NewStringCmd ...
	Subscribe                 // Subscribe, PSubscribe, SSubscribe of a client: makes a PubSub
	ForEach                   // ForEachMaster, ForEachSlave, ForEachShard
	NewConn                   // Conn(), EphemeralConn(): one connection of the pool
	Close                     // Close of a client, Conn, PubSub, Tx, pipeline (v8)
	PubSubUse                 // any other method of a PubSub: Receive, Channel, Ping ...
	IteratorUse               // Next, Val, Err of a ScanIterator
	Iterator                  // Iterator() of a ScanCmd
)

//go:generate go run golang.org/x/tools/cmd/stringer -type=Kind

// classify returns what a library function does for a receiver of a role (RoleNone for a package-level function).
func classify(fn *types.Func, role redisapi.Role) (Kind, *redisapi.Method) {
	name := fn.Name()
	sig := fn.Signature()
	switch role {
	case redisapi.RoleNone:
		switch {
		case name == "NewScript" || name == "NewScriptServerSHA":
			return NewScript, nil
		case strings.HasPrefix(name, "New") && strings.HasSuffix(name, "Cmd"):
			return NewCmd, nil
		case name == "NewAdapter": // of a dialect: it only gives a client go-redis' methods
			return Other, nil
		case strings.HasPrefix(name, "New") && sig.Results().Len() >= 1 && redisapi.RoleOf(sig.Results().At(0).Type()).IsClient():
			return NewClient, nil
		}
		return Other, nil
	case redisapi.RoleCmd:
		if name == "Iterator" {
			return Iterator, nil
		}
		return Read, nil
	case redisapi.RolePubSub:
		if name == "Close" {
			return Close, nil
		}
		return PubSubUse, nil
	case redisapi.RoleScript:
		switch name {
		case "Run", "RunRO", "Eval", "EvalRO", "EvalSha", "EvalShaRO", "Load", "Exists":
			return ScriptRun, nil
		}
		return Other, nil
	case redisapi.RoleIterator:
		return IteratorUse, nil
	}
	switch name {
	case "Exec":
		return Exec, nil
	case "Discard":
		return Discard, nil
	case "Pipelined":
		return Pipelined, nil
	case "TxPipelined":
		return TxPipelined, nil
	case "Pipeline":
		return NewPipeline, nil
	case "TxPipeline":
		return NewTxPipeline, nil
	case "Watch":
		if role == redisapi.RoleTx {
			return TxWatch, nil
		}
		return Watch, nil
	case "Unwatch":
		return TxUnwatch, nil
	case "Do":
		return Do, nil
	case "Process":
		return Process, nil
	case "Subscribe", "PSubscribe", "SSubscribe":
		return Subscribe, nil
	case "ForEachMaster", "ForEachSlave", "ForEachShard":
		return ForEach, nil
	case "Conn", "EphemeralConn":
		return NewConn, nil
	case "Close":
		return Close, nil
	}
	if m := redisapi.LookupFunc(fn, role); m != nil {
		return Command, m
	}
	return Other, nil
}
