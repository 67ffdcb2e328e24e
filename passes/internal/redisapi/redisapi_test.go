package redisapi

import (
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"
	"testing"
)

func TestTableIsSorted(t *testing.T) {
	if len(table) < 600 {
		t.Fatalf("only %d rows", len(table))
	}
	if !sort.SliceIsSorted(table, func(i, j int) bool { return table[i].Name < table[j].Name }) {
		t.Error("table is not sorted: Lookup searches in it")
	}
	if !sort.SliceIsSorted(commands, func(i, j int) bool { return commands[i].Name < commands[j].Name }) {
		t.Error("commands is not sorted: Command searches in it")
	}
	for i := 1; i < len(table); i++ {
		if table[i].Name == table[i-1].Name {
			t.Errorf("%s has two rows", table[i].Name)
		}
	}
}

// TestRowsAreConsistent checks what holds of every row, whatever the method.
func TestRowsAreConsistent(t *testing.T) {
	for _, m := range slices.Concat(table, older) {
		if strings.HasPrefix(m.Name, "Do") {
			if len(m.Commands) > 0 || m.Nil != NilUnknown {
				t.Errorf("%s: a raw command is unknown", m.Name)
			}
			continue
		}
		if len(m.Commands) == 0 || m.Type == "" || m.Result == "" || m.First < 6 || m.Last < m.First || m.Last > 9 {
			t.Errorf("%s: incomplete row %+v", m.Name, m)
		}
		written := false
		for _, k := range m.Keys {
			written = written || k.Write
			if (k.Shape == ShapeField || k.Shape == ShapeFieldList) && k.Field == "" {
				t.Errorf("%s: key in a field without a name", m.Name)
			}
		}
		switch m.Access {
		case AccessNone:
			if len(m.Keys) > 0 {
				t.Errorf("%s has keys and touches none", m.Name)
			}
		case AccessRead:
			if written {
				t.Errorf("%s only reads and writes a key", m.Name)
			}
			if !m.Idempotent {
				t.Errorf("%s only reads and is not idempotent", m.Name)
			}
		case AccessWrite:
			if len(m.Keys) > 0 && !written {
				t.Errorf("%s writes none of its keys", m.Name)
			}
		}
		if m.Blocking != slices.ContainsFunc(m.Durations, func(d DurationParam) bool { return d.Block }) {
			t.Errorf("%s: blocking and waiting time disagree", m.Name)
		}
		for _, c := range m.Commands {
			if _, ok := Command(c); !ok {
				t.Errorf("%s sends %s, which is unknown", m.Name, c)
			}
		}
	}
}

// TestNilReplies holds the measured list of methods that return redis.Nil on a miss, and of those that never do.
func TestNilReplies(t *testing.T) {
	for nilReply, names := range map[NilReply]string{
		NilMay: `Get GetDel GetEx GetSet HGet SPop SRandMember LPop LPopCount RPop RPopCount LIndex LPos RPopLPush LMove
			BLPop BRPop BLMove BRPopLPush BLMPop BZPopMin BZPopMax BZMPop ZScore ZRank ZRevRank GeoDist RandomKey SetArgs
			XRead XReadGroup XReadStreams Dump ObjectEncoding MemoryUsage ClientGetName`,
		NilNever: `HGetAll HMGet MGet HKeys HVals HExists HLen Exists Del Unlink TTL PTTL Keys Scan HScan SScan ZScan ScanType Type
			SMembers SIsMember SMIsMember SPopN SRandMemberN SCard LRange LLen ZRange ZRangeWithScores ZRangeByScore ZRevRange ZRangeByLex
			ZMScore ZPopMin ZPopMax ZRandMember ZCard GeoPos GeoHash XRange SetNX SetXX Set Incr IncrBy IncrByFloat Decr DecrBy
			GetRange StrLen Expire ExpireAt PExpire Persist Rename`,
		NilUnknown: `Eval EvalSha EvalRO FCall Do`,
	} {
		for _, name := range strings.Fields(names) {
			if m := Lookup(name); m == nil || m.Nil != nilReply {
				t.Errorf("%s: got %+v, want Nil %d", name, m, nilReply)
			}
		}
	}
}

