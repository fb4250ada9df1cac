package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/script"
)

// Code that is not understood as a whole is searched for calls with literal arguments, and these
// are judged: system("rm -rf /x") runs rm, unlink "/x" deletes. This only ever adds effects; the
// code itself is asked about.

// scriptCall is a call with at least one literal argument, or a quoted command.
type scriptCall struct {
	name string   // the callee's last name, in lower case; "`" for a quoted command
	args []string // literal arguments
}

// scriptCalls adds what calls with literal arguments do.
func (r *resolver) scriptCalls(text string) {
	s := scriptScan{src: text, lang: r.spec.Lang}
	for _, c := range s.calls() {
		r.scriptCall(&c)
	}
}

// scriptCall adds what a call does.
func (r *resolver) scriptCall(c *scriptCall) {
	switch c.name {
	case "`", "system", "exec", "popen", "popen2", "popen2e", "popen3", "spawn", "shell_exec", "passthru", "proc_open", "qx",
		"execute", "cmd", "callcommand", "readprocess", "readcreateprocess", "rawsystem", "run", "shell", "capture2", "capture3",
		"shell-command", "call-process", "pcntl_exec", "system2", "sh", "doshellscript":
		r.scriptRuns(c)
	case "unlink", "remove", "rmtree", "rmdir", "delete", "rm", "rm_r", "rm_rf", "rm_f", "remove_tree", "remove_dir",
		"removefile", "removedirectory", "removedirectoryrecursive", "delete_file", "del_dir", "del_dir_r", "remove_entry",
		"remove_entry_secure", "safe_unlink", "delete-file", "delete-directory", "file.remove":
		for _, a := range c.args {
			if a != "/" || strings.HasPrefix(c.name, "rm") {
				r.scriptPath(a, fact.Delete) // "a/b".delete("/") is about a string
			}
		}
	case "copy", "cp", "cp_r", "copyfile", "link", "symlink", "ln", "ln_s", "ln_sf", "install", "copy_file", "file_copy", "copy-file":
		r.scriptPath(last(c.args), fact.Write)
	case "move", "mv", "rename", "renamefile", "file_move", "rename-file":
		r.scriptPath(last(c.args), fact.Write)
		if len(c.args) > 1 {
			r.scriptPath(c.args[0], fact.Delete)
		}
	case "file_put_contents", "write_file", "writefile", "write", "truncate", "touch", "binwrite", "write_text", "spew", "mkdir",
		"mkpath", "make_path", "mkdir_p", "appendfile", "write-region", "file_write", "writelines", "write!", "rm!", "rm_rf!":
		r.scriptWrites(c)
	case "output", "sink":
		if lang := r.spec.Lang; lang == "lua" || lang == "r" {
			r.scriptPath(c.args[0], fact.Write)
		}
	case "open", "fopen", "new", "sysopen", "file", "openfile":
		r.scriptOpens(c)
	case "chmod", "chown", "chmod_r", "chown_r", "lchown", "chgrp":
		for _, a := range c.args {
			r.scriptPath(a, fact.Meta)
		}
	}
}

func (r *resolver) scriptWrites(c *scriptCall) {
	if strings.HasPrefix(c.name, "rm") {
		r.scriptPath(c.args[0], fact.Delete)
		return
	}
	if c.name == "writelines" && r.spec.Lang == "r" {
		r.scriptPath(last(c.args[1:]), fact.Write)
		return
	}
	r.scriptPath(c.args[0], fact.Write)
}

// scriptOpens takes the forms of open: Perl's (F, ">file"), (F, ">", "file") and pipes, and C's
// ("file", "w").
func (r *resolver) scriptOpens(c *scriptCall) {
	first := strings.TrimLeft(c.args[0], " ")
	switch {
	case strings.HasPrefix(first, "|") || strings.HasSuffix(first, "|") && first != "-|":
		r.scriptText(strings.Trim(first, "| "))
	case first == "-|" || first == "|-":
		r.scriptRuns(&scriptCall{args: c.args[1:]})
	case first != "" && (first[0] == '>' || strings.HasPrefix(first, "+<")):
		if name := strings.TrimLeft(first, "+<> "); name != "" && name[0] != ':' {
			r.scriptPath(name, fact.Write)
		} else if len(c.args) > 1 {
			r.scriptPath(c.args[1], fact.Write)
		}
	case len(c.args) > 1 && strings.ContainsAny(c.args[1], "wa+x") && len(c.args[1]) <= 3:
		r.scriptPath(first, fact.Write)
	}
}

// scriptRuns takes a program: one literal is shell text, several are its words.
func (r *resolver) scriptRuns(c *scriptCall) {
	switch len(c.args) {
	case 0:
	case 1:
		r.scriptText(c.args[0])
	default:
		words := make([]fact.Word, len(c.args))
		for i, a := range c.args {
			words[i] = fact.Lit(a)
		}
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, Clear: true})
	}
}

func (r *resolver) scriptText(text string) {
	if strings.TrimSpace(text) != "" {
		r.nest(fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{fact.Lit(text)}, Lang: "sh", Clear: true})
	}
}

func (r *resolver) scriptPath(name string, kind fact.EffectKind) {
	if name == "" || strings.ContainsAny(name, "$#\n") {
		return // interpolation, or no file name
	}
	w := fact.Lit(name)
	r.effect(fact.Effect{Kind: kind, Path: r.path(r.c.Dirs, &w), Recursive: kind == fact.Delete})
}

// last returns the last argument; "" without one.
func last(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[len(args)-1]
}

// scriptScan finds calls in code that it does not parse: a name, then literals up to the end of the
// statement.
type scriptScan struct {
	src  string
	lang string
	i    int

	name  string // the last name seen
	call  scriptCall
	found []scriptCall
}

