package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

// codexConfig is what Codex keeps in config.toml about its hooks: it runs one that a person has
// trusted, and only in that form.
type codexConfig struct {
	Features struct {
		Hooks      *bool
		CodexHooks *bool `toml:"codex_hooks"`
	}
	Hooks struct {
		State map[string]struct {
			Hash    string `toml:"trusted_hash"`
			Enabled *bool
		}
	}
	Projects map[string]struct {
		Level string `toml:"trust_level"`
	}
}

// codex looks whether Codex runs the hook in a file. name is its config.
func (d *doctor) codex(f *agentFile, name string) {
	const dialog = "start codex and choose \"Trust all and continue\" where it says \"Hooks need " +
		"review\", or trust the hook in /hooks"
	for _, m := range f.Root {
		if m.Key != "hooks" && m.Key != "description" {
			d.bad("remove the key", "%s: codex does not read a file with the key %q", f.Name, m.Key)
		}
	}
	var c codexConfig
	if file, err := hookfile.ReadText(name); err != nil {
		d.bad("mend the file", "%v", err)
		return
	} else if _, err = toml.Decode(string(file.Old), &c); err != nil {
		d.warn(dialog, "%s: %v: it was not checked whether codex trusts the hook", name, err)
		return
	}
	off := func(b *bool) bool { return b != nil && !*b }
	if off(c.Features.Hooks) || off(c.Features.CodexHooks) {
		d.bad("remove the key", "%s switches all hooks off ([features] hooks)", name)
	}
	if dir := filepath.Dir(filepath.Dir(f.Name)); f.project && c.Projects[dir].Level != "trusted" {
		d.bad("trust the project in codex, or run `fencepost install --agent codex`",
			"codex does not read %s, because it does not trust the project", f.Name)
	}
	h := &f.hooks[0]
	key := fmt.Sprintf(":pre_tool_use:%d:%d", h.Group, h.Handler)
	state, ok := c.Hooks.State[f.Name+key]
	if real, err := filepath.EvalSymlinks(f.Name); err == nil && !ok {
		state, ok = c.Hooks.State[real+key]
	}
	switch {
	case !ok || state.Hash == "":
		d.bad(dialog, "codex passes over the hook: nobody has trusted it")
	case off(state.Enabled):
		d.bad("switch it on in codex (/hooks)", "codex passes over the hook: it is switched off in %s",
			name)
	case state.Hash != codexHash(h):
		d.bad(dialog, "codex passes over the hook: it was changed since somebody trusted it")
	default:
		d.good("codex trusts the hook (%s)", name)
	}
}

// codexHash is the sum by which Codex knows a hook: of the event, the matcher and the handler in
// canonical JSON (seen with 0.171.0).
func codexHash(h *setup.Hook) string {
	handler := map[string]any{"timeout": json.Number("600")}
	d := json.NewDecoder(strings.NewReader(string(h.Raw)))
	d.UseNumber()
	if d.Decode(&handler) != nil {
		return ""
	}
	handler["async"] = handler["async"] == true
	identity := map[string]any{"event_name": "pre_tool_use", "hooks": []any{handler}}
	if h.Matcher != nil {
		identity["matcher"] = h.Matcher
	}
	text, err := hookfile.Encode(identity)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256(text))
}
