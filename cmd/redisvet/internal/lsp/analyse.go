package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/load"
	"github.com/redisvet/redisvet/passes"
)

// module is a Go module with open documents; or a directory outside of any.
type module struct {
	dir    string
	timer  *time.Timer
	run    int // the number of the analysis that is wanted; an earlier one is outdated
	cancel context.CancelFunc

	published map[string]bool              // URIs with diagnostics in the client
	found     map[string][]finding.Finding // of the last analysis, by file
	generated map[string]bool              // files that must not be edited
	severity  map[string]string            // by check
	texts     map[string]edition           // the open documents that it saw, by file
}

// edition is a document with one of its texts.
type edition struct {
	doc     *document
	version int32
}

// current reports whether a file has the text that the last analysis of a module saw. A file that is not open
// is taken to be as it was.
func (s *server) current(m *module, file string) bool {
	d := s.docs[file]
	if d == nil {
		return m.texts[file].doc == nil
	}
	return m.texts[file] == edition{d, d.version}
}

// stop ends the analysis that runs or waits.
func (m *module) stop() {
	m.run++
	if m.timer != nil {
		m.timer.Stop()
	}
	if m.cancel != nil {
		m.cancel()
	}
}

// moduleOf returns the module of a file.
func (s *server) moduleOf(file string) *module {
	dir := filepath.Dir(file)
	for d := dir; ; d = filepath.Dir(d) {
		if fi, err := os.Stat(filepath.Join(d, "go.mod")); err == nil && !fi.IsDir() {
			dir = d
			break
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	m := s.modules[dir]
	if m == nil {
		m = &module{dir: dir, published: make(map[string]bool)}
		s.modules[dir] = m
	}
	return m
}

// schedule starts an analysis of a module after a pause, in place of the one that runs or waits.
func (s *server) schedule(m *module, pause time.Duration) {
	m.stop()
	number := m.run
	m.timer = time.AfterFunc(pause, func() { s.analyse(m, number) })
}

// analyse analyses the directories of the open documents of a module and publishes what it finds, unless it is outdated by then.
func (s *server) analyse(m *module, number int) {
	s.analysing.Lock()
	defer s.analysing.Unlock()

	s.mu.Lock()
	if m.run != number || s.state != running {
		s.mu.Unlock()
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	m.cancel = cancel
	opts := s.opts.Load
	opts.Dir, opts.Overlay = m.dir, make(map[string][]byte)
	texts := make(map[string]edition)
	for file, d := range s.docs {
		texts[file] = edition{d, d.version}
		if d.module == m {
			if rel, err := filepath.Rel(m.dir, filepath.Dir(file)); err == nil {
				opts.Patterns = append(opts.Patterns, "./"+filepath.ToSlash(rel))
			}
		}
		if saved, err := os.ReadFile(file); err != nil || !bytes.Equal(saved, d.text) {
			opts.Overlay[file] = d.text
		}
	}
	slices.Sort(opts.Patterns)
	opts.Patterns = slices.Compact(opts.Patterns)
	settings := s.settings
	s.mu.Unlock()

	res, checks := new(load.Result), []*passes.Check(nil)
	var err error
	if len(opts.Patterns) > 0 {
		if checks, err = s.opts.Checks(m.dir, settings); err == nil {
			res, err = contained(ctx, checks, opts)
		}
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if m.run != number || s.state != running {
		return
	}
	if err != nil {
		s.show(2, "%v", err)
		res = new(load.Result)
	}
	for _, e := range res.Errors { // gopls reports those of the code, better than this server could
		s.log(e)
	}
	m.take(res, checks)
	m.texts = texts
	s.publish(m)
}

// contained is load.Run, but a panic in it ends the analysis only.
func contained(ctx context.Context, checks []*passes.Check, opts load.Options) (res *load.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v", r)
		}
	}()
	var as []*analysis.Analyzer
	for _, c := range checks {
		as = append(as, c.Analyzer)
	}
	return load.Run(ctx, as, opts)
}

func (m *module) take(res *load.Result, checks []*passes.Check) {
	m.found, m.generated, m.severity = make(map[string][]finding.Finding), make(map[string]bool), make(map[string]string)
	for _, f := range res.Findings {
		m.found[f.Pos.Filename] = append(m.found[f.Pos.Filename], f)
	}
	for _, f := range res.Files {
		m.generated[f.Name] = f.Generated
	}
	for _, c := range checks {
		m.severity[c.Name] = string(c.Severity)
	}
}

// publish tells the client what was found, and for which version; a file without findings any more is cleared.
func (s *server) publish(m *module) {
	gone := m.published
	m.published = make(map[string]bool)
	for _, file := range slices.Sorted(maps.Keys(m.found)) {
		p := publishParams{URI: s.uri(file)}
		if d := s.docs[file]; d != nil {
			p.Version = &d.version
		}
		texts := make(map[string]lines)
		for _, f := range m.found[file] {
			p.Diagnostics = append(p.Diagnostics, s.diagnostic(m, f, texts))
		}
		m.published[p.URI] = true
		delete(gone, p.URI)
		s.conn.Notify(s.ctx, "textDocument/publishDiagnostics", p)
	}
	for _, d := range s.docs { // every document that was asked about gets an answer
		if d.module == m && !m.published[d.uri] {
			delete(gone, d.uri)
			s.conn.Notify(s.ctx, "textDocument/publishDiagnostics", publishParams{d.uri, &d.version, []diagnostic{}})
		}
	}
	for uri := range gone {
		s.conn.Notify(s.ctx, "textDocument/publishDiagnostics", publishParams{uri, nil, []diagnostic{}})
	}
}

// severities are the protocol's.
var severities = map[string]int{"error": 1, "warning": 2, "info": 3}

func (s *server) diagnostic(m *module, f finding.Finding, texts map[string]lines) diagnostic {
	textOf := func(file string) lines {
		if _, ok := texts[file]; !ok {
			data, _ := s.text(file) // without text, positions are the start of the file
			texts[file] = linesOf(data)
		}
		return texts[file]
	}
	d := diagnostic{
		Severity: severities[m.severity[f.Check]],
		Code:     f.Check,
		Source:   "redisvet",
		Message:  f.Message,
		Range:    spanOf(textOf(f.Pos.Filename), f.Pos, f.End),
	}
	if f.URL != "" {
		d.Link = &link{f.URL}
	}
	if s.client.Capabilities.TextDocument.PublishDiagnostics.RelatedInformation {
		for _, r := range f.Related {
			d.Related = append(d.Related, related{location{s.uri(r.Pos.Filename), spanOf(textOf(r.Pos.Filename), r.Pos, r.End)}, r.Message})
		}
	}
	return d
}

// text returns the text of a file as the editor has it.
func (s *server) text(file string) ([]byte, error) {
	if d := s.docs[file]; d != nil {
		return d.text, nil
	}
	return os.ReadFile(file)
}

// uri returns the URI of a file, as the client spells it when it has the file open.
func (s *server) uri(file string) string {
	if d := s.docs[file]; d != nil {
		return d.uri
	}
	return uriOf(file)
}

// foreignDirs returns the directories where an editor shows code of others, which is not analysed: the module cache and the standard library.
func foreignDirs(ctx context.Context) []string {
	out, err := exec.CommandContext(ctx, "go", "env", "-json", "GOMODCACHE", "GOROOT").Output()
	var env struct{ GOMODCACHE, GOROOT string }
	if err != nil || json.Unmarshal(out, &env) != nil {
		return nil
	}
	return []string{env.GOMODCACHE, env.GOROOT}
}
