package claude

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Mute says why Claude Code would put an ask about the call to nobody.
//
// Where a call changes a file that Claude Code itself protects, its own check takes the place of a
// hook's ask, about whatever part of the call that was: `git push; echo x > .envrc` ran after an
// ask. In bypassPermissions that check passes, in auto a model decides, and in plan it passes where
// the session may bypass permissions, which no payload shows. In default, acceptEdits and dontAsk
// every ask holds (2.1.197 and 2.1.330). A mode that is not known is taken for one that loses asks.
func (Agent) Mute(call *fact.Call, f *fact.Facts, at fact.Places) string {
	if f == nil || keepsAsks(call.Mode) {
		return ""
	}
	name := guardedFile(f, at)
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
	case "", "default", "acceptEdits", "dontAsk":
		return true
	}
	return false
}

// guardedFile returns the name of a file that Claude Code itself protects and the call would
// change; "" for none.
func guardedFile(f *fact.Facts, at fact.Places) string {
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
	p := e.Path
	if !p.Known { // of $DIR/.envrc the end says enough
		p = fact.Path{Written: p.Written, Abs: p.Tail, Known: true}
	}
	if p.Abs == "" || at == nil {
		return ""
	}
	for i := range guardedNames {
		glob := guardedNames[i]
		if written, target := at.Glob(&p, glob, true); written.Or(target) == fact.No {
			continue
		}
		if glob == agentDir {
			if written, target := at.Glob(&p, workTrees, true); written.And(target) == fact.Yes {
				continue
			}
		}
		return glob[len("**/"):]
	}
	return ""
}

const (
	agentDir  = "**/.claude/**"
	workTrees = "**/.claude/worktrees/**" // the agent's own, which it does not protect
)

// guardedNames are the files that Claude Code protects, in every directory, whatever their case.
// What a glob with /** names is the directory, too.
var guardedNames = [...]string{
	agentDir, "**/.git/**", "**/.vscode/**", "**/.idea/**", "**/.husky/**", "**/.cargo/**",
	"**/.devcontainer/**", "**/.yarn/**", "**/.mvn/**", "**/.config/git/**",
	"**/.gitconfig", "**/.gitmodules", "**/.envrc", "**/.npmrc", "**/.yarnrc", "**/.yarnrc.yml",
	"**/.pnp.cjs", "**/.pnp.js", "**/.pnp.loader.mjs", "**/.pnp.data.json", "**/.pnpmfile.cjs",
	"**/bunfig.toml", "**/.bunfig.toml", "**/.bazelrc", "**/.bazelversion", "**/.bazeliskrc",
	"**/.pre-commit-config.yaml", "**/lefthook.yml", "**/lefthook.yaml", "**/.lefthook.yml",
	"**/.lefthook.yaml", "**/gradle-wrapper.properties", "**/maven-wrapper.properties",
	"**/.devcontainer.json", "**/.ripgreprc", "**/pyrightconfig.json", "**/.mcp.json",
	"**/.claude.json", "**/.bashrc", "**/.bash_profile", "**/.bash_login", "**/.bash_logout",
	"**/.bash_aliases", "**/.profile", "**/.zshrc", "**/.zshenv", "**/.zprofile", "**/.zlogin",
	"**/.zlogout",
}
