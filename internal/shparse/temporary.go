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

// newName is what mktemp prints, with a stand-in for what is random; "" if nothing is known of it.
// What is made in the directory for temporary files is one's own, and was not there before.
//
// Each call of mktemp makes another name. In a loop one name stands for those of all rounds, and
// what the files hold is not followed.
func (fs *files) newName(temp string, dirs bool) string {
	_, moved := fs.sh.st.Vars["PATH"] // it may not lead to mktemp any more
	if temp == "" || fs.sh.opt.Temps == nil || fs.sh.st.AllVars || fs.sh.st.Foreign || fs.denied ||
		moved || fs.sh.st.Has(dialect.Limited) {
		return ""
	}
	if temp[0] != '/' {
		dir, ok := fs.tempDir()
		if !ok {
			return ""
		}
		temp = dir + "/" + temp
	}
	before, after, _ := strings.Cut(temp, fact.RandomPart)
	dir := path.Dir(before + "x")
	if !fs.sh.opt.Temps.ForTemps(dir) && !fact.HasStandIn(dir) || strings.Contains(temp, "..") {
		return ""
	}
	id := fs.sh.opt.Temps.Nonce()
	if dirs {
		id = fact.StandInDir(id)
	}
	if fs.names++; fs.sh.flow.loops == 0 {
		id += strconv.Itoa(fs.names)
	} else {
		id += eachRound
	}
	return before + fact.StandIn(id) + after
}

// eachRound ends the id of the names that mktemp makes in a loop.
const eachRound = "r"

// severalFiles reports whether a path stands for those of all rounds of a loop.
func (fs *files) severalFiles(path string) bool {
	return fact.HasStandIn(path) && strings.Contains(path, fs.sh.opt.Temps.Nonce()+eachRound)
}

// tempDir is the directory that a program takes for temporary files: what TMPDIR names, or /tmp.
func (fs *files) tempDir() (string, bool) {
	v, ok := fs.sh.st.Vars["TMPDIR"]
	if !ok {
		if dir := fs.sh.opt.Temps.TempDir(); dir != "" {
			return dir, true
		}
		return systemTemp, true
	}
	known := v.Exported && !v.Unset && !v.IsList && len(v.Alts) == 0 && v.Ref == "" && v.Word.Known()
	return strings.TrimSuffix(v.Word.Text, "/"), known && strings.HasPrefix(v.Word.Text, "/")
}

const systemTemp = "/tmp"

// namesTempDir reports whether a variable that the script has not assigned names a directory for
// temporary files.
func (fs *files) namesTempDir(name string) bool {
	return name == "TMPDIR" && fs.sh.opt.Temps != nil && fs.sh.script.depth == 0 && fs.sh.script.own &&
		!fs.sh.st.AllVars && !fs.sh.st.Foreign && fs.sh.opt.Temps.TempDir() != ""
}

// eitherTemp recognises ${TMPDIR:-/tmp}, which is the person's own directory for temporary files
// or that of the system. A file below it is one of the scratch directory if it is one below the
// latter.
func (fs *files) eitherTemp(e *syntax.Expansion, name string) bool {
	_, assigned := fs.sh.st.Vars[name]
	return e.Op == syntax.DefaultUnsetOrNull && name == "TMPDIR" && fs.sh.opt.Temps != nil &&
		!assigned && fs.sh.script.depth == 0 && fs.sh.script.own && !fs.sh.st.AllVars &&
		!fs.sh.st.Foreign && e.Word != nil && fs.sh.opt.Temps.ForTemps(shsyntax.LitOf(e.Word))
}

// noteDenial notes commands after which a program may not be able to make new files.
func (fs *files) noteDenial(c *fact.Command) {
	switch c.Argv[0].Text {
	case "ulimit", "limit", "unlimit", "prlimit", "chmod", "chown", "chgrp", "chattr", "setfacl",
		"mount", "umount", "umask", "zf_chmod", "zf_chown", "chflags", "exec":
		fs.denied = true
	}
}
