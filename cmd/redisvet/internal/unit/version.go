package unit

import (
	"bufio"
	"bytes"
	"fmt"
	"go/version"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/semver"
)

// factsOnlyVetx reports whether the x/tools linked into this command reads types from the compiler's export data and uses
// .vetx files for facts alone, which holds before v0.50.
func factsOnlyVetx() bool {
	bi, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, m := range bi.Deps {
		if m.Path != "golang.org/x/tools" {
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		return semver.IsValid(m.Version) && semver.Compare(m.Version, "v0.50.0") < 0
	}
	return false
}

// tooNew returns a sentence when the running Go is newer than the one this command was built with: its export data and its
// standard library may use what this command cannot read. "" when all is well.
func (u *Unit) tooNew(built string) string {
	need := u.cfg.GoVersion
	for _, file := range u.cfg.PackageFile {
		if v := compilerOf(file); v != "" {
			if need == "" || version.Compare(v, need) > 0 {
				need = v
			}
			break // one compiler made them all
		}
	}
	if msg := TooNew(built, need); msg != "" {
		return msg
	}
	if len(u.cfg.PackageFile) == 0 && u.factsOnly {
		for path := range u.cfg.ImportMap {
			if path != "unsafe" {
				return "this version of Go gives no export data to vet tools, and this redisvet needs it: install a newer redisvet, or run redisvet itself instead of go vet"
			}
		}
	}
	return ""
}

// TooNew returns a sentence when a command built with one version of Go cannot serve another, else "".
func TooNew(built, running string) string {
	built, running = strings.TrimSpace(built), strings.TrimSpace(running)
	if !version.IsValid(built) || !version.IsValid(running) || version.Compare(version.Lang(running), version.Lang(built)) <= 0 {
		return ""
	}
	return fmt.Sprintf("this redisvet was built with %s and cannot read packages of %s: install it again with the Go that you use (go install github.com/redisvet/redisvet/cmd/redisvet@latest)", built, running)
}

// compilerOf returns the version of the compiler that wrote an export data file, as its header says, or "".
func compilerOf(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 512)
	head, _ := r.Peek(512)
	_, line, ok := bytes.Cut(head, []byte("go object "))
	if !ok {
		return ""
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	fields := strings.Fields(string(line)) // GOOS GOARCH go1.N.M ...
	if len(fields) < 3 || !version.IsValid(fields[2]) {
		return ""
	}
	return fields[2]
}
