package main

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	redis9 "github.com/redis/go-redis/v9"
)

// method is a command method of one major version.
type method struct {
	name   string
	fn     reflect.Value
	result string
	params []reflect.Type // without the context
	ctx    bool
}

// methods lists the methods that return a command of the library, sorted by name.
func methods(major int) []method {
	seen := map[string]bool{}
	var all []method
	for _, recv := range receivers(major) {
		for i := range recv.NumMethod() {
			name := recv.Type().Method(i).Name
			fn := recv.Method(i)
			t := fn.Type()
			if seen[name] || t.NumOut() != 1 || !isCmd(t.Out(0)) {
				continue
			}
			seen[name] = true
			m := method{name: name, fn: fn, result: t.Out(0).Elem().Name()}
			for j := range t.NumIn() {
				if j == 0 && t.In(0).String() == "context.Context" {
					m.ctx = true
					continue
				}
				m.params = append(m.params, t.In(j))
			}
			all = append(all, m)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].name < all[j].name })
	return all
}

func isCmd(t reflect.Type) bool {
	if t.Kind() != reflect.Pointer || !strings.HasSuffix(t.Elem().Name(), "Cmd") {
		return false
	}
	_, ok := t.MethodByName("Args")
	return ok
}

// filling says what the arguments of a probe are. Strings are always marks: "p1" for parameter 1, "p1[2]" for its element,
// "p1.Field", so that an argument of the command tells where it came from.
type filling struct {
	number  int64
	flag    bool
	options bool              // set the fields of structs that are no strings
	nothing bool              // struct pointers are nil
	few     bool              // slices have one element instead of four
	texts   map[string]string // strings that must have a meaning, by path
	dur     time.Duration
	special string // path of a duration with a value of its own
	value   time.Duration
	paths   *[]string // collects the paths of durations
}

const elements = 4 // of each slice: enough to tell lists, pairs and halves apart

var durationType = reflect.TypeFor[time.Duration]()

func (f filling) fill(t reflect.Type, path string, depth int) reflect.Value {
	v := reflect.New(t).Elem()
	if t == durationType {
		if f.paths != nil {
			*f.paths = append(*f.paths, path)
		}
		d := f.dur
		if path == f.special {
			d = f.value
		}
		v.SetInt(int64(d))
		return v
	}
	if t == reflect.TypeFor[redis9.LibraryInfo]() { // exactly one of its fields may be set
		return reflect.ValueOf(redis9.LibraryInfo{LibName: &path})
	}
	if t == reflect.TypeFor[time.Time]() {
		return reflect.ValueOf(time.Unix(4102444800, 0))
	}
	if depth > 5 {
		return v
	}
	switch t.Kind() {
	case reflect.String:
		if text, ok := f.texts[path]; ok {
			path = text
		}
		v.SetString(path)
	case reflect.Bool:
		v.SetBool(f.flag)
	case reflect.Int, reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8:
		v.SetInt(f.number)
	case reflect.Uint, reflect.Uint64, reflect.Uint32, reflect.Uint16:
		v.SetUint(uint64(max(f.number, 0)))
	case reflect.Float64, reflect.Float32:
		v.SetFloat(float64(f.number))
	case reflect.Pointer:
		if !f.nothing && (f.options || depth == 0) {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(f.fill(t.Elem(), path, depth))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			if !field.IsExported() {
				continue
			}
			sub := path + "." + field.Name
			k := field.Type.Kind()
			text := k == reflect.String || k == reflect.Interface || k == reflect.Slice && field.Type.Elem().Kind() == reflect.String
			if f.options || text || sub == f.special {
				v.Field(i).Set(f.fill(field.Type, sub, depth+1))
			} else if field.Type == durationType && f.paths != nil {
				*f.paths = append(*f.paths, sub)
			}
		}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(path))
			break
		}
		n := elements
		if f.few {
			n = 1
		}
		for i := range n {
			v.Set(reflect.Append(v, f.fill(t.Elem(), path+"["+strconv.Itoa(i)+"]", depth+1)))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(f.fill(t.Key(), path+"[key]", depth+1), f.fill(t.Elem(), path+"[value]", depth+1))
	case reflect.Interface:
		if text, ok := f.texts[path]; ok {
			path = text
		}
		if x := reflect.ValueOf(path); x.Type().Implements(t) {
			v.Set(x)
		} else if x := reflect.ValueOf(&redis9.VectorValues{Val: []float64{1, 2}}); x.Type().Implements(t) {
			v.Set(x)
		}
	}
	return v
}