func TestDurations(t *testing.T) {
	for name, want := range map[string]DurationParam{
		"Set":        {Param: 2, Unit: UnitAuto},
		"SetNX":      {Param: 2, Unit: UnitAuto},
		"SetArgs":    {Param: 2, Field: "TTL", Unit: UnitAuto},
		"GetEx":      {Param: 1, Unit: UnitAuto},
		"SetEx":      {Param: 2, Unit: UnitSecond},
		"Expire":     {Param: 1, Unit: UnitSecond},
		"ExpireXX":   {Param: 1, Unit: UnitSecond},
		"PExpire":    {Param: 1, Unit: UnitMillisecond},
		"BLPop":      {Param: 0, Unit: UnitSecond, Block: true},
		"BLMove":     {Param: 4, Unit: UnitSecond, Block: true},
		"XRead":      {Param: 0, Field: "Block", Unit: UnitMillisecond, Block: true, Cut: true},
		"XReadGroup": {Param: 0, Field: "Block", Unit: UnitMillisecond, Block: true, Cut: true},
		"Wait":       {Param: 1, Unit: UnitMillisecond, Block: true, Cut: true},
		"XClaim":     {Param: 0, Field: "MinIdle", Unit: UnitMillisecond, Age: true, Cut: true},
	} {
		m := Lookup(name)
		if m == nil || len(m.Durations) == 0 {
			t.Errorf("%s has no duration", name)
			continue
		}
		got := m.Durations[0]
		got.Zero, got.Negative = "", ""
		if got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	if d := Lookup("Set").Durations[0]; d.Zero != "never expires" || !strings.Contains(d.Negative, "without expiration") {
		t.Errorf("Set: %+v", d)
	}
}

func TestKeyPositions(t *testing.T) {
	for name, want := range map[string][]KeyParam{
		"Get":         {{Param: 0}},
		"MGet":        {{Param: 0, Shape: ShapeList}},
		"MSet":        {{Param: 0, Shape: ShapePairs, Write: true}},
		"BLPop":       {{Param: 1, Shape: ShapeList, Write: true}},
		"SInterStore": {{Param: 0, Write: true}, {Param: 1, Shape: ShapeList}},
		"ZInterStore": {{Param: 0, Write: true}, {Param: 1, Shape: ShapeFieldList, Field: "Keys"}},
		"ZUnion":      {{Param: 0, Shape: ShapeFieldList, Field: "Keys"}},
		"XAdd":        {{Param: 0, Shape: ShapeField, Field: "Stream", Write: true}},
		"XRead":       {{Param: 0, Shape: ShapeStreams, Field: "Streams"}},
		"XReadGroup":  {{Param: 0, Shape: ShapeStreams, Field: "Streams", Write: true}},
		"BitOpAnd":    {{Param: 0, Write: true}, {Param: 1, Shape: ShapeList}},
		"Eval":        {{Param: 1, Shape: ShapeList, Write: true}},
		"SortStore":   {{Param: 0}, {Param: 1, Write: true}},
		"Sort":        {{Param: 0}},
		"Migrate":     {{Param: 2, Write: true}},
		"Keys":        nil,
		"Publish":     nil,
		"SPublish":    nil,
	} {
		if m := Lookup(name); m == nil || !slices.Equal(m.Keys, want) {
			t.Errorf("%s: got %+v, want %+v", name, m, want)
		}
	}
}

func TestLookupMajor(t *testing.T) {
	if got := LookupMajor("ZUnionStore", 6).Keys[1]; got != (KeyParam{Param: 2, Shape: ShapeList}) {
		t.Errorf("ZUnionStore of v6 takes its keys as the last parameter, got %+v", got)
	}
	if got := LookupMajor("HSet", 6).Values; !slices.Equal(got, []int{2}) {
		t.Errorf("HSet of v6 takes one field, one value; got values %v", got)
	}
	if LookupMajor("HSet", 7) != Lookup("HSet") || LookupMajor("HSet", 9) != Lookup("HSet") {
		t.Error("HSet is the same since v7")
	}
	if LookupMajor("ZAddCh", 6) == nil || Lookup("ZAddCh").Last != 8 {
		t.Error("ZAddCh was in v6 to v8")
	}
	if LookupMajor("NoSuchMethod", 8) != nil || Lookup("") != nil || Lookup("zzz") != nil {
		t.Error("found a method that does not exist")
	}
}

func TestLookupFunc(t *testing.T) {
	method := func(path, name, result string) *types.Func {
		pkg := types.NewPackage(path, "p")
		lib := pkg
		if _, ok := LibraryOfPath(path); !ok {
			lib = types.NewPackage("github.com/go-redis/redis", "redis")
		}
		cmd := types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, lib, result, nil), types.NewStruct(nil, nil), nil))
		results := types.NewTuple(types.NewVar(token.NoPos, pkg, "", cmd))
		return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(nil, nil, nil, nil, results, false))
	}
	const v9, v6 = "github.com/redis/go-redis/v9", "github.com/go-redis/redis"
	for _, c := range []struct {
		fn   *types.Func
		role Role
		want *Method
	}{
		{method(v9, "HSet", "IntCmd"), RoleClient, Lookup("HSet")},
		{method(v6, "HSet", "BoolCmd"), RoleClient, LookupMajor("HSet", 6)},
		{method("example.com/app", "HSet", "BoolCmd"), RoleCmdable, LookupMajor("HSet", 6)}, // an interface over v6
		{method(v9, "Set", "StringCmd"), RoleSentinel, nil},
		{method(v9, "Set", "StatusCmd"), RoleConn, Lookup("Set")},
		{method(v9, "Masters", "SliceCmd"), RoleSentinel, Lookup("Masters")},
		{method(v9, "Subscribe", "PubSub"), RoleClient, nil},
	} {
		if got := LookupFunc(c.fn, c.role); got != c.want {
			t.Errorf("%v: got %+v, want %+v", c.fn, got, c.want)
		}
	}
}

