package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	redis9 "github.com/redis/go-redis/v9"

	"github.com/redisvet/redisvet/passes/internal/redisapi"
)

// live starts a redis-server for one test.
func live(t *testing.T) *redis9.Client {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("no redis-server: ", err)
	}
	s, err := startServer()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	c := redis9.NewClient(&redis9.Options{Addr: s.addr, DisableIdentity: true, MaxRetries: -1, ReadTimeout: 20 * time.Second})
	t.Cleanup(func() { c.Close() })
	return c
}

func serverFacts(t *testing.T) facts {
	t.Helper()
	all, err := readFacts(serverFile, newerFile)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMissingKeys calls the methods on an empty server: redis.Nil must come exactly where the table says so.
func TestMissingKeys(t *testing.T) {
	c := live(t)
	replies, err := measure(c.Options().Addr, serverFacts(t))
	if err != nil {
		t.Fatal(err)
	}
	if isRecorded(c) {
		fresh := filepath.Join(t.TempDir(), repliesFile)
		if err := writeReplies(fresh, replies); err != nil {
			t.Fatal(err)
		}
		sameFile(t, repliesFile, fresh)
	}
	// Methods whose condition, script or block this test does not build; the overlay decides, with the reason.
	other := set(`ZAddArgsIncr ZRankWithScore ZRevRankWithScore SetIFEQ SetIFEQGet SetIFNE SetIFNEGet SetIFDEQ SetIFDEQGet SetIFDNE SetIFDNEGet
		Eval EvalRO EvalSha EvalShaRO FCall FCallRO FCallRo XAdd`)
	tested := map[string]bool{}
	for _, line := range replies {
		name, reply, _ := strings.Cut(line, "\t")
		if other[name] {
			continue
		}
		tested[name] = true
		if m := redisapi.Lookup(name); (m.Nil == redisapi.NilMay) != (reply == "nil") || m.Nil == redisapi.NilUnknown {
			t.Errorf("%s answers %q, the table says %v", name, reply, m.Nil)
		}
	}
	all := serverFacts(t)
	for _, m := range redisapi.Methods() {
		if m.Access != redisapi.AccessRead || m.Last < 9 || len(m.Keys) == 0 || tested[m.Name] || other[m.Name] {
			continue
		}
		if f := all[m.Commands[0]]; !f.newer && m.Name != "XRead" && m.Name != "Watch" {
			t.Errorf("%s is a read method and was not called", m.Name)
		}
	}
}

// TestNilOfScriptsAndStreams covers what TestMissingKeys cannot build.
func TestNilOfScriptsAndStreams(t *testing.T) {
	c := live(t)
	ctx := context.Background()
	for name, err := range map[string]error{
		"Eval returns false":        c.Eval(ctx, "return false", nil).Err(),
		"Do GET":                    c.Do(ctx, "GET", "missing").Err(),
		"XRead without data":        c.XRead(ctx, &redis9.XReadArgs{Streams: []string{"missing", "0"}, Block: time.Millisecond}).Err(),
		"XAdd without stream":       c.XAdd(ctx, &redis9.XAddArgs{Stream: "missing", NoMkStream: true, Values: []string{"f", "v"}}).Err(),
		"ZAddArgsIncr, not present": c.ZAddArgsIncr(ctx, "missing", redis9.ZAddArgs{XX: true, Members: []redis9.Z{{Score: 1, Member: "m"}}}).Err(),
	} {
		if err != redis9.Nil {
			t.Errorf("%s: %v, want redis.Nil", name, err)
		}
	}
	if err := c.Eval(ctx, "return 1", nil).Err(); err != nil {
		t.Errorf("Eval returns a number: %v", err)
	}
	if err := c.XAdd(ctx, &redis9.XAddArgs{Stream: "s", Values: []string{"f", "v"}}).Err(); err != nil {
		t.Errorf("XAdd: %v", err)
	}
	c.XGroupCreate(ctx, "s", "g", "$")
	if err := c.XReadGroup(ctx, &redis9.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}, Block: time.Millisecond}).Err(); err != redis9.Nil {
		t.Errorf("XReadGroup without data: %v, want redis.Nil", err)
	}
}

