package policy

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
)

// RiskyAllows returns a warning for every allow rule that lets arbitrary code run, each with a
// narrower proposal, and for entries of tools.allow that have no effect.
func RiskyAllows(doc *Document) []Problem {
	l := linter{doc: doc}
	b := &doc.Tools.Bash
	for _, p := range b.Allow {
		l.prefix(p)
	}
	for _, p := range b.AllowChecks {
		l.pattern(p)
	}
	for i := range b.Arguments {
		if r := &b.Arguments[i]; r.Allows() {
			l.arguments(r)
		}
	}
	for i := range doc.Effects {
		if r := &doc.Effects[i]; r.Allows() {
			l.effects(r)
		}
	}
	l.calls(b.Interpreters.Python.Calls, []string{"os.system", "subprocess.run", "exec", "eval"})
	l.calls(b.Interpreters.JavaScript.Calls, []string{"child_process.exec", "child_process.spawn",
		"eval", "Function"})
	for _, e := range doc.Tools.Allow {
		l.tool(e)
	}
	return l.found
}

type linter struct {
	doc   *Document
	found []Problem
}

func (l *linter) add(p Pos, text, mend string) {
	l.found = append(l.found, Problem{File: l.doc.File, Line: p.Line, Col: p.Col, Text: text,
		Mend: mend})
}

func (l *linter) prefix(p Prefix) {
	if last := p.Words[len(p.Words)-1]; last == "*" || strings.HasSuffix(last, ":*") {
		bare := strings.TrimSpace(strings.TrimRight(p.Text, ":* "))
		mend := "write " + Quote(bare) + ": it covers every command that begins so"
		if bare == "" {
			mend = "name the commands that are meant"
		}
		l.add(p.Pos, "bash.allow "+Quote(p.Text)+" is compared literally, * included", mend)
		return
	}
	if why, mend := risky(p.Words); why != "" {
		l.add(p.Pos, "bash.allow "+Quote(p.Text)+" lets arbitrary code run: "+why, mend)
	}
}

// samples are commands that run code of the agent's choice, in canonical text with U+001F for a
// blank in a word.
func samples() []string {
	return []string{
		"bash -c a\x1fb", "sh -c a\x1fb", "zsh -c a\x1fb", "python3 -c a\x1fb", "python -c a\x1fb",
		"node -e a\x1fb",
		"perl -e a\x1fb", "ruby -e a\x1fb", "eval a\x1fb", "source a", "sudo a", "ssh host a", "env a",
		"xargs a",
		"npx a", "bunx a", "uvx a", "npm exec a", "npm run a", "./a", "frobnicate a",
	}
}

func (l *linter) pattern(p Pattern) {
	for _, s := range samples() {
		if p.Match(s, true) {
			l.add(p.Pos, "bash.allowChecks "+Quote(p.Written)+" lets arbitrary code run: it matches "+
				Quote(strings.ReplaceAll(s, "\x1f", " ")),
				"begin it with ^ and the command's name, and end it with $")
			return
		}
	}
}

func (l *linter) arguments(r *ArgumentRule) {
	for name := range strings.SplitSeq(r.Command, "|") {
		name = strings.TrimSpace(name)
		if strings.ContainsAny(name, "*?") {
			if hit := anyOf(name, "bash", "sh", "python3", "node", "eval", "sudo", "ssh", "npx"); hit != "" {
				l.add(r.Pos, "bash.arguments allows "+Quote(name)+", which lets arbitrary code run: "+
					hit+" is among them", "name the commands that are meant, separated by |")
			}
			continue
		}
		subs := r.Subcommands
		if subs == nil {
			subs = [][]string{nil}
		}
		for _, sub := range subs {
			if why, mend := risky(append([]string{name}, sub...)); why != "" {
				l.add(r.Pos, "bash.arguments allows "+Quote(name)+", which lets arbitrary code run: "+why, mend)
				break
			}
		}
	}
}

func (l *linter) effects(r *EffectRule) {
	for _, k := range r.On {
		switch k.String() {
		case "exec", "privilege", "system":
			l.add(r.Pos, r.ID()+" is allowed, which lets arbitrary code run",
				"allow the commands that are meant instead, by prefix or by arguments")
			return
		}
	}
}

func (l *linter) calls(rules []CallRule, names []string) {
	for i := range rules {
		r := &rules[i]
		if !r.Allows() {
			continue
		}
		for _, name := range names {
			if rule.GlobAny(r.Match, name) {
				l.add(r.Pos, "the call rule "+Quote(r.Match)+" lets arbitrary code run: it allows "+name,
					"name the calls that are meant, separated by |")
				break
			}
		}
	}
}

func (l *linter) tool(e Entry) {
	switch {
	case strings.Trim(e.Text, "*") == "":
		l.add(e.Pos, "tools.allow "+Quote(e.Text)+
			" allows every tool, PowerShell and those of every MCP server included",
			`name the tools that are meant, such as Read or "mcp__SERVER__*"`)
	case rule.GlobAny(e.Text, "Bash") || rule.GlobAny(e.Text, "Monitor"):
		l.add(e.Pos, "tools.allow "+Quote(e.Text)+
			" has no effect: shell commands are judged by tools.bash",
			"remove it, and allow commands in tools.bash.allow")
	case rule.GlobAny(e.Text, "PowerShell"):
		l.add(e.Pos, "tools.allow "+Quote(e.Text)+
			" lets arbitrary code run: every program and cmdlet of which no rule speaks",
			"move it to tools.ask")
	}
}

