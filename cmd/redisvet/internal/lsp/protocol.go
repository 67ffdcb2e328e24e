package lsp

import "encoding/json"

// The messages of the Language Server Protocol 3.17 that a server of diagnostics and quick fixes needs, and of them the members that
// this one uses.

type initializeParams struct {
	Options      json.RawMessage `json:"initializationOptions"`
	Capabilities struct {
		Workspace struct {
			Configuration bool `json:"configuration"`
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
		TextDocument struct {
			PublishDiagnostics struct {
				RelatedInformation bool `json:"relatedInformation"`
			} `json:"publishDiagnostics"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type serverCapabilities struct {
	PositionEncoding string           `json:"positionEncoding"`
	Sync             syncOptions      `json:"textDocumentSync"`
	CodeAction       codeActionOption `json:"codeActionProvider"`
}

type syncOptions struct {
	OpenClose bool        `json:"openClose"`
	Change    int         `json:"change"` // 1: the whole text
	Save      saveOptions `json:"save"`
}

type saveOptions struct {
	IncludeText bool `json:"includeText"`
}

type codeActionOption struct {
	Kinds []string `json:"codeActionKinds"`
}

// documentParams are the parameters of didOpen, didChange, didSave and didClose.
type documentParams struct {
	Document struct {
		URI     string `json:"uri"`
		Version int32  `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
	Changes []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
}

type codeActionParams struct {
	Document struct {
		URI string `json:"uri"`
	} `json:"textDocument"`
	Range   span `json:"range"`
	Context struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"` // in units of UTF-16
}

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// span is the protocol's Range.
type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// touches reports whether two ranges share a character or meet.
func (s span) touches(t span) bool { return !s.End.before(t.Start) && !t.End.before(s.Start) }

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type diagnostic struct {
	Range    span      `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code"`
	Link     *link     `json:"codeDescription,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type link struct {
	Href string `json:"href"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

// workspaceEdit holds one of two forms, by what the client understands.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
}

type documentEdit struct {
	Document struct {
		URI     string `json:"uri"`
		Version *int32 `json:"version"` // null for a file that is not open
	} `json:"textDocument"`
	Edits []textEdit `json:"edits"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type messageParams struct {
	Type    int    `json:"type"` // 1 error, 2 warning, 3 info
	Message string `json:"message"`
}

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID      string `json:"id"`
	Method  string `json:"method"`
	Options any    `json:"registerOptions"`
}