// call runs the method with a filling and returns the words of its command; a method that panics has none.
func (m method) call(f filling) (words []string) {
	defer func() {
		if recover() != nil {
			words = nil
		}
	}()
	if f.texts == nil {
		f.texts = texts[m.name]
	}
	out := m.invoke(m.fn, f)
	args := out.MethodByName("Args").Call(nil)[0]
	for i := range args.Len() {
		a := args.Index(i).Interface()
		if b, ok := a.([]byte); ok {
			a = string(b)
		}
		words = append(words, fmt.Sprint(a))
	}
	return words
}

func (m method) invoke(fn reflect.Value, f filling) reflect.Value {
	var in []reflect.Value
	if m.ctx {
		in = append(in, reflect.ValueOf(context.Background()))
	}
	for i, p := range m.params {
		in = append(in, f.fill(p, "p"+strconv.Itoa(i), 0))
	}
	if fn.Type().IsVariadic() {
		return fn.CallSlice(in)[0]
	}
	return fn.Call(in)[0]
}

// fillings are tried in order; the first one that works decides the order of the commands.
var fillings = []filling{
	{number: 1, flag: false, options: false, dur: 2 * time.Hour},
	{number: 1, flag: true, options: true, dur: 2 * time.Hour},
	{number: 1, flag: false, options: true, dur: 2 * time.Hour},
	{number: 1, dur: 0},
	{number: 1, dur: -1},
	{number: 0, nothing: true, dur: 0},
	{number: 1, few: true, dur: 2 * time.Hour},
}

// place is where a word of a command came from.
type place struct {
	param int
	field string // "Streams"
	index int    // in a slice, -1 without
	inner bool   // in an element of a slice: its field, or its own first element
	key   bool   // the key of a map
}

var placeForm = regexp.MustCompile(`^p(\d+)(?:\.(\w+))?(?:\[(\w+)\])?(?:\.(\w+)|\[(\d+)\])?$`)

func parsePlace(mark string) (place, bool) {
	p := place{index: -1}
	m := placeForm.FindStringSubmatch(mark)
	if m == nil {
		return p, false
	}
	p.param, _ = strconv.Atoi(m[1])
	p.field = m[2]
	if m[4] != "" {
		p.field = m[4]
	}
	p.inner = m[4] != "" || m[5] != ""
	if m[3] == "key" || m[3] == "value" {
		p.key = m[3] == "key"
	} else if m[3] != "" {
		p.index, _ = strconv.Atoi(m[3])
	}
	return p, true
}

// durations finds how each duration of the method reaches the wire: which unit, and nothing for one that is not sent.
func (m method) durations() []duration {
	var paths []string
	for _, f := range fillings[:3] {
		f.paths = &paths
		m.call(f)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	var out []duration
	for _, path := range paths {
		p, ok := parsePlace(path)
		if !ok {
			continue
		}
		whole := m.wire(path, 90061*time.Second)
		part := m.wire(path, 90061*time.Second+500*time.Millisecond)
		d := duration{param: p.param, field: p.field}
		switch {
		case slices.Contains(whole, "90061000") && slices.Contains(part, "90061500"):
			d.unit = "UnitMillisecond"
		case slices.Contains(whole, "90061") && slices.Contains(part, "90061500"):
			d.unit = "UnitAuto"
		case slices.Contains(whole, "90061") && slices.Contains(part, "90061"):
			d.unit = "UnitSecond"
		default:
			d.unit = "?" + strings.Join(part, " ")
		}
		// What does a nanosecond arrive as? The word that is 90061 (or 90061000) otherwise stands at the same place.
		for _, f := range fillings[:3] {
			f.special, f.dur = path, time.Hour
			f.value = 90061 * time.Second
			long := m.call(f)
			f.value = 1
			short := m.call(f)
			for i, w := range long {
				if (w == "90061" || w == "90061000") && i < len(short) && short[i] == "0" {
					d.cut = true
				}
			}
		}
		out = append(out, d)
	}
	return out
}

type duration struct {
	param          int
	field, unit    string
	zero, negative string
	block, age     bool
	cut            bool // less than the unit arrives as 0
}

// path is the mark of the duration.
func (d duration) path() string {
	if d.field == "" {
		return fmt.Sprintf("p%d", d.param)
	}
	return fmt.Sprintf("p%d.%s", d.param, d.field)
}

// wire returns all words that the method sends for one value of a duration, over the fillings.
func (m method) wire(path string, d time.Duration) []string {
	var all []string
	for _, f := range fillings[:3] {
		f.special, f.value, f.dur = path, d, time.Hour
		all = append(all, m.call(f)...)
	}
	return all
}
