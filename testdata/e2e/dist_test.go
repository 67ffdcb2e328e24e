package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The files that bring redisvet to its users run here as far as they can without their services.

var repository = filepath.Join("..", "..")

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository, name))
	if err == nil {
		err = yaml.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// program makes a module with one finding, in sub, and returns its folder.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := writeModule(dir); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "sub", "sub.go"), `package sub

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func Save(ctx context.Context, c *redis.Client) error {
	return c.Set(ctx, "k", "v", 60).Err()
}
`)
	write(t, filepath.Join(dir, "clean", "clean.go"), "package clean\n")
	write(t, filepath.Join(dir, "broken", "broken.go"), "package broken\n\nimport _ \"github.com/redis/go-redis/v9\"\n\nfunc f() int { return \"\" }\n")
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// command is a command in a directory, with the built redisvet in its path.
func command(dir string, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir, "GOPROXY=off", "GOFLAGS=-mod=mod", "GOWORK=off", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

func TestAction(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("left out: the action's steps need bash")
	}
	var action struct {
		Inputs map[string]struct {
			Description, Default string
		}
		Runs struct {
			Using string
			Steps []struct {
				Name, Run, Shell, Uses, If string
				Env                        map[string]string
			}
		}
	}
	readYAML(t, ".github/actions/redisvet/action.yml", &action)
	expression := regexp.MustCompile(`\$\{\{ (\w+)\.([\w.-]+) \}\}`)
	steps := map[string]int{}
	for i, s := range action.Runs.Steps {
		steps[s.Name] = i
		if strings.Contains(s.Run, "${{") {
			t.Errorf("step %s: an input in a script is code; pass it in the environment", s.Name)
		}
		if (s.Run == "") == (s.Uses == "") || s.Run != "" && s.Shell != "bash" {
			t.Errorf("step %s: want a script for bash, or an action", s.Name)
		}
		for _, m := range expression.FindAllStringSubmatch(fmt.Sprint(s.Env), -1) {
			if _, ok := action.Inputs[m[2]]; m[1] == "inputs" && !ok {
				t.Errorf("step %s: no input %s", s.Name, m[2])
			}
		}
	}

	// run runs a step as the runner would: bash -e, inputs and outputs filled in. It returns what was printed and the outputs.
	run := func(t *testing.T, step, dir string, inputs, outputs map[string]string, env ...string) (string, error) {
		t.Helper()
		s := action.Runs.Steps[steps[step]]
		temp := t.TempDir()
		env = append(env, "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+filepath.Join(temp, "output"), "GITHUB_PATH="+filepath.Join(temp, "path"))
		for name, value := range s.Env {
			env = append(env, name+"="+expression.ReplaceAllStringFunc(value, func(e string) string {
				m := expression.FindStringSubmatch(e)
				if m[1] == "steps" {
					return outputs[m[2]]
				}
				if v, ok := inputs[m[2]]; ok {
					return v
				}
				return action.Inputs[m[2]].Default
			}))
		}
		out, err := command(dir, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run).CombinedOutput()
		data, _ := os.ReadFile(filepath.Join(temp, "output"))
		for line := range strings.Lines(string(data)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			outputs["steps.run.outputs."+name], outputs["run.outputs."+name] = value, value
		}
		return string(out), err
	}

	t.Run("install", func(t *testing.T) {
		// In place of go, a script that says how it was called.
		fake := t.TempDir()
		write(t, filepath.Join(fake, "go"), "#!/bin/sh\necho go \"$@\" to \"$GOBIN\"\n")
		if err := os.Chmod(filepath.Join(fake, "go"), 0o777); err != nil {
			t.Fatal(err)
		}
		out, err := run(t, "Install redisvet", t.TempDir(), map[string]string{"version": "v1.2.3"}, map[string]string{},
			"PATH="+fake+string(os.PathListSeparator)+os.Getenv("PATH"))
		if err != nil || !regexp.MustCompile(`^go install github\.com/redisvet/redisvet/cmd/redisvet@v1\.2\.3 to \S+/redisvet-bin\n$`).MatchString(out) {
			t.Errorf("%v\n%s", err, out)
		}
	})
	dir := program(t)
	for _, c := range []struct {
		name   string
		inputs map[string]string
		code   string
		sarif  bool
		prints string
	}{
		{"annotations", map[string]string{"packages": "./clean ./sub", "upload": "false"}, "1", false, "::error file=sub/sub.go,line=10,"},
		{"clean", map[string]string{"packages": "./clean"}, "0", true, ""},
		{"findings", map[string]string{"packages": "./sub", "args": "-encodable=false -tests=false"}, "1", true, ""},
		{"broken", map[string]string{"packages": "./broken"}, "2", false, "redisvet: "},
		{"mistyped", map[string]string{"args": "-durations", "upload": "false"}, "2", false, "redisvet: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			outputs := map[string]string{}
			out, err := run(t, "Run redisvet", dir, c.inputs, outputs, "GITHUB_WORKSPACE="+dir)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if outputs["run.outputs.code"] != c.code || (outputs["run.outputs.sarif"] != "") != c.sarif || !strings.Contains(out, c.prints) {
				t.Errorf("outputs %v\n%s", outputs, out)
			}
			_, err = run(t, "Result", dir, c.inputs, outputs)
			if code := (map[bool]string{true: "0"})[err == nil]; code != "" && code != c.code {
				t.Errorf("the job ends with %s, want %s", code, c.code)
			} else if err != nil && fmt.Sprint(err) != "exit status "+c.code {
				t.Errorf("the job ends with %v, want %s", err, c.code)
			}
		})
	}
}

func TestPreCommit(t *testing.T) {
	var hooks []struct {
		ID, Entry, Language string
		Args                []string
		PassFilenames       bool `yaml:"pass_filenames"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].ID != "redisvet" || hooks[0].Language != "golang" || hooks[0].PassFilenames {
		t.Fatalf("%+v", hooks)
	}
	dir := program(t)
	if err := os.RemoveAll(filepath.Join(dir, "broken")); err != nil {
		t.Fatal(err)
	}
	// The tool splits the entry as a shell does and adds the arguments.
	words := append(strings.Fields(hooks[0].Entry), hooks[0].Args...)
	cmd := command(dir, nil, filepath.Join(bin, words[0]), words[1:]...)
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), "sub/sub.go:10:") {
		t.Errorf("exit %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
	cmd = command(filepath.Join(dir, "clean"), nil, filepath.Join(bin, words[0]), words[1:]...)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestGoReleaser(t *testing.T) {
	var config struct {
		Version int
		Builds  []struct {
			ID, Main, Binary string
			Ldflags          []string
			Goos, Goarch     []string
		}
		Archives []struct {
			IDs   []string `yaml:"ids"`
			Files []string
		}
	}
	readYAML(t, ".goreleaser.yaml", &config)
	if config.Version != 2 || len(config.Builds) != 2 || len(config.Archives) != 1 {
		t.Fatalf("%+v", config)
	}
	for _, file := range config.Archives[0].Files {
		if _, err := os.Stat(filepath.Join(repository, file)); err != nil {
			t.Error(err)
		}
	}
	for _, b := range config.Builds {
		if !slices.Contains(config.Archives[0].IDs, b.ID) {
			t.Errorf("%s is in no archive", b.ID)
		}
		if len(b.Goos) != 3 || len(b.Goarch) != 2 {
			t.Errorf("%s: for %v %v", b.ID, b.Goos, b.Goarch)
		}
		if _, err := os.Stat(filepath.Join(repository, b.Main, "main.go")); err != nil {
			t.Error(err)
		}
	}
	// The version that the linker is told is the one that the program says.
	b := config.Builds[0]
	exe := filepath.Join(t.TempDir(), b.Binary)
	ldflags := strings.ReplaceAll(strings.Join(b.Ldflags, " "), "{{ .Version }}", "9.8.7")
	if out, err := exec.Command("go", "build", "-C", repository, "-ldflags", ldflags, "-o", exe, b.Main).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe, "version").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "redisvet v9.8.7 (go") {
		t.Errorf("%v\n%s", err, out)
	}
}

