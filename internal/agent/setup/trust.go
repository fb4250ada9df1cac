package setup

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
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

// Finding is what is found out about an installation, and what a person can do about it.
type Finding struct{ Level, Do, Text string }

// Trusted looks whether Codex runs the hook h in a file, which is a project's or the person's. config
// is where it keeps what a person trusts.
func (h *Hook) Trusted(file *hookfile.File, project bool, config string) (found []Finding) {
	const dialog = "start codex and choose \"Trust all and continue\" where it says \"Hooks need " +
		"review\", or trust the hook in /hooks"
	say := func(level, do, format string, args ...any) {
		found = append(found, Finding{level, do, fmt.Sprintf(format, args...)})
	}
	for _, m := range file.Root {
		if m.Key != "hooks" && m.Key != "description" {
			say("FAIL", "remove the key", "%s: codex does not read a file with the key %q", file.Name, m.Key)
		}
	}
	var c codexConfig
	if text, err := hookfile.ReadText(config); err != nil {
		say("FAIL", "mend the file", "%v", err)
		return found
	} else if _, err = toml.Decode(string(text.Old), &c); err != nil {
		say("warn", dialog, "%s: %v: it was not checked whether codex trusts the hook", config, err)
		return found
	}
	off := func(b *bool) bool { return b != nil && !*b }
	if off(c.Features.Hooks) || off(c.Features.CodexHooks) {
		say("FAIL", "remove the key", "%s switches all hooks off ([features] hooks)", config)
	}
	if dir := filepath.Dir(filepath.Dir(file.Name)); project && c.Projects[dir].Level != "trusted" {
		say("FAIL", "trust the project in codex, or run `fencepost install --agent codex`",
			"codex does not read %s, because it does not trust the project", file.Name)
	}
	key := fmt.Sprintf(":pre_tool_use:%d:%d", h.Group, h.Handler)
	state, ok := c.Hooks.State[file.Name+key]
	if real, err := filepath.EvalSymlinks(file.Name); err == nil && !ok {
		state, ok = c.Hooks.State[real+key]
	}
	switch {
	case !ok || state.Hash == "":
		say("FAIL", dialog, "codex passes over the hook: nobody has trusted it")
	case off(state.Enabled):
		say("FAIL", "switch it on in codex (/hooks)", "codex passes over the hook: it is switched off in %s",
			config)
	case state.Hash != h.codexHash():
		say("FAIL", dialog, "codex passes over the hook: it was changed since somebody trusted it")
	default:
		say("ok", "", "codex trusts the hook (%s)", config)
	}
	return found
}

// codexHash is the sum by which Codex knows a hook: of the event, the matcher and the handler in
// canonical JSON (seen with 0.171.0).
func (h *Hook) codexHash() string {
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
