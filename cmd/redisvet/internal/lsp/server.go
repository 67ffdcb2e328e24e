// Package lsp is a small language server beside gopls: it publishes redisvet's findings as diagnostics while a program is edited, and
// offers their fixes.
//
// All documents that are open in one module are analysed together, from the text in the editor, after a short pause. One analysis
// runs at a time; a change cancels the one that runs, and what is found for a text that has changed since is thrown away.
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/config"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/load"
	"github.com/redisvet/redisvet/passes"
)

// Options say how to analyse.
type Options struct {
	Version string
	// Load has the settings of a run that no document changes: tests, tags.
	Load load.Options
	// Checks returns new checks with the settings that hold in a directory, those of the editor on top.
	Checks func(dir string, editor analyzer.Config) ([]*passes.Check, error)
}

// The pauses after which an analysis starts.
const (
	pauseOpen   = 50 * time.Millisecond // an editor opens many documents at once
	pauseChange = 400 * time.Millisecond
)

// Codes of JSON-RPC errors that the protocol adds.
const (
	codeNotInitialized = -32002
	codeInvalidRequest = jsonrpc2.CodeInvalidRequest
)

type state int

const (
	starting state = iota
	running
	shutDown
)

// server is one session.
type server struct {
	opts Options
	ctx  context.Context
	conn *jsonrpc2.Conn
	skip []string // directories of code that is not the user's

	analysing sync.Mutex // one analysis at a time; taken before mu

	mu       sync.Mutex
	state    state
	client   initializeParams
	settings analyzer.Config
	// startSettings came with the initialization. Some clients send them there only, and nothing, "{}", when asked for settings.
	startSettings analyzer.Config
	docs          map[string]*document // by file
	modules       map[string]*module   // by directory
	told          map[string]bool      // messages that were shown
}

// document is an open file.
type document struct {
	module  *module
	uri     string
	version int32
	text    []byte
}

// Serve talks to a client until it leaves and returns the exit code that the protocol wants: 0 after an orderly shutdown, else 1.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, opts Options) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		opts: opts, ctx: ctx, skip: foreignDirs(ctx),
		docs: make(map[string]*document), modules: make(map[string]*module), told: make(map[string]bool),
	}
	stream := jsonrpc2.NewBufferedStream(stdio{in, out}, jsonrpc2.VSCodeObjectCodec{})
	s.mu.Lock() // the first message may be there before conn is set
	s.conn = jsonrpc2.NewConn(ctx, stream, s)
	s.mu.Unlock()
	<-s.conn.DisconnectNotify()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == shutDown {
		return 0
	}
	return 1
}

type stdio struct {
	io.ReadCloser
	w io.WriteCloser
}

func (s stdio) Write(p []byte) (int, error) { return s.w.Write(p) }
func (s stdio) Close() error {
	s.ReadCloser.Close()
	return s.w.Close()
}

// Handle answers a message. Messages come one after the other, in the order in which they were sent; nothing here takes long.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	if req.Method == "exit" {
		conn.Close()
		return
	}
	s.mu.Lock()
	result, err := s.dispatch(req)
	s.mu.Unlock()
	if req.Notif {
		return
	}
	if err != nil {
		conn.ReplyWithError(ctx, req.ID, err)
		return
	}
	conn.Reply(ctx, req.ID, result)
}