func (s *scriptScan) calls() []scriptCall {
	for s.i < len(s.src) {
		s.token()
	}
	s.end()
	return s.found
}

func (s *scriptScan) token() {
	ch := s.src[s.i]
	switch {
	case ch == '\'' || ch == '"':
		s.literal(s.quoted(ch))
	case ch == '`':
		text := s.quoted(ch)
		s.end()
		s.found = append(s.found, scriptCall{"`", []string{text}})
	case ch == '#' && s.lang != "php" && (s.i == 0 || strings.IndexByte(" \t\n;", s.src[s.i-1]) >= 0):
		s.i = lineEnd(s.src, s.i)
	case ch == ';' || ch == '\n' || ch == '{' || ch == '}':
		s.end()
		s.i++
	case ch == '%' && s.quotedWords():
	case isWordByte(ch) || ch == '$' || ch == '@':
		s.word()
	default:
		s.i++
	}
}

// word takes a name. One that can be called begins another call.
func (s *scriptScan) word() {
	start := s.i
	for s.i++; s.i < len(s.src) && (isWordByte(s.src[s.i]) || s.lang == "elisp" && s.src[s.i] == '-' || s.src[s.i] == '!'); s.i++ {
	}
	w := strings.ToLower(s.src[start:s.i])
	if w[0] == '$' || w[0] == '@' || w[0] >= '0' && w[0] <= '9' {
		return
	}
	if (w == "q" || w == "qq" || w == "qx" || w == "qw") && s.lang == "perl" && s.i < len(s.src) && !isWordByte(s.src[s.i]) {
		s.perlQuote(w)
		return
	}
	if callable(w) {
		s.end()
		s.name = w
	}
}

// literal takes a string that is an argument of the call before it.
func (s *scriptScan) literal(text string) {
	if s.name != "" {
		s.call.name, s.call.args = s.name, append(s.call.args, text)
	}
}

func (s *scriptScan) end() {
	if len(s.call.args) > 0 {
		s.found = append(s.found, s.call)
	}
	s.call, s.name = scriptCall{}, ""
}

// quoted takes a string in quotes.
func (s *scriptScan) quoted(quote byte) string {
	start := s.i + 1
	s.i = quotedEnd(s.src, s.i, quote)
	end := s.i
	if end > start && s.src[end-1] == quote {
		end--
	}
	text := s.src[min(start, end):end]
	if !strings.Contains(text, `\`) {
		return text
	}
	return strings.NewReplacer(`\`+string(quote), string(quote), `\\`, `\`).Replace(text)
}

// quotedWords takes Ruby's %w[a b], %q(text) and %x(command).
func (s *scriptScan) quotedWords() bool {
	if s.lang != "ruby" && s.lang != "elixir" || s.i+2 >= len(s.src) {
		return false
	}
	kind := s.src[s.i+1]
	body := s.src[s.i+2:]
	if strings.IndexByte("wWqQxiI", kind) < 0 || strings.IndexByte("([{<|/!", body[0]) < 0 {
		return false
	}
	end := strings.IndexByte(body[1:], script.Closing(body[0]))
	if end < 0 {
		return false
	}
	text := body[1 : end+1]
	s.i += end + 4
	s.words(string(kind|0x20), text)
	return true
}

// perlQuote takes Perl's q(text), qw(a b) and qx(command).
func (s *scriptScan) perlQuote(kind string) {
	for s.i < len(s.src) && s.src[s.i] == ' ' {
		s.i++
	}
	if s.i == len(s.src) {
		return
	}
	body := s.src[s.i:]
	end := strings.IndexByte(body[1:], script.Closing(body[0]))
	if end < 0 {
		s.i = len(s.src)
		return
	}
	s.i += end + 2
	s.words(kind, body[1:end+1])
}

func (s *scriptScan) words(kind, text string) {
	switch kind {
	case "w", "i", "qw":
		for f := range strings.FieldsSeq(text) {
			s.literal(f)
		}
	case "x", "qx":
		s.end()
		s.found = append(s.found, scriptCall{"`", []string{text}})
	default:
		s.literal(text)
	}
}

// callable reports whether a name is one of which the calls matter, so that other names do not end
// an argument list.
func callable(w string) bool {
	switch w {
	case "system", "exec", "popen", "popen2", "popen2e", "popen3", "spawn", "shell_exec", "passthru", "proc_open", "execute", "cmd",
		"callcommand", "readprocess", "readcreateprocess", "rawsystem", "run", "shell", "capture2", "capture3", "pcntl_exec",
		"system2", "unlink", "remove", "rmtree", "rmdir", "delete", "rm", "rm_r", "rm_rf", "rm_f", "remove_tree", "remove_dir",
		"removefile", "removedirectory", "removedirectoryrecursive", "delete_file", "del_dir", "del_dir_r", "remove_entry",
		"remove_entry_secure", "copy", "cp", "cp_r", "copyfile", "link", "symlink", "ln", "ln_s", "ln_sf", "install", "copy_file",
		"move", "mv", "rename", "renamefile", "file_put_contents", "write_file", "writefile", "write", "truncate", "touch",
		"binwrite", "write_text", "spew", "mkdir", "mkpath", "make_path", "mkdir_p", "appendfile", "open", "fopen", "new", "sysopen",
		"openfile", "chmod", "chown", "chmod_r", "chown_r", "lchown", "chgrp", "write!", "rm!", "rm_rf!", "shell-command",
		"call-process", "delete-file", "delete-directory", "write-region", "copy-file", "rename-file", "sh", "doshellscript", "output", "sink",
		"writelines":
		return true
	}
	return false
}