// isKey applies the rows of the table to a word of a command, by the mark that says which argument it came from.
func isKey(m *redisapi.Method, word string, words []string) (key, write bool) {
	p, ok := parsePlace(word)
	if !ok {
		return false, false
	}
	for _, k := range m.Keys {
		if k.Param != p.param || k.Field != p.field {
			continue
		}
		switch k.Shape {
		case redisapi.ShapeSingle, redisapi.ShapeField:
			ok = p.index < 0 && !p.inner
		case redisapi.ShapeList, redisapi.ShapeFieldList:
			ok = p.index >= 0
		case redisapi.ShapePairs:
			ok = p.key || p.index%2 == 0
		case redisapi.ShapeTriples:
			ok = p.index%3 == 0
		case redisapi.ShapeStreams:
			ok = p.index < elements/2 || slices.Contains(words, "p0.ID")
		case redisapi.ShapeRows:
			ok = p.inner
		}
		if ok {
			return true, k.Write
		}
	}
	return false, false
}

// TestKeysAgainstServer asks the server (COMMAND GETKEYSANDFLAGS) for the keys of what each method sends.
func TestKeysAgainstServer(t *testing.T) {
	c := live(t)
	ctx := context.Background()
	all := serverFacts(t)
	asked := 0
	for _, major := range majors {
		for _, m := range methods(major) {
			row := redisapi.LookupMajor(m.name, major)
			for _, f := range fillings {
				words := m.call(f)
				fact := all.of(words)
				if fact == nil || fact.newer || m.name == "Monitor" {
					continue
				}
				want, writes := []string{}, map[string]bool{}
				for _, w := range words {
					if key, write := isKey(row, w, words); key {
						want = append(want, w)
						writes[w] = write
					}
				}
				args := []any{"COMMAND", "GETKEYSANDFLAGS"}
				for _, w := range words {
					args = append(args, w)
				}
				reply, err := c.Do(ctx, args...).Slice()
				if err != nil && strings.Contains(err.Error(), "Invalid") {
					continue // this filling is not a whole command: no streams, zero keys
				}
				got := []string{}
				for _, r := range reply {
					pair := r.([]any)
					key := pair[0].(string)
					got = append(got, key)
					write := !slices.Contains(pair[1].([]any), any("RO")) && !fact.has("readonly")
					if write != writes[key] && m.name != "XReadGroup" { // it moves the group's cursor, which COMMAND calls a read
						t.Errorf("%s (v%d): %s is written: server %v, table %v", m.name, major, key, write, writes[key])
					}
				}
				asked++
				sort.Strings(want)
				sort.Strings(got)
				if m.name == "DebugObject" { // COMMAND knows no keys of DEBUG
					continue
				}
				if !slices.Equal(slices.Compact(got), slices.Compact(want)) {
					t.Errorf("%s (v%d): %v has the keys %v, the table says %v", m.name, major, words, got, want)
				}
			}
		}
	}
	if asked < 1000 {
		t.Errorf("only %d commands compared", asked)
	}
}

// TestCommandKeysAgainstServer compares CommandKeys, for raw commands, with COMMAND GETKEYS.
func TestCommandKeysAgainstServer(t *testing.T) {
	c := live(t)
	ctx := context.Background()
	all := serverFacts(t)
	asked := 0
	for _, m := range methods(9) {
		for _, f := range fillings {
			words := m.call(f)
			if fact := all.of(words); fact == nil || fact.newer {
				continue
			}
			at, ok := redisapi.CommandKeys(words)
			if !ok {
				continue
			}
			args := []any{"COMMAND", "GETKEYS"}
			for _, w := range words {
				args = append(args, w)
			}
			got, err := c.Do(ctx, args...).StringSlice()
			if err != nil && strings.Contains(err.Error(), "Invalid") {
				continue
			}
			asked++
			var want []string
			for _, i := range at {
				want = append(want, words[i])
			}
			sort.Strings(got)
			sort.Strings(want)
			if !slices.Equal(got, want) {
				t.Errorf("%v: server %v, CommandKeys %v", words, got, want)
			}
		}
	}
	if asked < 400 {
		t.Errorf("only %d commands compared", asked)
	}
}

