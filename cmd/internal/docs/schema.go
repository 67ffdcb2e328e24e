package docs

import (
	"encoding/json"
	"flag"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes"
)

const schemaFile = "docs/redisvet.schema.json"

// schema is the JSON schema of redisvet.yaml, with which editors complete and check it.
func schema(checks []*passes.Check) []byte {
	type object = map[string]any
	var names []string
	options := object{}
	for _, c := range checks {
		names = append(names, c.Name)
		props := object{}
		c.Analyzer.Flags.VisitAll(func(f *flag.Flag) { props[f.Name] = option(f) })
		if len(props) > 0 {
			options[c.Name] = object{"type": "object", "description": c.Title, "additionalProperties": false, "properties": props}
		}
	}
	list := func(what string) object {
		return object{"type": "array", "description": what, "uniqueItems": true, "items": object{"enum": names}}
	}
	data, err := json.MarshalIndent(object{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"$id":                  "https://raw.githubusercontent.com/redisvet/redisvet/main/" + schemaFile,
		"title":                "redisvet.yaml",
		"type":                 "object",
		"additionalProperties": false,
		"properties": object{
			"default": object{"enum": analyzer.Defaults(), "description": "what runs before enable and disable"},
			"enable":  list("checks to run as well"),
			"disable": list("checks not to run; wins over enable"),
			"options": object{"type": "object", "description": "options of checks", "additionalProperties": false, "properties": options},
		},
	}, "", "  ")
	if err != nil {
		panic(err) // strings and maps of them
	}
	return append(data, '\n')
}

// option describes an option by its flag.
func option(f *flag.Flag) map[string]any {
	d := map[string]any{"description": f.Usage, "type": "string"}
	var value any = f.DefValue
	if g, ok := f.Value.(flag.Getter); ok {
		switch v := g.Get().(type) {
		case bool:
			d["type"], value = "boolean", v
		case int, int64, uint, uint64:
			d["type"], value = "integer", v
		case float64:
			d["type"], value = "number", v
		}
	}
	d["default"] = value
	return d
}
