package main

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	redis9 "github.com/redis/go-redis/v9"
)

// measure calls each method of v9 that has keys on an empty server and tells whether it returns redis.Nil.
func measure(addr string, all facts) ([]string, error) {
	c := redis9.NewClient(&redis9.Options{Addr: addr, DisableIdentity: true, MaxRetries: -1, ReadTimeout: 10 * time.Second})
	defer c.Close()
	ctx := context.Background()
	live := reflect.ValueOf(c.Conn())
	var out []string
	for _, m := range methods(9) {
		r := m.row(all)
		fn := live.MethodByName(m.name)
		if !fn.IsValid() || len(r.Keys) == 0 && !slices.Contains([]string{"RandomKey", "ClientGetName"}, m.name) {
			continue
		}
		if f := all.of(r.words); f == nil || f.newer {
			continue
		}
		if r.Blocking && r.Durations[0].field != "" || m.name == "Migrate" { // would wait for ever, or leaves the machine
			continue
		}
		if err := c.FlushAll(ctx).Err(); err != nil {
			return nil, err
		}
		out = append(out, m.name+"\t"+m.measure(fn, r))
	}
	return out, nil
}

func (m method) measure(fn reflect.Value, r row) (reply string) {
	defer func() {
		if e := recover(); e != nil {
			reply = fmt.Sprint(e)
		}
	}()
	f := filling{number: 1, dur: time.Second, options: structured[m.name], few: few[m.name], nothing: without[m.name]}
	f.texts = map[string]string{}
	for i := range m.params {
		if !slices.ContainsFunc(r.Keys, func(k key) bool { return k.param == i }) {
			f.texts["p"+strconv.Itoa(i)] = "1"
		}
	}
	for path, text := range liveTexts[m.name] {
		f.texts[path] = text
	}
	err := m.invoke(fn, f).MethodByName("Err").Call(nil)[0].Interface()
	switch err {
	case nil:
		return "value"
	case redis9.Nil:
		return "nil"
	}
	return fmt.Sprint(err)
}

// structured are methods whose option structs must be filled to be valid, few those that take one element only.
var (
	structured = set(`GeoAdd ZAddArgs`)
	few        = set(`ZPopMax ZPopMin MemoryUsage BitPos Sort SortInterfaces SortRO SortStore`)
	without    = set(`BitCount`)
)

// liveTexts are arguments that a server accepts, by method and path. Strings that are no keys are "1" otherwise.
var liveTexts = map[string]map[string]string{
	"BLMPop": {"p1": "left"}, "LMPop": {"p0": "left"}, "BZMPop": {"p1": "min"}, "ZMPop": {"p0": "min"},
	"BLMove": {"p2": "left", "p3": "left"}, "LMove": {"p2": "left", "p3": "left"}, "LInsert": {"p1": "before"},
	"BitField":               {"p1[0]": "set", "p1[1]": "u8", "p1[2]": "0", "p1[3]": "1"},
	"BitFieldRO":             {"p1[0]": "u8", "p1[1]": "0", "p1[2]": "u8", "p1[3]": "0"},
	"GeoDist":                {"p3": "m"},
	"GeoRadius":              {"p3.Unit": "m", "p3.Sort": "asc", "p3.Store": "", "p3.StoreDist": ""},
	"GeoRadiusStore":         {"p3.Unit": "m", "p3.Sort": "asc", "p3.StoreDist": ""},
	"GeoRadiusByMember":      {"p2.Unit": "m", "p2.Sort": "asc", "p2.Store": "", "p2.StoreDist": ""},
	"GeoRadiusByMemberStore": {"p2.Unit": "m", "p2.Sort": "asc", "p2.StoreDist": ""},
	"GeoSearch":              {"p1.Member": "", "p1.RadiusUnit": "m", "p1.BoxUnit": "m", "p1.Sort": "asc"},
	"Sort":                   sorting, "SortInterfaces": sorting, "SortRO": sorting, "SortStore": {"p2.By": "", "p2.Order": "asc", "p2.Get[0]": "#"},
	"SetArgs":    {"p2.Mode": "xx"},
	"XAutoClaim": {"p0.Start": "0"}, "XAutoClaimJustID": {"p0.Start": "0"}, "XAutoClaimWithDeleted": {"p0.Start": "0"},
	"XPendingExt":  {"p0.Start": "-", "p0.End": "+"},
	"XReadStreams": {"p0[2]": "0", "p0[3]": "0"},
	"ZInter":       {"p0.Aggregate": "sum"}, "ZInterWithScores": {"p0.Aggregate": "sum"}, "ZInterStore": {"p1.Aggregate": "sum"},
	"ZUnion": {"p0.Aggregate": "sum"}, "ZUnionWithScores": {"p0.Aggregate": "sum"}, "ZUnionStore": {"p1.Aggregate": "sum"},
	"ZLexCount": {"p1": "-", "p2": "+"}, "ZRemRangeByLex": {"p1": "-", "p2": "+"},
	"ZRangeByLex": {"p1.Min": "-", "p1.Max": "+"}, "ZRevRangeByLex": {"p1.Min": "-", "p1.Max": "+"},
	"ZRangeByScore": {"p1.Min": "0", "p1.Max": "1"}, "ZRevRangeByScore": {"p1.Min": "0", "p1.Max": "1"},
	"ZRangeByScoreWithScores": {"p1.Min": "0", "p1.Max": "1"}, "ZRevRangeByScoreWithScores": {"p1.Min": "0", "p1.Max": "1"},
	"ZRangeArgs": {"p0.Start": "0", "p0.Stop": "1"}, "ZRangeArgsWithScores": {"p0.Start": "0", "p0.Stop": "1"}, "ZRangeStore": {"p1.Start": "0", "p1.Stop": "1"},
}

var sorting = map[string]string{"p1.By": "", "p1.Order": "asc", "p1.Get[0]": "#"}