func TestCommand(t *testing.T) {
	set, ok := Command("set")
	if !ok || set.Name != "SET" || set.Arity != -3 || !set.Write || set.FirstKey != 1 || set.IsContainer() {
		t.Errorf("set: %+v", set)
	}
	object, ok := Command("OBJECT")
	if !ok || !object.IsContainer() {
		t.Errorf("OBJECT has subcommands: %+v", object)
	}
	if c, ok := CommandOf([]string{"object", "Encoding", "k"}); !ok || c.Name != "OBJECT ENCODING" || c.Arity != 3 || !c.ReadOnly {
		t.Errorf("object encoding: %+v", c)
	}
	if c, ok := CommandOf([]string{"get", "encoding"}); !ok || c.Name != "GET" {
		t.Errorf("get: %+v", c)
	}
	if _, ok := Command("NOSUCH"); ok {
		t.Error("NOSUCH is known")
	}
	if _, ok := CommandOf(nil); ok {
		t.Error("nothing is a command")
	}
	if c, _ := Command("BLPOP"); !c.Blocking {
		t.Error("BLPOP blocks")
	}
}

func TestCommandKeys(t *testing.T) {
	for words, want := range map[string][]int{
		"set k v":                            {1},
		"mset a 1 b 2":                       {1, 3},
		"eval return 2 a b arg":              {3, 4},
		"xread count 1 streams a b 0 0":      {4, 5},
		"bitop and dest a b":                 {2, 3, 4},
		"zunionstore dest 2 a b weights 1 1": {1, 3, 4},
		"georadius k 1 1 1 km store other":   {1, 7},
		"object encoding k":                  {2},
		"blpop a b 0":                        {1, 2},
		"msetex 2 a 1 b 2":                   {2, 4},
		"json.mget a b $":                    {1, 2},
		"ping":                               nil,
		"flushall":                           nil,
		"spublish channel message":           nil,
	} {
		if got, ok := CommandKeys(strings.Fields(words)); !ok || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v; want %v", words, got, ok, want)
		}
	}
	for _, words := range []string{"nosuch k", "sort k by w_*", "eval return many a", "eval return 5 a", "eval return -1 a", ""} {
		if got, ok := CommandKeys(strings.Fields(words)); ok {
			t.Errorf("%q: got %v, want unknown", words, got)
		}
	}
}

