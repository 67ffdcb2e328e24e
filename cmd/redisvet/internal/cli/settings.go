package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/config"
	"github.com/redisvet/redisvet/passes"
)

// configFile returns the settings file that holds in a directory, or "".
func (a *app) configFile(dir string) (string, error) {
	name := a.flags.config
	if name == "" {
		name = a.Getenv(config.Env)
	}
	switch name {
	case "":
		return config.Find(dir)
	case "off":
		return "", nil
	}
	return filepath.Abs(name)
}

// configure returns the checks that settings file and command line select, with their options set. The command line wins.
func (a *app) configure(dir string) ([]*passes.Check, error) {
	name, err := a.configFile(dir)
	if err != nil {
		return nil, err
	}
	var cfg analyzer.Config
	if name != "" {
		if cfg, err = config.Read(name); err != nil {
			return nil, err
		}
	}
	given := a.flags.settings()
	if _, err := cfg.Apply(a.checks); err != nil {
		return nil, fmt.Errorf("%s: %v", name, err)
	}
	base, err := config.Merge(cfg, a.editor).Apply(a.checks)
	if err != nil {
		return nil, err
	}
	for flag, value := range given {
		if err := a.flags.set.Set(flag, value); err != nil {
			return nil, err
		}
	}
	return a.flags.selected(base), nil
}

// sameConfig reports trouble when modules of a workspace have settings of their own that a single run cannot follow.
func (a *app) sameConfig(dir string, modules []string) error {
	if a.flags.config != "" || a.Getenv(config.Env) != "" || len(modules) < 2 {
		return nil
	}
	want, err := config.Find(dir)
	if err != nil {
		return err
	}
	for _, m := range modules {
		got, err := config.Find(m)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("module %s has other settings than %s: run redisvet in each module, or give one file with -config", m, dir)
		}
	}
	return nil
}

// validateConfig reads the settings that go vet in the working directory will use and returns the names of the files.
func (a *app) validateConfig() ([]string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if _, err := a.configure(dir); err != nil {
		return nil, err
	}
	env := a.Getenv(config.Env)
	if env == "off" {
		return nil, nil
	}
	return config.Files(dir, env), nil
}
