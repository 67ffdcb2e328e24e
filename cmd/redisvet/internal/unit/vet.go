package unit

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// RunWithVet answers the unit with this command and with the standard vet tool, each in a process of its own. (To link the standard
// checks would cost every unit of every run ten milliseconds.) The facts of both travel in one .vetx file. Fixes are those of this command.
func (u *Unit) RunWithVet(args []string, opts Options, stderr io.Writer) (int, error) {
	exe, err := os.Executable()
	if err != nil {
		return 0, err
	}
	out, err := exec.Command("go", "tool", "-n", "vet").Output()
	if err != nil {
		return 0, fmt.Errorf("no standard vet tool: %v", err)
	}
	dir := u.cfg.VetxOutput + ".redisvet" // in the unit's own work directory, removed by go
	ours, err := u.part(filepath.Join(dir, "ours"), 0, nil)
	if err != nil {
		return 0, err
	}
	change := map[string]any{"FixArchive": ""}
	var vetArgs []string
	if opts.JSON {
		vetArgs = append(vetArgs, "-json")
	}
	if opts.Fix {
		change["VetxOnly"] = true
	}
	theirs, err := u.part(filepath.Join(dir, "vet"), 1, change)
	if err != nil {
		return 0, err
	}
	worst := 0
	for _, run := range []struct {
		half *half
		tool string
		args []string
	}{{ours, exe, args}, {theirs, strings.TrimSpace(string(out)), vetArgs}} {
		code, err := run.half.run(run.tool, run.args, stderr)
		if err != nil {
			return 0, err
		}
		worst = max(worst, code)
	}
	if worst > 0 { // trouble, or without -json findings, which are on standard error
		return worst, nil
	}
	return 0, u.merge(ours, theirs)
}

// half is the unit as one of the two tools gets it.
type half struct{ cfg, vetx, stdout string }

// part writes the unit's file for one of the tools, with that tool's part of the facts of every dependency.
func (u *Unit) part(dir string, i int, change map[string]any) (*half, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	h := &half{cfg: filepath.Join(dir, "vet.cfg"), vetx: filepath.Join(dir, "vet.out"), stdout: filepath.Join(dir, "vet.stdout")}
	facts := make(map[string]string)
	for path, file := range u.cfg.PackageVetx {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		parts, err := unpack(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", file, err)
		}
		facts[path] = filepath.Join(dir, strconv.Itoa(len(facts))+".vetx")
		if err := os.WriteFile(facts[path], parts[i], 0o666); err != nil {
			return nil, err
		}
	}
	all := make(map[string]any)
	if err := json.Unmarshal(u.data, &all); err != nil {
		return nil, err
	}
	maps.Copy(all, map[string]any{"PackageVetx": facts, "VetxOutput": h.vetx, "Stdout": h.stdout})
	maps.Copy(all, change)
	data, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	return h, os.WriteFile(h.cfg, data, 0o666)
}

// run runs a tool on its half and returns its exit code.
func (h *half) run(tool string, args []string, stderr io.Writer) (int, error) {
	cmd := exec.Command(tool, append(args, h.cfg)...)
	cmd.Stderr = stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// merge writes facts and findings of both halves to where go looks for those of the unit.
func (u *Unit) merge(ours, theirs *half) error {
	var parts [2][]byte
	var trees [2]map[string]map[string]json.RawMessage // findings by unit and check
	var text []byte
	for i, h := range []*half{ours, theirs} {
		var err error
		if parts[i], err = os.ReadFile(h.vetx); err != nil {
			return err
		}
		out, err := os.ReadFile(h.stdout)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if len(bytes.TrimSpace(out)) > 0 && json.Unmarshal(out, &trees[i]) != nil {
			text = append(text, out...) // a diff
		}
	}
	if err := os.WriteFile(u.cfg.VetxOutput, pack(parts), 0o666); err != nil {
		return err
	}
	if text == nil && !u.losesDiagnostics() && u.cfg.VetxOnly {
		return nil
	}
	tree := make(map[string]map[string]json.RawMessage)
	for i, t := range trees {
		for id, checks := range t {
			if tree[id] == nil {
				tree[id] = make(map[string]json.RawMessage)
			}
			for name, found := range checks {
				key := name
				if i == 1 {
					found = suffixed(found, name)
					if tree[id][name] != nil {
						key = "vet" + name
					}
				}
				tree[id][key] = found
			}
		}
	}
	if text == nil && len(tree) > 0 {
		var err error
		if text, err = json.MarshalIndent(tree, "", "\t"); err != nil {
			return err
		}
	}
	var cfg struct{ Stdout string }
	if err := json.Unmarshal(u.data, &cfg); err != nil {
		return err
	}
	if cfg.Stdout == "" {
		_, err := os.Stdout.Write(text)
		return err
	}
	return os.WriteFile(cfg.Stdout, text, 0o666)
}

// suffixed appends the check's name to the messages of its findings, as this command does with its own.
func suffixed(found json.RawMessage, name string) json.RawMessage {
	var diags []map[string]any
	if json.Unmarshal(found, &diags) != nil {
		return found // an error
	}
	for _, d := range diags {
		d["message"] = fmt.Sprintf("%v (%s)", d["message"], name)
	}
	data, err := json.Marshal(diags)
	if err != nil {
		return found
	}
	return data
}

// pack joins the facts of two tools; no facts stay no bytes.
func pack(parts [2][]byte) []byte {
	if len(parts[0])+len(parts[1]) == 0 {
		return nil
	}
	data := binary.BigEndian.AppendUint64(nil, uint64(len(parts[0])))
	return append(append(data, parts[0]...), parts[1]...)
}

func unpack(data []byte) (parts [2][]byte, err error) {
	if len(data) == 0 {
		return parts, nil
	}
	if len(data) < 8 || binary.BigEndian.Uint64(data) > uint64(len(data)-8) {
		return parts, errors.New("not the facts of two tools")
	}
	n := binary.BigEndian.Uint64(data)
	return [2][]byte{data[8 : 8+n], data[8+n:]}, nil
}