func anyOf(glob string, names ...string) string {
	for _, n := range names {
		if rule.Glob(glob, n) {
			return n
		}
	}
	return ""
}

// Risky reports why commands that begin with these words run code of the agent's choice; "" where
// they do not.
func Risky(words []string) string {
	why, _ := risky(words)
	return why
}

// risky reports why commands that begin with these words run code of the agent's choice, and what
// to allow instead; "" where they do not.
func risky(words []string) (why, mend string) {
	for len(words) > 0 {
		name := path.Base(words[0])
		rest := words[1:]
		switch kindOf(name) {
		case shell, interpreter:
			if runsCode(name, rest) {
				return name + " runs any code that it is given", "name the script or module, such as " +
					Quote(example(name))
			}
			return "", ""
		case evaluator:
			return name + " runs any text or file that it is given", "allow the commands themselves"
		case container:
			if len(rest) > 0 && rest[0] != "exec" && rest[0] != "run" && rest[0] != "debug" {
				return "", ""
			}
			return name + " runs any command in a container", "name the subcommand that is meant, such as " +
				Quote(name+" logs")
		case remote:
			return name + " runs any command elsewhere", "ask instead, or name the whole command"
		case runner:
			return runs(name, rest)
		case wrapper:
			if rest = payload(rest); len(rest) == 0 {
				return name + " runs any command", "allow the command with its wrapper, such as " +
					Quote(name+" make")
			}
			words = rest
			continue
		}
		return "", ""
	}
	return "", ""
}

// payload returns what a wrapper runs: the words behind its options, assignments and numbers.
func payload(words []string) []string {
	for i, w := range words {
		if w[0] != '-' && !strings.Contains(w, "=") && strings.Trim(w, "0123456789.smhd") != "" {
			return words[i:]
		}
	}
	return nil
}

// runsCode reports whether the words behind an interpreter leave open what it runs.
func runsCode(name string, rest []string) bool {
	if len(rest) == 0 {
		return true
	}
	switch rest[0] {
	case "--version", "--help":
		return false
	case "-V":
		return !strings.HasPrefix(name, "python")
	case "-v":
		return name != "node"
	case "-m":
		return len(rest) == 1
	}
	return rest[0][0] == '-'
}

// runs judges package managers and build tools that run packages or scripts by name.
func runs(name string, rest []string) (why, mend string) {
	if name == "npx" || name == "bunx" || name == "pnpx" || name == "uvx" || name == "pipx" {
		if len(payload(rest)) == 0 || rest[0] == "run" && len(rest) == 1 {
			return name + " downloads and runs any package", "name the package, such as " +
				Quote(name+" prettier")
		}
		return "", ""
	}
	if len(rest) == 0 {
		return name + " can run any package or script", "name the subcommand, such as " +
			Quote(name+" test")
	}
	switch rest[0] {
	case "run", "run-script", "exec", "x", "dlx", "eval", "task", "generate", "tool":
		if len(rest) == 1 {
			return Quote(name+" "+rest[0]) + " runs any package or script", "name what it runs, such as " +
				Quote(name+" "+rest[0]+" lint")
		}
	}
	return "", ""
}

type commandKind uint8

const (
	harmless commandKind = iota
	shell
	interpreter
	evaluator
	remote
	container
	runner
	wrapper
)

// kindOf says how a command runs other code. Versions are cut off: python3.12, bash5, and so run0
// and the command whose name is a dot.
func kindOf(name string) commandKind {
	switch strings.TrimRight(name, "0123456789.") {
	case "sh", "bash", "zsh", "dash", "ksh", "mksh", "ash", "fish", "csh", "tcsh", "busybox", "pwsh",
		"powershell", "cmd":
		return shell
	case "python", "pypy", "ipython", "node", "nodejs", "tsx", "ts-node", "perl", "ruby", "php", "lua",
		"luajit", "awk", "gawk", "mawk", "nawk", "Rscript", "R", "julia", "osascript", "tclsh", "expect",
		"groovy", "jshell", "ghci", "irb", "gdb", "lldb", "vim", "vi", "nvim", "ex", "emacs":
		return interpreter
	case "eval", "source", "", "exec", "trap", "at", "batch", "crontab", "tmux", "screen":
		return evaluator
	case "ssh", "mosh", "rsh":
		return remote
	case "docker", "podman", "nerdctl", "kubectl", "oc":
		return container
	case "npx", "bunx", "pnpx", "uvx", "pipx", "npm", "pnpm", "yarn", "bun", "deno", "uv", "go",
		"cargo", "poetry", "pdm", "hatch", "rye", "bundle", "dotnet":
		return runner
	case "sudo", "doas", "su", "pkexec", "run", "env", "xargs", "parallel", "timeout", "gtimeout",
		"nice", "ionice", "nohup", "setsid", "stdbuf", "time", "command", "builtin", "watch", "entr",
		"script", "strace", "ltrace", "chroot", "nsenter", "unshare", "flock", "taskset", "chrt",
		"firejail", "bwrap", "fakeroot", "caffeinate":
		return wrapper
	}
	return harmless
}

func example(name string) string {
	switch {
	case strings.HasPrefix(name, "python"), strings.HasPrefix(name, "pypy"):
		return name + " -m pytest"
	case kindOf(name) == shell:
		return name + " scripts/build.sh"
	}
	return name + " scripts/build"
}