// TestFlagsAgainstServer compares access and blocking with COMMAND INFO.
func TestFlagsAgainstServer(t *testing.T) {
	c := live(t)
	ctx := context.Background()
	all := serverFacts(t)
	asked := 0
	for _, m := range redisapi.Methods() {
		if len(m.Commands) == 0 || all[m.Commands[0]].newer {
			continue
		}
		reply, err := c.Do(ctx, "COMMAND", "INFO", strings.ReplaceAll(m.Commands[0], " ", "|")).Slice()
		if err != nil || len(reply) != 1 || reply[0] == nil {
			t.Errorf("COMMAND INFO %s: %v, %v", m.Commands[0], reply, err)
			continue
		}
		asked++
		flags := reply[0].([]any)[2].([]any)
		write, readonly := slices.Contains(flags, any("write")), slices.Contains(flags, any("readonly"))
		switch {
		case readOnly[m.Name]: // SORT without STORE
		case write != (m.Access == redisapi.AccessWrite) && m.Commands[0] != "EVAL" && m.Commands[0] != "EVALSHA" && m.Commands[0] != "FCALL":
			t.Errorf("%s: write is %v on the server, the table says access %v", m.Name, write, m.Access)
		case readonly && m.Access != redisapi.AccessRead:
			t.Errorf("%s: readonly on the server, the table says access %v", m.Name, m.Access)
		}
		if m.Blocking && !slices.Contains(flags, any("blocking")) && !blocking[m.Commands[0]] {
			t.Errorf("%s: the table says blocking, the server does not", m.Name)
		}
	}
	if asked < 350 {
		t.Errorf("only %d commands compared", asked)
	}
}

func live9(c *redis9.Client, name string) reflect.Value {
	return reflect.ValueOf(c).MethodByName(name)
}

