package lsp

import (
	"encoding/json"
	"fmt"

	"github.com/redisvet/redisvet/analyzer"
	"github.com/redisvet/redisvet/cmd/redisvet/internal/config"
)

// section is the name of our settings among those of all servers.
const section = "redisvet"

// sectionOf returns our part of a client's settings: the section of our name, or the whole when it has a key of ours. Editors differ in
// whether they send the settings of one server or of all.
func sectionOf(settings json.RawMessage) json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(settings, &all) != nil {
		return nil
	}
	if mine, ok := all[section]; ok {
		return mine
	}
	for _, key := range []string{"default", "enable", "disable", "options"} {
		if _, ok := all[key]; ok {
			return settings
		}
	}
	return nil
}

// readSettings reads settings of the editor, which have the form of redisvet.yaml. Wrong ones are shown.
func (s *server) readSettings(data json.RawMessage) (cfg analyzer.Config, ok bool) {
	cfg, err := config.Parse("settings of the editor", data)
	if err == nil {
		if _, err = cfg.Apply(analyzer.Checks()); err != nil {
			err = fmt.Errorf("settings of the editor: %w", err)
		}
	}
	if err != nil {
		s.show(1, "%v", err)
	}
	return cfg, err == nil
}

// setSettings takes the settings that hold from now on, over the options of the start; after wrong ones the last right ones stay.
func (s *server) setSettings(data json.RawMessage) {
	cfg, ok := s.readSettings(data)
	if !ok {
		return
	}
	s.settings = config.Merge(s.startSettings, cfg)
	for _, m := range s.modules {
		s.schedule(m, pauseOpen)
	}
}

// pullSettings asks the client for our section, if it can be asked.
func (s *server) pullSettings() {
	s.mu.Lock()
	can := s.client.Capabilities.Workspace.Configuration
	s.mu.Unlock()
	if !can {
		return
	}
	type item struct {
		Section string `json:"section"`
	}
	var answer []json.RawMessage
	if err := s.conn.Call(s.ctx, "workspace/configuration", map[string][]item{"items": {{section}}}, &answer); err != nil || len(answer) != 1 {
		return
	}
	if string(answer[0]) == "null" || len(answer[0]) == 0 { // nothing is said
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == running {
		s.setSettings(answer[0])
	}
}