func TestVersions(t *testing.T) {
	if (Version{9, 2, 0}).Compare(Version{9, 11, 0}) != -1 || !Newest(9).AtLeast(9, 23) || Newest(5) != Newest(9) {
		t.Error("versions compare as numbers, and an unknown one is the newest")
	}
	if v := (Version{9, 10, 9}); !v.TxSplitSilently() || v.ScanFollowsTag() || !v.EncodesPointers() || v.EncodesUintptr() || v.PipelineHasMutex() {
		t.Errorf("%v: wrong predicates", v)
	}
	if v := Newest(6); !v.TxPipelineTransactional() || !v.MaxRetriesZeroMeansNone() || !v.TTLSentinelIsSeconds() || v.HasKeepTTL() || v.HSetAcceptsStruct() {
		t.Errorf("%v: wrong predicates", v)
	}
	if v := Newest(9); v.TxSplitSilently() || v.TxPipelineTransactional() || v.MaxRetriesZeroMeansNone() || !v.EncodesIP() {
		t.Errorf("%v: wrong predicates", v)
	}
}

// TestVersionOf recognises the version of a library by its types.
func TestVersionOf(t *testing.T) {
	library := func(path string, complete bool, names ...string) *types.Package {
		pkg := types.NewPackage(path, "redis")
		for _, name := range names {
			pkg.Scope().Insert(types.NewVar(token.NoPos, pkg, name, types.Universe.Lookup("error").Type()))
		}
		if complete {
			pkg.MarkComplete()
		}
		return pkg
	}
	const v9 = "github.com/redis/go-redis/v9"
	for _, c := range []struct {
		pkg  *types.Package
		want Version
	}{
		{library(v9, true, "JSONCmdable", "ErrCrossSlot", "DefaultPipelinePoolSize"), Version{9, 23, 0}},
		{library(v9, true, "JSONCmdable", "ErrCrossSlot"), Version{9, 11, 0}},
		{library(v9, true, "JSONCmdable"), Version{9, 3, 0}},
		{library(v9, true), Version{9, 0, 0}},
		{library(v9, false), Newest(9)}, // only parts are known
		{library("github.com/go-redis/redis/v8", true), Newest(8)},
		{library("github.com/go-redis/redis", true), Newest(6)},
		{library("github.com/redis/rueidis/rueidiscompat", true), Newest(9)},
		{library("example.com/other", true), Newest(9)},
		{nil, Newest(9)},
	} {
		if got := VersionOf(c.pkg); got != c.want {
			t.Errorf("%v: got %v, want %v", c.pkg, got, c.want)
		}
	}
}

// TestNativeNil: the sentinel and the predicate of the client below a dialect are the dialect's.
func TestNativeNil(t *testing.T) {
	for _, c := range []struct{ path, name, want string }{
		{"github.com/redis/rueidis", "Nil", "rueidiscompat"},
		{"github.com/redis/rueidis", "IsRedisNil", "rueidiscompat"},
		{"example.com/app/vendor/github.com/redis/rueidis", "Nil", "rueidiscompat"},
		{"github.com/valkey-io/valkey-go", "IsValkeyNil", "valkeycompat"},
		{"github.com/redis/rueidis", "ErrClosing", ""},
		{"example.com/app", "Nil", ""},
	} {
		lib, ok := IsNativeNil(types.NewPackage(c.path, "p"), c.name)
		if lib.Dialect != c.want || ok != (c.want != "") {
			t.Errorf("%s.%s: got %+v, %v", c.path, c.name, lib, ok)
		}
	}
	if _, ok := IsNativeNil(nil, "Nil"); ok {
		t.Error("a name without a package")
	}
}