func (s *server) dispatch(req *jsonrpc2.Request) (any, *jsonrpc2.Error) {
	switch {
	case req.Method == "initialize" && s.state == starting:
		return s.initialize(req)
	case s.state == starting:
		return nil, &jsonrpc2.Error{Code: codeNotInitialized, Message: "the session is not initialized"}
	case s.state == shutDown, req.Method == "initialize":
		return nil, &jsonrpc2.Error{Code: codeInvalidRequest, Message: "not in this state of the session: " + req.Method}
	}
	switch req.Method {
	case "initialized":
		s.register()
		go s.pullSettings()
	case "shutdown":
		s.state = shutDown
		for _, m := range s.modules {
			m.stop()
		}
	case "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave", "textDocument/didClose":
		var p documentParams
		if err := decode(req, &p); err != nil {
			return nil, err
		}
		if file, ok := fileOf(p.Document.URI); ok && s.wanted(file) {
			s.sync(req.Method, file, p)
		}
	case "textDocument/codeAction":
		var p codeActionParams
		if err := decode(req, &p); err != nil {
			return nil, err
		}
		return s.codeActions(p), nil
	case "workspace/didChangeConfiguration":
		var p struct{ Settings json.RawMessage }
		if err := decode(req, &p); err != nil {
			return nil, err
		}
		if len(p.Settings) == 0 || string(p.Settings) == "null" {
			go s.pullSettings()
		} else if mine := sectionOf(p.Settings); mine != nil {
			s.setSettings(mine)
		}
	case "workspace/didChangeWatchedFiles":
		for _, m := range s.modules {
			s.schedule(m, pauseOpen)
		}
	default:
		if !strings.HasPrefix(req.Method, "$/") || !req.Notif {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "redisvet has no " + req.Method}
		}
	}
	return nil, nil
}

func decode(req *jsonrpc2.Request, p any) *jsonrpc2.Error {
	if req.Params == nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: req.Method + ": no parameters"}
	}
	if err := json.Unmarshal(*req.Params, p); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("%s: %v", req.Method, err)}
	}
	return nil
}

func (s *server) initialize(req *jsonrpc2.Request) (any, *jsonrpc2.Error) {
	if err := decode(req, &s.client); err != nil {
		return nil, err
	}
	s.state = running
	if o := s.client.Options; len(o) > 0 && string(o) != "null" {
		mine := sectionOf(o)
		if mine == nil {
			mine = o
		}
		if cfg, ok := s.readSettings(mine); ok {
			s.startSettings, s.settings = cfg, cfg
		}
	}
	return initializeResult{
		ServerInfo: serverInfo{"redisvet", s.opts.Version},
		Capabilities: serverCapabilities{
			PositionEncoding: "utf-16",
			Sync:             syncOptions{OpenClose: true, Change: 1},
			CodeAction:       codeActionOption{[]string{kindQuickFix, kindFixAll}},
		},
	}, nil
}

// register asks the client to tell of files that change outside of it.
func (s *server) register() {
	if !s.client.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	type watcher struct {
		Glob string `json:"globPattern"`
	}
	watch := map[string][]watcher{"watchers": {{"**/" + config.Name}, {"**/go.mod"}, {"**/go.work"}, {"**/*.go"}}}
	go s.conn.Call(s.ctx, "client/registerCapability", registrationParams{[]registration{
		{ID: "files", Method: "workspace/didChangeWatchedFiles", Options: watch},
	}}, nil)
}

// sync follows what the client does with a document.
func (s *server) sync(method, file string, p documentParams) {
	d, pause := s.docs[file], pauseOpen
	switch {
	case method == "textDocument/didOpen":
		d = &document{s.moduleOf(file), p.Document.URI, p.Document.Version, []byte(p.Document.Text)}
		s.docs[file] = d
	case d == nil:
		return
	case method == "textDocument/didChange" && len(p.Changes) > 0:
		d.version, d.text = p.Document.Version, []byte(p.Changes[len(p.Changes)-1].Text)
		pause = pauseChange
	case method == "textDocument/didClose":
		delete(s.docs, file)
	}
	s.schedule(d.module, pause)
}

// wanted reports whether a file is source code of the user.
func (s *server) wanted(file string) bool {
	if filepath.Ext(file) != ".go" || strings.Contains(filepath.ToSlash(file), "/vendor/") {
		return false
	}
	for _, dir := range s.skip {
		if strings.HasPrefix(file, dir+string(filepath.Separator)) {
			return false
		}
	}
	return true
}

// show shows a message to the user, once.
func (s *server) show(kind int, format string, args ...any) {
	text := "redisvet: " + fmt.Sprintf(format, args...)
	if s.told[text] {
		return
	}
	s.told[text] = true
	s.conn.Notify(s.ctx, "window/showMessage", messageParams{kind, text})
}

// log writes to the client's log, once.
func (s *server) log(text string) {
	if s.told[text] {
		return
	}
	s.told[text] = true
	s.conn.Notify(s.ctx, "window/logMessage", messageParams{2, text})
}
