//go:build unix

package clienttest

import (
	"strings"
	"testing"
)

// odd is a settings file as a person writes it: its own order, white space and numbers.
const odd = `{
  "model":   "claude-sonnet-4-5",
	"permissions": {"allow": [ "Bash(ls:*)" ], "deny":[]},
  "cleanupPeriodDays": 3e1,
  "env": {}, "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}
}`

// TestInstall: install, doctor and uninstall leave the settings as they were, and between them the
// fence stands.
func TestInstall(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := NewWorld(t)
			w.Client(client)
			w.Put("README.md", "hello\n")
			w.Shell("git init -q -b main && git add -A && git commit -qm one")
			w.Put("{HOME}/.claude/settings.json", odd)
			w.Install()
			if out, err := w.Run(w.Fencepost(), "doctor"); err != nil {
				t.Errorf("doctor is not green: %v\n%s", err, out)
			}
			r := w.Play(client, Each(Bash("touch {OUT}/x"), Bash("ls")))
			if w.Exists("{OUT}/x") || len(r.Replies) != 2 || !r.Replies[1].Ran() {
				t.Errorf("%v\n%s%s", r.Err, r.Stderr, transcript(r))
			}
			if out, err := w.Run(w.Fencepost(), "uninstall"); err != nil {
				t.Errorf("uninstall: %v\n%s", err, out)
			}
			if got := w.Text("{HOME}/.claude/settings.json"); got != odd {
				t.Errorf("the settings are not as they were:\n%s", got)
			}
		})
	}
}

// TestDoctorIsRed: where the client would run without the fence, doctor says so.
func TestDoctorIsRed(t *testing.T) {
	client := Client(t, Versions(t)[0])
	for name, files := range map[string]map[string]string{
		"disableAllHooks, project":    {".claude/settings.json": `{"disableAllHooks": true}`},
		"disableAllHooks, local file": {".claude/settings.local.json": `{"disableAllHooks": true}`},
		"a project's env":             {".claude/settings.json": `{"env": {"LD_PRELOAD": "x.so"}}`},
		"an invalid value":            {"{HOME}/.claude/settings.json+model": `5`},
		"another one":                 {"{HOME}/.claude/settings.json+model": `["x"]`},
		"no hook":                     {"{HOME}/.claude/settings.json": `{}`},
		"no JSON":                     {"{HOME}/.claude/settings.json": `{,}`},
		"nothing wrong":               {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fenced(t, client, "")
			for file, text := range files {
				if file, key, ok := strings.Cut(file, "+"); ok {
					old := strings.TrimSpace(w.Text(file))
					w.Put(file, strings.TrimSuffix(old, "}")+`, "`+key+`": `+text+"}")
					continue
				}
				w.Put(file, text)
			}
			out, err := w.Run(w.Fencepost(), "doctor")
			if len(files) == 0 { // the control: a sane installation
				if err != nil {
					t.Errorf("red: %v\n%s", err, out)
				}
				return
			}
			if err == nil {
				t.Errorf("green\n%s", out)
			}
		})
	}
}

// TestDoctorNamesEnv: a home that a project sets has no effect, because the entry names the
// person's; doctor says that the project tries, and is red.
func TestDoctorNamesEnv(t *testing.T) {
	client := Client(t, Versions(t)[0])
	w := fenced(t, client, "")
	w.Put(".claude/settings.json", `{"env": {"FENCEPOST_HOME": "h"}}`)
	out, err := w.Run(w.Fencepost(), "doctor")
	if err == nil || !strings.Contains(out, "FENCEPOST_HOME=h") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestTrust: what loosens in a project's config counts once the person has trusted exactly this
// content.
func TestTrust(t *testing.T) {
	client := Client(t, Versions(t)[0])
	w := fenced(t, client, "")
	const loose = "effects: [{on: [write], glob: '**', decision: allow, description: x}]\n" +
		"tools: {bash: {allow: [touch, mkdir], deny: [wc]}}\n"
	w.Put(".claude/fencepost.yaml", loose)
	play := func(calls ...Call) *Result {
		return w.Play(client, Each(calls...))
	}
	r := play(Bash("touch {OUT}/before"), Bash("wc README.md"))
	if w.Exists("{OUT}/before") || len(r.Replies) != 2 || r.Replies[1].Ran() {
		t.Errorf("before: the config loosens, or does not tighten\n%s", transcript(r))
	}
	if out, err := w.Run(w.Fencepost(), "trust"); err != nil {
		t.Errorf("fencepost trust: %v\n%s", err, out)
	}
	r = play(Bash("touch {OUT}/trusted"), Bash("wc README.md"))
	if !w.Exists("{OUT}/trusted") || r.Replies[1].Ran() {
		t.Errorf("trusted: does not count\n%s", transcript(r))
	}
	w.Put(".claude/fencepost.yaml", loose+"default: allow\n")
	r = play(Bash("touch {OUT}/after"), Bash("wc README.md"))
	if w.Exists("{OUT}/after") || r.Replies[1].Ran() {
		t.Errorf("changed: still counts, or no longer tightens\n%s", transcript(r))
	}
}
