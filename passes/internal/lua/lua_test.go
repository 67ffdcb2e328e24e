package lua_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/redisvet/redisvet/passes/internal/lua"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       lua.Script
	}{
		{"keys and arguments", `return redis.call('SET', KEYS[1], ARGV[2])`, lua.Script{Keys: 1, Args: 2}},
		{"default", `return tonumber(ARGV[1]) or 5`, lua.Script{}},
		{"default before", `local n = ARGV[3] or 1 return redis.call('INCRBY', KEYS[1], n)`, lua.Script{Keys: 1}},
		{"tested", `if ARGV[2] then return 1 end return ARGV[1]`, lua.Script{Args: 1}},
		{"compared with a reply", `if redis.call('GET', KEYS[1]) == ARGV[1] then return 1 end`, lua.Script{Keys: 1, Args: 1}},
		{"compared", `if ARGV[2] == nil then return 1 end`, lua.Script{}},
		{"counted", `for i = 1, #KEYS do redis.call('DEL', KEYS[i]) end`, lua.Script{Dynamic: true}},
		{"handed on", `return redis.call('DEL', unpack(KEYS))`, lua.Script{Dynamic: true}},
		{"global", "local a = 1\nb = 2\na = 3", lua.Script{Globals: []lua.Name{{Text: "b", Line: 2}}}},
		{"global function", "function f() end", lua.Script{Globals: []lua.Name{{Text: "f", Line: 1}}}},
		{"local function", "local function f(x) x = 1 return x end return f(2)", lua.Script{}},
		{"literal key", `return redis.call('GET', 'counter')`, lua.Script{Foreign: []lua.Name{{Text: "GET", Line: 1}}}},
		{"key by argument", `local k = 'u:' .. ARGV[1] return redis.call('GET', k)`, lua.Script{Args: 1, Foreign: []lua.Name{{Text: "GET", Line: 1}}}},
		{"key built on KEYS", `return redis.call('GET', KEYS[1] .. ':n')`, lua.Script{Keys: 1}},
		{"key out of a reply", `local k = redis.call('LPOP', KEYS[1]) return redis.call('GET', k)`, lua.Script{Keys: 1}},
		{"no keys", `return redis.call('TIME')`, lua.Script{}},
		{"shebang", "#!lua flags=no-writes\nreturn redis.call('GET', KEYS[1])", lua.Script{Keys: 1}},
	} {
		got, err := lua.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if !reflect.DeepEqual(*got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, *got, c.want)
		}
	}
}

func TestSyntaxError(t *testing.T) {
	for text, line := range map[string]int{"return redis.call('GET', KEYS[1]": 1, "local x = 1\nif x then\nreturn 2": 3, "local a = = 1": 1} {
		_, err := lua.Parse(text)
		var syntax *lua.SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != line {
			t.Errorf("Parse(%q) = %v, want an error in line %d", text, err, line)
		}
	}
}
