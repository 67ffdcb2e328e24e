package lsp

import (
	"go/token"
	"slices"
	"strings"

	"github.com/redisvet/redisvet/cmd/redisvet/internal/finding"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/fix"
)

const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll.redisvet" // all fixes in a document; editors can run it before they save
)

// codeActions returns the fixes at a range. There are none for a text that is not analysed yet: they would not fit.
func (s *server) codeActions(p codeActionParams) []codeAction {
	actions := []codeAction{}
	file, ok := fileOf(p.Document.URI)
	if !ok || s.docs[file] == nil || !s.current(s.docs[file].module, file) {
		return actions
	}
	m := s.docs[file].module
	texts := make(map[string]lines)
	if asked(p.Context.Only, kindQuickFix, true) {
		for _, f := range m.found[file] {
			d := s.diagnostic(m, f, texts)
			if len(f.Fixes) == 0 || !d.Range.touches(p.Range) {
				continue
			}
			if edit, ok := s.edit(m, []finding.Finding{f}); ok {
				actions = append(actions, codeAction{f.Fixes[0].Message, kindQuickFix, []diagnostic{d}, true, edit})
			}
		}
	}
	if asked(p.Context.Only, kindFixAll, false) {
		if edit, ok := s.edit(m, m.found[file]); ok {
			actions = append(actions, codeAction{Title: "Apply all fixes of redisvet", Kind: kindFixAll, Edit: edit})
		}
	}
	return actions
}

// asked reports whether a client wants actions of a kind; otherwise is the answer to a client that does not say which it wants.
func asked(only []string, kind string, otherwise bool) bool {
	if len(only) == 0 {
		return otherwise
	}
	return slices.ContainsFunc(only, func(o string) bool { return o == kind || strings.HasPrefix(kind, o+".") })
}

// edit makes an edit of the fixes of findings: the same text as redisvet -fix writes.
func (s *server) edit(m *module, fs []finding.Finding) (workspaceEdit, bool) {
	var e workspaceEdit
	plan, err := fix.MakeFrom(s.text, fs, func(file string) bool { return m.generated[file] || !s.current(m, file) })
	if err != nil || len(plan.Changes) == 0 {
		return e, false
	}
	for _, c := range plan.Changes {
		edits, err := editsBetween(c.Old, c.New)
		if err != nil {
			return e, false
		}
		uri := s.uri(c.File)
		if !s.client.Capabilities.Workspace.WorkspaceEdit.DocumentChanges {
			if e.Changes == nil {
				e.Changes = make(map[string][]textEdit)
			}
			e.Changes[uri] = edits
			continue
		}
		change := documentEdit{Edits: edits}
		change.Document.URI = uri
		if d := s.docs[c.File]; d != nil {
			change.Document.Version = &d.version
		}
		e.DocumentChanges = append(e.DocumentChanges, change)
	}
	return e, true
}

func spanOf(l lines, pos, end token.Position) span {
	s := span{l.position(pos.Line, pos.Column), l.position(end.Line, end.Column)}
	if s.End.before(s.Start) {
		s.End = s.Start
	}
	return s
}
