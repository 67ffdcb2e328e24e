package output

import (
	"encoding/json"
	"go/token"
	"io"
	"path/filepath"
)

// The JSON form. Its fields are only ever added to. Positions count from 1 and columns are bytes, as in Go; offsets count bytes from 0.
type jsonReport struct {
	Findings []jsonFinding `json:"findings"`
	Errors   []string      `json:"errors"`
}

type jsonFinding struct {
	Check    string `json:"check"`
	Severity string `json:"severity"`
	Category string `json:"category,omitempty"`
	Message  string `json:"message"`
	jsonRange
	URL     string        `json:"url,omitempty"`
	Related []jsonRelated `json:"related,omitempty"`
	Fixes   []jsonFix     `json:"fixes,omitempty"`
}

type jsonRange struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

type jsonRelated struct {
	Message string `json:"message"`
	jsonRange
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

func printJSON(w io.Writer, r *Report) error {
	at := func(pos, end token.Position) jsonRange {
		return jsonRange{filepath.ToSlash(Short(r.Dir, pos.Filename)), pos.Line, pos.Column, end.Line, end.Column}
	}
	out := jsonReport{Findings: []jsonFinding{}, Errors: append([]string{}, r.Errors...)}
	for _, f := range r.Findings {
		j := jsonFinding{
			Check: f.Check, Severity: f.Severity, Category: f.Category, Message: f.Message, URL: f.URL,
			jsonRange: at(f.Pos, f.End),
		}
		for _, rel := range f.Related {
			j.Related = append(j.Related, jsonRelated{rel.Message, at(rel.Pos, rel.End)})
		}
		for _, fix := range f.Fixes {
			jf := jsonFix{Message: fix.Message}
			for _, e := range fix.Edits {
				jf.Edits = append(jf.Edits, jsonEdit{filepath.ToSlash(Short(r.Dir, e.File)), e.Start, e.End, e.New})
			}
			j.Fixes = append(j.Fixes, jf)
		}
		out.Findings = append(out.Findings, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
