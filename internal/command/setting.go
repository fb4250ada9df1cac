package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// settings nests the programs that stand inside the argument of an option, behind a key: tar
// --checkpoint-action=exec=TEXT, ssh -o ProxyCommand=TEXT.
func (r *resolver) settings() {
	switch r.c.Name {
	case "make", "gmake":
		r.makeShell()
	}
	for i := range r.c.Flags {
		f, g := &r.c.Flags[i], &r.given[i]
		if f.Value >= 0 && f.Name == "-p" && r.c.Name == "systemd-run" {
			r.unitSetting(&r.c.Operands[f.Value].Word)
		}
		if f.Value < 0 || g.opt == nil || g.opt.Is&Code == 0 || g.seen {
			continue
		}
		w := &r.c.Operands[f.Value].Word
		switch {
		case !w.Known():
		case r.spec.Parse == Tar && f.Name == "--checkpoint-action":
			g.seen = r.checkpoint(w)
		case f.Name == "-o" && (r.c.Name == "ssh" || r.c.Name == "scp" || r.c.Name == "sftp"):
			g.seen = r.sshOption(w.Text)
		}
	}
}

// checkpoint takes an action of tar (GNU tar manual, checkpoints). It reports whether nothing else
// can run because of it.
func (r *resolver) checkpoint(w *fact.Word) bool {
	action, _, _ := strings.Cut(w.Text, "=")
	switch action {
	case "exec":
		if cut := len("exec="); len(w.Text) > cut {
			r.piped(subWord(w, cut))
		}
		return true
	case ".", "dot", "bell", "echo", "sleep", "ttyout", "totals", "wait":
		return true
	}
	return false
}

// sshOption takes an option as ssh_config(5) has it: a key without regard to case, then blanks or
// an equals sign, then the value. It reports whether nothing else can run because of it.
func (r *resolver) sshOption(text string) bool {
	text = strings.TrimLeft(text, " \t")
	end := strings.IndexAny(text, " \t=")
	if end < 0 {
		return false
	}
	key := strings.ToLower(text[:end])
	value := strings.TrimLeft(text[end:], " \t")
	value = strings.TrimLeft(strings.TrimPrefix(value, "="), " \t")
	switch key {
	case "proxycommand", "localcommand":
		if strings.EqualFold(value, "none") || value == "" {
			return true
		}
		text, ok := unknownTokens(value)
		r.piped(fact.Lit(text))
		return ok
	case "knownhostscommand":
		if !strings.Contains(value, "%") {
			return r.programWords(value)
		}
		text, _ := unknownTokens(value)
		r.scriptText(text)
	}
	return false
}

// unitSetting takes ExecStartPre=COMMAND and its like of systemd-run -p: signs before the command
// say how it is run (systemd.service(5)).
func (r *resolver) unitSetting(w *fact.Word) {
	key, command, _ := strings.Cut(w.Text, "=")
	if w.Known() && strings.HasPrefix(key, "Exec") {
		r.scriptText(strings.TrimLeft(command, "@-:+!|"))
	}
}

// makeShell takes the shell that make is told to run recipes with.
func (r *resolver) makeShell() {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if name, shell, ok := strings.Cut(o.Word.Text, "="); ok && strings.Trim(name, ":") == "SHELL" && o.Flag == "" && o.Word.Known() {
			r.programWords(shell)
		}
	}
}
