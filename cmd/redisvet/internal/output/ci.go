package output

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/baseline"
)

// printGitHub prints workflow commands, which GitHub shows beside the lines of a change.
func printGitHub(out io.Writer, r *Report) error {
	w := bufio.NewWriter(out)
	level := map[string]string{"error": "error", "warning": "warning", "info": "notice"}
	for _, f := range r.Findings {
		fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d", level[f.Severity], property(slashed(r.Root, f.Pos.Filename)), f.Pos.Line, f.Pos.Column)
		if f.End.Line == f.Pos.Line { // GitHub refuses columns for a range of several lines
			fmt.Fprintf(w, ",endColumn=%d", f.End.Column)
		} else {
			fmt.Fprintf(w, ",endLine=%d", f.End.Line)
		}
		fmt.Fprintf(w, ",title=%s::%s\n", property("redisvet "+f.Check), data(f.Message+" ("+f.Check+")"))
	}
	return w.Flush()
}

// data escapes the message of a workflow command, property a value in its head.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// The Code Quality form of GitLab.
type (
	quality struct {
		Description string          `json:"description"`
		CheckName   string          `json:"check_name"`
		Fingerprint string          `json:"fingerprint"`
		Severity    string          `json:"severity"`
		Location    qualityLocation `json:"location"`
	}
	qualityLocation struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
			End   int `json:"end"`
		} `json:"lines"`
	}
)

// printGitLab prints a Code Quality report, which GitLab compares with that of the target branch and shows in a merge request.
func printGitLab(w io.Writer, r *Report) error {
	severity := map[string]string{"error": "major", "warning": "minor", "info": "info"}
	out := []quality{}
	keys := baseline.Keys(r.Root, r.Findings)
	for i, f := range r.Findings {
		q := quality{Description: f.Message, CheckName: f.Check, Fingerprint: fingerprint(keys[i]), Severity: severity[f.Severity]}
		q.Location.Path = slashed(r.Root, f.Pos.Filename)
		q.Location.Lines.Begin, q.Location.Lines.End = f.Pos.Line, max(f.Pos.Line, f.End.Line)
		out = append(out, q)
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", data)
	return err
}

// The Checkstyle form.
type (
	checkstyle struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

func printCheckstyle(w io.Writer, r *Report) error {
	out := checkstyle{Version: "5.0"}
	for _, f := range r.Findings { // sorted by file
		name := slashed(r.Root, f.Pos.Filename)
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != name {
			out.Files = append(out.Files, checkstyleFile{Name: name})
		}
		file := &out.Files[len(out.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{f.Pos.Line, f.Pos.Column, f.Severity, f.Message, "redisvet." + f.Check})
	}
	data, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, data)
	return err
}
