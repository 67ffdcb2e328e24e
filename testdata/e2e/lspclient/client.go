// Package lspclient is an editor for tests: it starts a language server, opens and changes documents, waits for diagnostics and
// applies quick fixes.
package lspclient

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/sourcegraph/jsonrpc2"
)

// Patience is how long a test waits for a server.
const Patience = 2 * time.Minute

// Client is a session with a server.
type Client struct {
	t    *testing.T
	cmd  *exec.Cmd
	conn *jsonrpc2.Conn

	mu       sync.Mutex
	changed  *sync.Cond
	settings map[string]any         // by section
	versions map[string]int         // of open documents
	texts    map[string]string      // of open documents
	answers  map[string]Publication // by file, the last one
	messages []string               // that the server showed or logged
	history  []Publication
}

// Publication is what a server says about a file, and for which version of the text.
type Publication struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Position counts from 0; characters are units of UTF-16.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range is a part of a document.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Diagnostic is a finding as an editor gets it.
type Diagnostic struct {
	Range    Range  `json:"range"`
	Severity int    `json:"severity"`
	Code     any    `json:"code,omitempty"`
	Source   string `json:"source"`
	Message  string `json:"message"`
	Link     struct {
		Href string `json:"href"`
	} `json:"codeDescription"`
	Related []struct {
		Location struct {
			URI   string `json:"uri"`
			Range Range  `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	} `json:"relatedInformation,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Edit replaces a part of a document.
type Edit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Action is a code action.
type Action struct {
	Title string `json:"title"`
	Kind  string `json:"kind"`
	Edit  struct {
		DocumentChanges []struct {
			Document struct {
				URI     string `json:"uri"`
				Version *int   `json:"version"`
			} `json:"textDocument"`
			Edits []Edit `json:"edits"`
		} `json:"documentChanges"`
	} `json:"edit"`
}

// Start starts a server in a directory and initializes the session. Settings are by section, "redisvet" or "gopls".
func Start(t *testing.T, dir string, settings map[string]any, name string, args ...string) *Client {
	t.Helper()
	c := &Client{
		t: t, cmd: exec.Command(name, args...), settings: settings,
		versions: make(map[string]int), texts: make(map[string]string), answers: make(map[string]Publication),
	}
	c.changed = sync.NewCond(&c.mu)
	c.cmd.Dir = dir
	c.cmd.Stderr = os.Stderr
	in, err := c.cmd.StdinPipe()
	must(t, err)
	out, err := c.cmd.StdoutPipe()
	must(t, err)
	must(t, c.cmd.Start())
	c.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(pipe{out, in}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(c.handle).SuppressErrClosed())
	t.Cleanup(func() {
		c.cmd.Process.Kill()
		c.cmd.Wait()
	})
	var result struct {
		Capabilities struct {
			PositionEncoding string `json:"positionEncoding"`
		} `json:"capabilities"`
	}
	c.call("initialize", map[string]any{
		"processId": os.Getpid(),
		"rootUri":   URI(dir),
		"capabilities": map[string]any{
			"workspace": map[string]any{
				"configuration":         true,
				"workspaceEdit":         map[string]any{"documentChanges": true},
				"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true},
			},
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true, "versionSupport": true},
				"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{
					"codeActionKind": map[string]any{"valueSet": []string{"quickfix", "source.fixAll"}},
				}},
			},
		},
		"workspaceFolders": []any{map[string]any{"uri": URI(dir), "name": "test"}},
	}, &result)
	if e := result.Capabilities.PositionEncoding; e != "" && e != "utf-16" {
		t.Fatalf("the server counts positions in %s", e)
	}
	c.notify("initialized", map[string]any{})
	return c
}

type pipe struct {
	io.ReadCloser
	io.Writer
}

// handle answers the server.
func (c *Client) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	var raw json.RawMessage
	if req.Params != nil {
		raw = *req.Params
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.changed.Broadcast()
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p Publication
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, err
		}
		c.history = append(c.history, p)
		if v, open := c.versions[File(p.URI)]; !open || p.Version == nil || *p.Version == v {
			c.answers[File(p.URI)] = p
		}
	case "workspace/configuration":
		var p struct {
			Items []struct{ Section string }
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, err
		}
		var out []any
		for _, item := range p.Items {
			out = append(out, c.settings[item.Section])
		}
		return out, nil
	case "window/showMessage", "window/logMessage":
		var p struct{ Message string }
		json.Unmarshal(raw, &p)
		c.messages = append(c.messages, p.Message)
	case "window/workDoneProgress/create", "client/registerCapability", "$/progress", "window/showDocument", "window/showMessageRequest",
		"workspace/codeLens/refresh", "workspace/inlayHint/refresh", "workspace/semanticTokens/refresh", "telemetry/event":
	default:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: req.Method}
	}
	return nil, nil
}

func (c *Client) call(method string, params, result any) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if err := c.conn.Call(ctx, method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *Client) notify(method string, params any) {
	c.t.Helper()
	must(c.t, c.conn.Notify(context.Background(), method, params))
}

