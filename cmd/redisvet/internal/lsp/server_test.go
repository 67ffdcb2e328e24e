package lsp

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/passes"
)

// session is a client that knows the protocol only as far as these tests need it.
type session struct {
	t        *testing.T
	conn     *jsonrpc2.Conn
	in       io.Closer
	code     chan int
	notes    chan string          // methods and parameters that the server sends
	settings chan analyzer.Config // settings of the editor, as an analysis gets them
}

// errNoAnalysis ends an analysis before it begins.
var errNoAnalysis = errors.New("no analysis in this test")

func start(t *testing.T) *session {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	s := &session{t: t, in: toServer, code: make(chan int, 1), notes: make(chan string, 100), settings: make(chan analyzer.Config, 100)}
	go func() {
		s.code <- Serve(context.Background(), fromClient, toClient, Options{
			Version: "test",
			Checks: func(_ string, editor analyzer.Config) ([]*passes.Check, error) {
				s.settings <- editor
				return nil, errNoAnalysis
			},
		})
	}()
	s.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(stdio{fromServer, toServer}, jsonrpc2.VSCodeObjectCodec{}),
		jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
			if req.Params != nil {
				s.notes <- req.Method + " " + string(*req.Params)
			}
			if req.Method == "workspace/configuration" { // like lsp-mode, which has its settings in the initialization
				return []any{map[string]any{}}, nil
			}
			return nil, nil
		}).SuppressErrClosed())
	return s
}

// call sends a request and returns the code of the error, 0 for none.
func (s *session) call(method string, params any) int64 {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := s.conn.Call(ctx, method, params, nil)
	var e *jsonrpc2.Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.Code
	}
	s.t.Fatalf("%s: %v", method, err)
	return 0
}

func (s *session) notify(method string, params any) {
	s.t.Helper()
	if err := s.conn.Notify(context.Background(), method, params); err != nil {
		s.t.Fatal(err)
	}
}

// receive waits for a value that is as wanted; others before it are dropped.
func receive[T any](t *testing.T, c chan T, what string, want func(T) bool) (v T) {
	t.Helper()
	timeout := time.After(time.Minute)
	for {
		select {
		case v = <-c:
			if want(v) {
				return v
			}
		case <-timeout:
			t.Fatalf("no %s; the last one is %v", what, v)
		}
	}
}

func containing(parts ...string) func(string) bool {
	return func(note string) bool {
		for _, p := range parts {
			if !strings.Contains(note, p) {
				return false
			}
		}
		return true
	}
}

func having(enable, disable string) func(analyzer.Config) bool {
	return func(c analyzer.Config) bool {
		return strings.Join(c.Enable, " ") == enable && strings.Join(c.Disable, " ") == disable
	}
}

func ended(want int) func(int) bool { return func(code int) bool { return code == want } }

func (s *session) open(text string) {
	s.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uriOf(filepath.Join(s.t.TempDir(), "x.go")), "version": 1, "text": text,
	}})
}

type object = map[string]any

func TestLifecycle(t *testing.T) {
	s := start(t)
	steps := []struct {
		method string
		code   int64
	}{
		{"textDocument/codeAction", codeNotInitialized},
		{"shutdown", codeNotInitialized},
		{"initialize", 0},
		{"initialize", codeInvalidRequest},
		{"textDocument/hover", jsonrpc2.CodeMethodNotFound},
		{"$/unknown", jsonrpc2.CodeMethodNotFound},
		{"shutdown", 0},
		{"shutdown", codeInvalidRequest},
		{"textDocument/codeAction", codeInvalidRequest},
	}
	for _, step := range steps {
		if code := s.call(step.method, object{}); code != step.code {
			t.Errorf("%s: code %d, want %d", step.method, code, step.code)
		}
	}
	s.notify("exit", nil)
	receive(t, s.code, "exit code 0 after a shutdown", ended(0))
}

func TestEndWithoutShutdown(t *testing.T) {
	for name, end := range map[string]func(*session){
		"exit":         func(s *session) { s.notify("exit", nil) },
		"end of input": func(s *session) { s.in.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.call("initialize", object{})
			end(s)
			receive(t, s.code, "exit code 1", ended(1))
		})
	}
}

func TestSettings(t *testing.T) {
	s := start(t)
	s.call("initialize", object{
		"initializationOptions": object{"disable": []string{"lockttl"}},
		"capabilities":          object{"workspace": object{"configuration": true}},
	})
	s.notify("initialized", object{})
	receive(t, s.notes, "request for settings", containing(`workspace/configuration {"items":[{"section":"redisvet"}]}`))
	s.open("package x\n")
	receive(t, s.settings, "analysis with the settings of the initialization", having("", "lockttl"))
	receive(t, s.notes, "message of what went wrong", containing("window/showMessage", errNoAnalysis.Error()))
	receive(t, s.notes, "publication", containing("textDocument/publishDiagnostics", `"version":1`, `"diagnostics":[]`))

	s.notify("workspace/didChangeConfiguration", object{"settings": object{"gopls": object{}, "redisvet": object{"enable": []string{"hottag"}}}})
	receive(t, s.settings, "analysis with the settings of the section", having("hottag", "lockttl"))

	for key, want := range map[string]string{"colour": "unknown key colour", "enable": `unknown check \"x\"`} {
		s.notify("workspace/didChangeConfiguration", object{"settings": object{"redisvet": object{key: []string{"x"}}}})
		receive(t, s.notes, "message", containing("window/showMessage", `"type":1`, "settings of the editor: ", want))
	}
	s.notify("workspace/didChangeConfiguration", object{"settings": object{"gopls": object{"staticcheck": true}}}) // none of ours
	s.notify("workspace/didChangeWatchedFiles", object{})
	got := receive(t, s.settings, "analysis", func(analyzer.Config) bool { return true })
	if !having("hottag", "lockttl")(got) {
		t.Errorf("wrong settings and those of others changed ours: %+v", got)
	}
}

// TestForeignDocuments opens what is not analysed: no file of this machine, no Go, code of others.
func TestForeignDocuments(t *testing.T) {
	s := &server{skip: []string{filepath.FromSlash("/mod")}}
	for uri, want := range map[string]bool{
		"file:///home/x.go":          true,
		"file:///home/x.mod":         false,
		"file:///mod/m@v1/x.go":      false,
		"file:///module/x.go":        true,
		"file:///home/vendor/m/x.go": false,
		"untitled:x.go":              false,
	} {
		file, ok := fileOf(uri)
		if got := ok && s.wanted(file); got != want {
			t.Errorf("%s: %v, want %v", uri, got, want)
		}
	}
}
