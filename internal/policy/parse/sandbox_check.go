package parse

import (
	"errors"
	"net/netip"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/policy"
)

// This file refuses entries of the block sandbox that mean nothing, or not what they seem to mean.

// checkSandbox checks the entries of the block's lists.
func (d *decoder) checkSandbox() {
	s := d.doc.Sandbox
	if s == nil {
		return
	}
	each(s.Write.Allow, d.sandboxPath, "sandbox.write.allow")
	each(s.Write.ReadOnly, d.sandboxPath, "sandbox.write.readOnly")
	each(s.Read.Allow, d.sandboxPath, "sandbox.read.allow")
	each(s.Read.Hide, d.sandboxPath, "sandbox.read.hide")
	for _, e := range s.Write.Allow {
		if path.Clean(e.Text) == "/" {
			d.mistake(e.Pos, "sandbox.write.allow \"/\" lets a run write everywhere",
				"name the directories, or write mode: off")
		}
	}
	for _, e := range s.Network.Allow {
		d.sandboxHost(e, "sandbox.network.allow", hostmatch.Allow)
	}
	for _, e := range s.Network.Deny {
		d.sandboxHost(e, "sandbox.network.deny", hostmatch.Deny)
	}
	for _, r := range s.Network.Reasons {
		d.sandboxHost(policy.Entry{Text: r.Host, Pos: r.Pos}, "sandbox.network.reasons", hostmatch.Deny)
	}
	each(s.Network.DenyResolved, d.sandboxRange, "")
	each(s.Network.Sockets, d.sandboxSocket, "")
	each(s.Except, d.sandboxExcept, "")
	each(s.Env.Keep, d.sandboxVariable, "")
}

func each(list []policy.Entry, check func(e policy.Entry, key string), key string) {
	for _, e := range list {
		check(e, key)
	}
}

// sandboxPath checks a path, or glob of paths: absolute, below ~ or $SCRATCH, or from the project.
func (d *decoder) sandboxPath(e policy.Entry, key string) {
	text, mend := pathMistake(e.Text)
	if text != "" {
		d.mistake(e.Pos, key+" "+policy.Quote(e.Text)+" "+text, mend)
	}
}

func pathMistake(p string) (text, mend string) {
	first, rest, _ := strings.Cut(p, "/")
	switch {
	case p != strings.TrimSpace(p):
		return "begins or ends with a blank", "remove it"
	case strings.Contains(p, "://"):
		return "is an address, not a path", "write the path alone, and hosts under sandbox.network"
	case strings.Contains(p, `\`):
		return "has a backslash", "write / between directories; what is there by exactly this name " +
			"needs no escapes"
	case strings.HasPrefix(first, "$") && first != "$SCRATCH":
		return "begins with a variable, but only $SCRATCH has a value here", unexpanded(first, rest)
	case strings.Contains(strings.TrimPrefix(p, "$SCRATCH"), "$"):
		return "has a variable, but variables have no value here", "write the path as it is"
	case strings.HasPrefix(first, "~") && first != "~":
		return "is below the home of another user", "write the absolute path"
	}
	for c := range strings.SplitSeq(p, "/") {
		if c == ".." {
			return "leads up with ..", "write the path without it, absolute if it is not in the project"
		}
		if _, err := path.Match(c, ""); err != nil {
			return "is a glob that matches nothing: a bracket is not closed", "close the bracket, or write ? in its place"
		}
	}
	return "", ""
}

// unexpanded says how to write what a variable stands for.
func unexpanded(name, rest string) string {
	switch name {
	case "$HOME", "${HOME}":
		return "write " + policy.Quote(path.Join("~", rest))
	case "$PWD", "$" + confighome.ProjectVariable, "${" + confighome.ProjectVariable + "}":
		return "write " + policy.Quote(path.Join(".", rest)) + ", which is from the project"
	case "$TMPDIR", "${SCRATCH}":
		return "write " + policy.Quote(path.Join("$SCRATCH", rest))
	}
	return "write the path as it is"
}

func (d *decoder) sandboxHost(e policy.Entry, key string, use hostmatch.Use) {
	_, err := hostmatch.Parse(e.Text, use)
	if err == nil {
		return
	}
	var mistake *hostmatch.Error
	if errors.As(err, &mistake) {
		d.mistake(e.Pos, key+": "+mistake.What, mistake.Mend)
		return
	}
	d.mistake(e.Pos, key+" "+policy.Quote(e.Text)+": "+err.Error(), "write a name, such as registry.example")
}

// sandboxRange checks a range of addresses.
func (d *decoder) sandboxRange(e policy.Entry, _ string) {
	const key = "sandbox.network.denyResolved "
	prefix, err := netip.ParsePrefix(e.Text)
	switch addr, one := netip.ParseAddr(e.Text); {
	case err == nil && prefix.Masked() != prefix:
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" has an address where a range has zeros",
			"write "+prefix.Masked().String())
	case err != nil && one == nil && addr.Zone() == "":
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" is one address, not a range",
			"write "+netip.PrefixFrom(addr, addr.BitLen()).String())
	case err != nil:
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" is not a range of addresses",
			"write it as 10.0.0.0/8, and names under sandbox.network.deny")
	}
}

func (d *decoder) sandboxSocket(e policy.Entry, _ string) {
	const key = "sandbox.network.sockets "
	mend := "use ssh-agent, gpg-agent, or the absolute path of the socket"
	switch {
	case e.Text == "ssh-agent" || e.Text == "gpg-agent":
	case strings.Contains(e.Text, "SSH_AUTH_SOCK"):
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" is a variable", "write ssh-agent")
	case e.Text == "docker" || e.Text == "podman":
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" is not the path of a socket: whoever reaches the socket of "+e.Text+
			" can do all that it can", "put "+e.Text+" under sandbox.except, so that its commands ask")
	case !strings.HasPrefix(e.Text, "/") && !strings.HasPrefix(e.Text, "~/"):
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" is not the path of a socket", mend)
	default:
		d.sandboxPath(e, "sandbox.network.sockets")
	}
}

// sandboxExcept checks the name of a command, with subcommands behind it.
func (d *decoder) sandboxExcept(e policy.Entry, _ string) {
	const key = "sandbox.except "
	words := strings.Fields(e.Text)
	switch {
	case len(words) == 0: // reported as empty
	case strings.Contains(words[0], "/"):
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" has a directory, but commands are compared by their "+
			"base name", "write "+policy.Quote(path.Base(words[0])))
	case strings.ContainsAny(e.Text, "|;&<>$`*?'\"()[]{}\\"):
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" is more than the name of a command",
			"write the name, and subcommands behind it: gh auth login")
	case strings.HasPrefix(words[0], "-") || strings.Contains(e.Text, " -"):
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" has an option, and options do not count here",
			"write the name, and subcommands behind it: gh auth login")
	}
}

func (d *decoder) sandboxVariable(e policy.Entry, _ string) {
	const key = "sandbox.env.keep "
	name, value, assigned := strings.Cut(e.Text, "=")
	switch {
	case assigned && isVariable(name) && value != "":
		d.mistake(e.Pos, key+policy.Quote(name+"=…")+" sets a variable", "write "+name+" alone")
	case strings.Trim(e.Text, "*") == "" && e.Text != "":
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" keeps every variable, credentials included",
			"name the variables, or write scrub: [] if that is meant")
	case !isVariable(e.Text):
		d.mistake(e.Pos, key+policy.Quote(e.Text)+" is not the name of a variable",
			"use letters, digits and _, and a star for any text")
	}
}

func isVariable(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !(c == '_' || c == '*' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' ||
			i > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	return s != ""
}