var yamlBlock = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")

// TestSnippets: the settings that docs/ci.md shows are YAML, its hook exists, and its command lines run.
func TestSnippets(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := yamlBlock.FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 3 {
		t.Fatalf("%d blocks of YAML", len(blocks))
	}
	dir := program(t)
	ran := 0
	for _, m := range blocks {
		var block struct {
			Redisvet struct{ Script []string }
			Repos    []struct{ Hooks []struct{ ID string } }
			Jobs     map[string]struct {
				Steps []struct {
					Uses string
					With map[string]string
				}
			}
		}
		if err := yaml.Unmarshal([]byte(m[1]), &block); err != nil {
			t.Errorf("%v in\n%s", err, m[1])
		}
		for _, line := range block.Redisvet.Script {
			if !strings.HasPrefix(line, "redisvet ") {
				continue
			}
			ran++
			cmd := command(filepath.Join(dir, "sub"), nil, "sh", "-c", line)
			out, _ := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != 1 || len(out) > 0 {
				t.Errorf("%s: exit %d\n%s", line, cmd.ProcessState.ExitCode(), out)
			}
			report, err := os.ReadFile(filepath.Join(dir, "sub", "gl-code-quality-report.json"))
			if err != nil || !strings.Contains(string(report), `"check_name": "duration"`) {
				t.Errorf("%v %s", err, report)
			}
		}
		for _, r := range block.Repos {
			ran++
			if len(r.Hooks) != 1 || r.Hooks[0].ID != "redisvet" {
				t.Errorf("%+v", r)
			}
		}
		for _, s := range block.Jobs["redisvet"].Steps {
			if path, ok := strings.CutPrefix(s.Uses, "redisvet/redisvet/"); ok {
				ran++
				path, _, _ = strings.Cut(path, "@")
				if _, err := os.Stat(filepath.Join(repository, path, "action.yml")); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if ran != 3 {
		t.Errorf("%d of the snippets were looked at", ran)
	}
}