// TestSpecialDurations shows what the texts of zero and negative durations say.
func TestSpecialDurations(t *testing.T) {
	c := live(t)
	ctx := context.Background()
	all := serverFacts(t)
	shown := 0
	for _, m := range methods(9) {
		row := redisapi.Lookup(m.name)
		fn := live9(c, m.name)
		if len(row.Durations) == 0 || !fn.IsValid() || all[row.Commands[0]].newer || strings.HasPrefix(m.name, "SetIF") {
			continue
		}
		if m.name == "ExpireGT" || m.name == "ExpireLT" || m.name == "ExpireNX" || m.name == "ExpireXX" {
			continue // the condition of the name decides first; the row is that of Expire
		}
		d := row.Durations[0]
		for value, text := range map[time.Duration]string{0: d.Zero, -5 * time.Second: d.Negative} {
			if text == "" {
				continue
			}
			c.FlushAll(ctx)
			dump := "" // RESTORE wants a dump
			switch row.Type {
			case "string", "generic":
				c.Set(ctx, "p0", "v", time.Hour)
				dump = c.Dump(ctx, "p0").Val()
				if m.name == "SetNX" || m.name == "Restore" {
					c.Del(ctx, "p0")
				}
			}
			f := filling{number: 1, dur: value, texts: map[string]string{}, few: true}
			for i := range m.params {
				f.texts[fmt.Sprintf("p%d", i)] = "left"
			}
			for path, arg := range liveTexts[m.name] {
				f.texts[path] = arg
			}
			delete(f.texts, "p0")
			switch {
			case strings.HasPrefix(m.name, "Restore"):
				f.texts["p2"] = dump
			case m.name == "SetArgs":
				f.texts["p2.Mode"] = ""
			case m.name == "BRPopLPush" || m.name == "BLMove":
				f.texts["p1"] = "p1"
			}
			if d.Field != "" {
				path := fmt.Sprintf("p%d.%s", d.Param, d.Field)
				f.special, f.value = path, value
			}
			if text == "blocks for ever" {
				shown++ // TestBlocksForEver
				continue
			}
			if strings.HasPrefix(m.name, "XRead") { // does not block: the argument is not sent
				f.special, f.value = "p0.Block", value
				if slices.Contains(m.call(f), "block") {
					t.Errorf("%s with %v sends BLOCK, the table says it %s", m.name, value, text)
				}
				shown++
				continue
			}
			err, _ := m.invoke(fn, f).MethodByName("Err").Call(nil)[0].Interface().(error)
			ttl, exists := c.TTL(ctx, "p0").Val(), c.Exists(ctx, "p0").Val() == 1
			ok := false
			switch {
			case strings.HasPrefix(text, "is rejected"):
				ok = err != nil && err != redis9.Nil
			case text == "never expires" || text == "removes the expiration" || strings.HasPrefix(text, "stores the key without expiration"):
				ok = err == nil && exists && ttl == -1
			case text == "deletes the key":
				ok = err == nil && !exists
			case text == "leaves the expiration unchanged":
				ok = err == nil && ttl > 59*time.Minute
			}
			shown++
			if !ok {
				t.Errorf("%s with %v: %q is not so: error %v, exists %v, TTL %v", m.name, value, text, err, exists, ttl)
			}
		}
	}
	if shown < 30 {
		t.Errorf("only %d texts shown", shown)
	}
}

// TestBlocksForEver shows that a zero waiting time outlives a second.
func TestBlocksForEver(t *testing.T) {
	c := live(t)
	ctx := context.Background()
	blocked := map[string]func(*redis9.Conn) error{
		"BLPop":    func(c *redis9.Conn) error { return c.BLPop(ctx, 0, "l").Err() },
		"BZPopMin": func(c *redis9.Conn) error { return c.BZPopMin(ctx, 0, "z").Err() },
		"BLMove":   func(c *redis9.Conn) error { return c.BLMove(ctx, "l", "m", "left", "left", 0).Err() },
		"XRead":    func(c *redis9.Conn) error { return c.XRead(ctx, &redis9.XReadArgs{Streams: []string{"s", "$"}}).Err() },
		"Wait":     func(c *redis9.Conn) error { return c.Wait(ctx, 1, 0).Err() },
	}
	for name, call := range blocked {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := c.Conn()
			id := conn.ClientID(ctx).Val()
			done := make(chan error, 1)
			go func() { done <- call(conn); conn.Close() }()
			select {
			case err := <-done:
				t.Errorf("came back at once: %v", err)
			case <-time.After(1200 * time.Millisecond):
				if n := c.ClientUnblock(ctx, id).Val(); n != 1 {
					t.Errorf("the server says connection %d is not blocked", id)
				}
				<-done
			}
		})
	}
}

// TestRecord takes the snapshot again; the replies are those of TestMissingKeys.
func TestRecord(t *testing.T) {
	c := live(t)
	if !isRecorded(c) {
		t.Skip("redis-server is not version ", recordedVersion)
	}
	fresh := filepath.Join(t.TempDir(), serverFile)
	if err := recordServer(context.Background(), c, fresh); err != nil {
		t.Fatal(err)
	}
	sameFile(t, serverFile, fresh)
}

func isRecorded(c *redis9.Client) bool {
	return strings.HasPrefix(c.InfoMap(context.Background(), "server").Item("Server", "redis_version"), recordedVersion+".")
}

func sameFile(t *testing.T, name, fresh string) {
	t.Helper()
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not what the server says: run go run . -record", name)
	}
}
