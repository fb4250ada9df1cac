package shparse

import (
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// newName is what mktemp prints, with a stand-in for what is random; "" where nothing is known of
// it. What is made in the directory for temporary files is one's own, and was not there before.
//
// Each call of mktemp makes another name. In a loop those of all rounds are one, and
// what the files hold is not followed.
func (in *Interp) newName(temp string, dirs bool) string {
	_, moved := in.st.Vars["PATH"] // it may not lead to mktemp any more
	if temp == "" || in.opt.Temps == nil || in.st.AllVars || in.st.Foreign || in.denied || moved ||
		in.st.Has(dialect.Limited) {
		return ""
	}
	if temp[0] != '/' {
		dir, ok := in.tempDir()
		if !ok {
			return ""
		}
		temp = dir + "/" + temp
	}
	before, after, _ := strings.Cut(temp, fact.RandomPart)
	dir := path.Dir(before + "x")
	if !in.opt.Temps.ForTemps(dir) && !fact.HasStandIn(dir) || strings.Contains(temp, "..") {
		return ""
	}
	id := in.opt.Temps.Nonce()
	if dirs {
		id = fact.StandInDir(id)
	}
	if in.names++; in.loops == 0 {
		id += strconv.Itoa(in.names)
	} else {
		id += eachRound
	}
	return before + fact.StandIn(id) + after
}

// eachRound ends the id of the names that mktemp makes in a loop.
const eachRound = "r"

// severalFiles reports whether a path stands for those of all rounds of a loop.
func (in *Interp) severalFiles(path string) bool {
	return fact.HasStandIn(path) && strings.Contains(path, in.opt.Temps.Nonce()+eachRound)
}

// tempDir is the directory that a program takes for temporary files: what TMPDIR names, or /tmp.
func (in *Interp) tempDir() (string, bool) {
	v, ok := in.st.Vars["TMPDIR"]
	if !ok {
		if dir := in.opt.Temps.TempDir(); dir != "" {
			return dir, true
		}
		return systemTemp, true
	}
	known := v.Exported && !v.Unset && !v.IsList && len(v.Alts) == 0 && v.Ref == "" && v.Word.Known()
	return strings.TrimSuffix(v.Word.Text, "/"), known && strings.HasPrefix(v.Word.Text, "/")
}

const systemTemp = "/tmp"

// temporaries reports whether a variable that the script has not assigned names a directory for
// temporary files.
func (in *Interp) temporaries(name string) bool {
	return name == "TMPDIR" && in.opt.Temps != nil && in.depth == 0 && in.own && !in.st.AllVars &&
		!in.st.Foreign && in.opt.Temps.TempDir() != ""
}

// eitherTemp recognises ${TMPDIR:-/tmp}, which is the person's own directory for temporary files
// or that of the system. A file below it is one of the scratch directory if it is one below the
// latter.
func (in *Interp) eitherTemp(e *syntax.Expansion, name string) bool {
	_, assigned := in.st.Vars[name]
	return e.Op == syntax.DefaultUnsetOrNull && name == "TMPDIR" && in.opt.Temps != nil && !assigned &&
		in.depth == 0 && in.own && !in.st.AllVars && !in.st.Foreign && e.Word != nil &&
		in.opt.Temps.ForTemps(shsyntax.LitOf(e.Word))
}

// denies notes commands after which a program may not be able to make new files.
func (in *Interp) denies(c *fact.Command) {
	switch c.Argv[0].Text {
	case "ulimit", "limit", "unlimit", "prlimit", "chmod", "chown", "chgrp", "chattr", "setfacl",
		"mount", "umount", "umask", "zf_chmod", "zf_chown", "chflags", "exec":
		in.denied = true
	}
}