// Open opens a file as it is on disk.
func (c *Client) Open(file string) {
	c.t.Helper()
	data, err := os.ReadFile(file)
	must(c.t, err)
	c.mu.Lock()
	c.versions[file], c.texts[file] = 1, string(data)
	c.mu.Unlock()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": URI(file), "languageId": "go", "version": 1, "text": string(data),
	}})
}

// Text returns the text of an open document.
func (c *Client) Text(file string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.texts[file]
}

// Change gives an open document another text, unsaved.
func (c *Client) Change(file, text string) {
	c.t.Helper()
	c.mu.Lock()
	c.versions[file]++
	version := c.versions[file]
	c.texts[file] = text
	delete(c.answers, file) // they were for the text before
	c.mu.Unlock()
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": URI(file), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// Save writes an open document to disk.
func (c *Client) Save(file string) {
	c.t.Helper()
	must(c.t, os.WriteFile(file, []byte(c.Text(file)), 0o666))
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": URI(file)}})
}

// Close closes a document; unsaved text is lost.
func (c *Client) Close(file string) {
	c.t.Helper()
	c.mu.Lock()
	delete(c.versions, file)
	delete(c.texts, file)
	c.mu.Unlock()
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": URI(file)}})
}

// Touched tells the server that a file was changed by somebody else.
func (c *Client) Touched(file string) {
	c.t.Helper()
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": URI(file), "type": 2}}})
}

// Configure changes the settings.
func (c *Client) Configure(settings map[string]any) {
	c.t.Helper()
	c.mu.Lock()
	c.settings = settings
	c.mu.Unlock()
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
}

// Wait waits until the diagnostics of a file are as wanted and returns them.
func (c *Client) Wait(file, what string, want func([]Diagnostic) bool) []Diagnostic {
	c.t.Helper()
	var out []Diagnostic
	c.wait(func() string {
		p, ok := c.answers[file]
		if ok && want(p.Diagnostics) {
			out = p.Diagnostics
			return ""
		}
		return fmt.Sprintf("%s: want %s; have %s", file, what, Codes(p.Diagnostics))
	})
	return out
}

// WaitMessage waits for a message with a text in it.
func (c *Client) WaitMessage(text string) {
	c.t.Helper()
	c.wait(func() string {
		if slices.ContainsFunc(c.messages, func(m string) bool { return strings.Contains(m, text) }) {
			return ""
		}
		return fmt.Sprintf("no message %q in %q", text, c.messages)
	})
}

// wait waits until ready answers ""; the answer says what is missing.
func (c *Client) wait(ready func() string) {
	c.t.Helper()
	end := time.Now().Add(Patience)
	timer := time.AfterFunc(Patience, c.changed.Broadcast)
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		missing := ready()
		if missing == "" {
			return
		}
		if time.Now().After(end) {
			c.t.Fatalf("timeout: %s; messages %q", missing, c.messages)
		}
		c.changed.Wait()
	}
}

// History returns all publications so far for a file.
func (c *Client) History(file string) []Publication {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []Publication
	for _, p := range c.history {
		if File(p.URI) == file {
			out = append(out, p)
		}
	}
	return out
}

// Actions returns the code actions for a diagnostic; kinds may be empty.
func (c *Client) Actions(file string, d Diagnostic, kinds ...string) []Action {
	c.t.Helper()
	about := map[string]any{"diagnostics": []Diagnostic{d}, "triggerKind": 1}
	if len(kinds) > 0 {
		about["only"] = kinds
	}
	var out []Action
	c.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": URI(file)}, "range": d.Range, "context": about,
	}, &out)
	return out
}

// Apply returns the text of a document with an action done.
func (c *Client) Apply(file string, a Action) string {
	c.t.Helper()
	if len(a.Edit.DocumentChanges) != 1 || File(a.Edit.DocumentChanges[0].Document.URI) != file {
		c.t.Fatalf("%s: want an edit of %s, have %+v", a.Title, file, a.Edit)
	}
	text := c.Text(file)
	edits := a.Edit.DocumentChanges[0].Edits
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		text = text[:Offset(text, e.Range.Start)] + e.NewText + text[Offset(text, e.Range.End):]
	}
	return text
}

// Stop ends the session in good order and returns the exit code of the server.
func (c *Client) Stop() int {
	c.t.Helper()
	c.call("shutdown", nil, nil)
	return c.Exit()
}

// Exit tells the server to exit, whatever state it is in, and returns its exit code.
func (c *Client) Exit() int {
	c.t.Helper()
	c.notify("exit", nil)
	c.cmd.Wait()
	return c.cmd.ProcessState.ExitCode()
}

// Codes returns the codes of diagnostics in order.
func Codes(ds []Diagnostic) []string {
	var out []string
	for _, d := range ds {
		out = append(out, fmt.Sprint(d.Code))
	}
	return out
}

// Offset converts a position to an offset in bytes. A position behind the end of a line is its end.
func Offset(text string, p Position) int {
	at := 0
	for range p.Line {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	units := 0
	for i, r := range text[at:] {
		if units >= p.Character || r == '\n' {
			return at + i
		}
		units += utf16.RuneLen(r)
	}
	return len(text)
}

// URI returns the URI of a file.
func URI(file string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
}

// File returns the file of a URI.
func File(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return ""
	}
	return filepath.FromSlash(u.Path)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
