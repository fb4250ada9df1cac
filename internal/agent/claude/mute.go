package claude

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Mute says why Claude Code would put an ask about the call to nobody.
//
// In bypassPermissions its own check of the files that it protects takes the place of a hook's ask,
// and that mode passes the check: `echo x > .mcp.json`, `mkdir -p .claude/skills/q` and Write of
// .envrc ran after an ask, while asks about anything else held. A mode that is not known is taken
// for one that does the same.
func (Agent) Mute(call *fact.Call, f *fact.Facts, at fact.Places) string {
	if f == nil || keepsAsks(call.Mode) {
		return ""
	}
	name := guarded(f, at)
	if name == "" {
		return ""
	}
	return "in the mode " + call.Mode + " Claude Code asks nobody about changes of " + name
}

// Approve says what can be done about an ask that is lost.
func (Agent) Approve(*fact.Call, *rule.Verdict) string {
	return "leave this change to the person, or ask them to switch to another permission mode"
}

// Rewrites reports that Claude Code takes a rewritten input with every answer that lets a call run.
func (Agent) Rewrites(*fact.Call, rule.Decision) bool { return true }

// keepsAsks reports whether every ask of a hook reaches a person in a permission mode, or ends the
// call where there is none. "" is a call that does not come from Claude Code.
func keepsAsks(mode string) bool {
	switch mode {
	case "", "default", "plan", "acceptEdits", "auto", "dontAsk":
		return true
	}
	return false
}

// guarded returns the name of a file that Claude Code itself protects and the call would change; ""
// for none.
func guarded(f *fact.Facts, at fact.Places) string {
	for i := range f.Effects {
		if name := guardedBy(&f.Effects[i], at); name != "" {
			return name
		}
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		for k := range c.Effects {
			if name := guardedBy(&c.Effects[k], at); name != "" {
				return name
			}
		}
		for k := range c.Redirects {
			r := &c.Redirects[k]
			if r.Exempt || r.Mode != fact.RedirWrite && r.Mode != fact.RedirAppend {
				continue
			}
			if name := guardedBy(&fact.Effect{Kind: fact.Write, Path: r.Path}, at); name != "" {
				return name
			}
		}
	}
	return ""
}

func guardedBy(e *fact.Effect, at fact.Places) string {
	switch e.Kind {
	case fact.Write, fact.Append, fact.Delete, fact.Meta:
	default:
		return ""
	}
	if !e.Path.Known || at == nil {
		return ""
	}
	for i := range guardedNames {
		glob := guardedNames[i]
		if written, target := at.Glob(&e.Path, glob, true); written.Or(target) != fact.No {
			return glob[len("**/"):]
		}
	}
	return ""
}

// guardedNames are the files that Claude Code protects, in every directory (its documentation,
// "Protected paths"). What a glob with /** names is the directory, too.
var guardedNames = [...]string{
	"**/.git/**", "**/.config/git/**", "**/.vscode/**", "**/.idea/**", "**/.husky/**",
	"**/.cargo/**", "**/.devcontainer/**", "**/.yarn/**", "**/.mvn/**", "**/.claude/**",
	"**/.gitconfig", "**/.gitmodules", "**/.envrc", "**/.npmrc", "**/.yarnrc*", "**/.pnp*",
	"**/bunfig.toml", "**/.bunfig.toml", "**/.bazelrc*", "**/.bazelversion", "**/.bazeliskrc",
	"**/.pre-commit-config.yaml", "**/lefthook*", "**/.lefthook*",
	"**/gradle-wrapper.properties", "**/maven-wrapper.properties", "**/.devcontainer.json",
	"**/.ripgreprc", "**/pyrightconfig.json", "**/.mcp.json", "**/.claude.json",
	"**/.bashrc", "**/.bash_profile", "**/.bash_login", "**/.bash_logout", "**/.bash_aliases",
	"**/.profile", "**/.zshrc", "**/.zshenv", "**/.zprofile", "**/.zlogin", "**/.zlogout",
}
