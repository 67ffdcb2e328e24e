package analyzer

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/redisvet/redisvet/passes"
)

// Config selects checks and sets their options. Drivers decode it from their own settings, with the same keys everywhere: redisvet.yaml,
// golangci-lint's settings.
type Config struct {
	// Default is what runs before Enable and Disable: "standard" (or ""), "all" or "none".
	Default string `yaml:"default" json:"default"`
	// Enable has names of checks.
	Enable []string `yaml:"enable" json:"enable"`
	// Disable has names of checks; they win over Enable.
	Disable []string `yaml:"disable" json:"disable"`
	// Options has the values of options by check and option.
	Options map[string]map[string]any `yaml:"options" json:"options"`
}

// Defaults are the values of Config.Default.
func Defaults() []string { return []string{"standard", "all", "none"} }

// Apply sets the options of the checks and returns those that the configuration selects, in their order.
// A name that does not exist is an error that says so.
func (c Config) Apply(checks []*passes.Check) ([]*passes.Check, error) {
	byName := make(map[string]*passes.Check)
	for _, check := range checks {
		byName[check.Name] = check
	}
	named := func(where string, names []string) (map[string]bool, error) {
		set := make(map[string]bool)
		for _, name := range names {
			if byName[name] == nil {
				return nil, fmt.Errorf("%s: unknown check %q%s", where, name, hint(name, slices.Sorted(maps.Keys(byName))))
			}
			set[name] = true
		}
		return set, nil
	}
	enable, err := named("enable", c.Enable)
	if err != nil {
		return nil, err
	}
	disable, err := named("disable", c.Disable)
	if err != nil {
		return nil, err
	}
	if c.Default != "" && !slices.Contains(Defaults(), c.Default) {
		return nil, fmt.Errorf("default: unknown value %q; want standard, all or none", c.Default)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		check := byName[name]
		if check == nil {
			return nil, fmt.Errorf("options: unknown check %q%s", name, hint(name, slices.Sorted(maps.Keys(byName))))
		}
		if err := setOptions(check, c.Options[name]); err != nil {
			return nil, err
		}
	}
	var out []*passes.Check
	for _, check := range checks {
		on := check.Default && c.Default != "none" || c.Default == "all" || enable[check.Name]
		if on && !disable[check.Name] {
			out = append(out, check)
		}
	}
	return out, nil
}

func setOptions(check *passes.Check, options map[string]any) error {
	for _, opt := range slices.Sorted(maps.Keys(options)) {
		fl := check.Analyzer.Flags.Lookup(opt)
		if fl == nil {
			return fmt.Errorf("options: check %s has no option %q", check.Name, opt)
		}
		var text string
		switch v := options[opt].(type) {
		case string, bool, int, int64, uint64:
			text = fmt.Sprint(v)
		case float64: // JSON has no other number; an integer must stay one
			text = strconv.FormatFloat(v, 'f', -1, 64)
		default:
			return fmt.Errorf("options: %s.%s: want one value, not %T", check.Name, opt, v)
		}
		if err := fl.Value.Set(text); err != nil {
			return fmt.Errorf("options: %s.%s: wrong value %s: %v", check.Name, opt, text, err)
		}
	}
	return nil
}

// hint proposes the name closest to a misspelt one, if one is close.
func hint(name string, known []string) string {
	best, dist := "", 3
	for _, k := range known {
		if d := distance(name, k); d < dist {
			best, dist = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// distance is the number of single-letter edits between two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		prev := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := prev
			if a[i] != b[j] {
				cost = 1 + min(prev, row[j], row[j+1])
			}
			prev, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
