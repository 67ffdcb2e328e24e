package redisapi

import "sync"

var index = sync.OnceValue(func() map[string]int {
	m := make(map[string]int, len(table))
	for i := range table {
		m[table[i].Name] = i
	}
	return m
})

// Placeholder, replaced by the generated table.
var table = []Method{
	{Name: "Get", Commands: []string{"GET"}, Keys: []KeyParam{{Param: 0}}, Access: AccessRead, Nil: NilMay, Type: "string", Idempotent: true, Result: "StringCmd"},
	{Name: "HGet", Commands: []string{"HGET"}, Keys: []KeyParam{{Param: 0}}, Access: AccessRead, Nil: NilMay, Type: "hash", Idempotent: true, Result: "StringCmd"},
	{Name: "HGetAll", Commands: []string{"HGETALL"}, Keys: []KeyParam{{Param: 0}}, Access: AccessRead, Nil: NilNever, Type: "hash", Idempotent: true, Result: "MapStringStringCmd"},
	{Name: "Set", Commands: []string{"SET"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "string", Idempotent: true, Result: "StatusCmd", Values: []int{1}, Durations: []DurationParam{{Param: 2}}},
	{Name: "SetNX", Commands: []string{"SET"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "string", Idempotent: true, Result: "BoolCmd", Values: []int{1}, Durations: []DurationParam{{Param: 2}}},
	{Name: "Incr", Commands: []string{"INCR"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "string", Result: "IntCmd"},
	{Name: "IncrBy", Commands: []string{"INCRBY"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "string", Result: "IntCmd"},
	{Name: "Decr", Commands: []string{"DECR"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "string", Result: "IntCmd"},
	{Name: "DecrBy", Commands: []string{"DECRBY"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "string", Result: "IntCmd"},
	{Name: "Del", Commands: []string{"DEL"}, Keys: []KeyParam{{Param: 0, Shape: ShapeList, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "generic", Idempotent: true, Result: "IntCmd"},
	{Name: "MGet", Commands: []string{"MGET"}, Keys: []KeyParam{{Param: 0, Shape: ShapeList}}, Access: AccessRead, Nil: NilNever, Type: "string", Idempotent: true, Result: "SliceCmd"},
	{Name: "HSet", Commands: []string{"HSET"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "hash", Idempotent: true, Result: "IntCmd", Values: []int{1}},
	{Name: "Expire", Commands: []string{"EXPIRE"}, Keys: []KeyParam{{Param: 0, Write: true}}, Access: AccessWrite, Nil: NilNever, Type: "generic", Idempotent: true, Result: "BoolCmd", Durations: []DurationParam{{Param: 1, Unit: UnitSecond}}},
}
