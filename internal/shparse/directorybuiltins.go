package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// directoryBuiltins change the directory.
var directoryBuiltins = [...]builtin{
	{"cd", (*builtins).cd, nil}, {"chdir", (*builtins).cd, nil}, {"pushd", (*builtins).pushd, nil},
	{"popd", (*builtins).popd, nil},
}

func (bi *builtins) cd(args []fact.Word) {
	for i := range args {
		if bi.files.stackEntry(&args[i]) {
			bi.files.forgetPWD(true)
			bi.sh.st.Old, bi.sh.st.Dirs = bi.sh.st.Dirs, fact.Dirs{}
			return
		}
	}
	real := bi.sh.st.Has(dialect.Physical)
	for len(args) > 0 && args[0].IsLiteral() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		word := args[0].Text
		args = args[1:]
		if word == "--" {
			break
		}
		real = real || strings.Contains(word, "P")
	}
	if real && len(args) > 0 && strings.Contains(args[0].Text, "..") {
		bi.sh.st.Dirs = fact.Dirs{} // of the directory that the links lead to
	}
	defer bi.files.forgetPWD(real)
	switch {
	case len(args) == 0:
		home, ok := bi.files.home("")
		w := fact.Lit(home)
		if !ok {
			w = fact.Unknown("$HOME")
		}
		bi.files.chdir(&w, false)
	case args[0].IsLiteral() && args[0].Text == "-":
		if v, ok := bi.sh.st.Vars["OLDPWD"]; ok {
			w := firstValue(v)
			bi.files.chdir(&w, false)
			return
		}
		before := bi.sh.st.Dirs
		bi.sh.st.Dirs, bi.sh.st.Old = bi.sh.st.Old, before
		bi.sh.mayFail(before)
	case len(args) > 1 && bi.sh.has(dialect.CdReplaces):
		bi.sh.st.Dirs = fact.Dirs{}
	default:
		bi.files.chdir(&args[0], false)
	}
}

func (bi *builtins) pushd(args []fact.Word) {
	before := bi.sh.st.Dirs
	defer bi.files.forgetPWD(bi.sh.st.Has(dialect.Physical))
	if len(args) != 1 || strings.HasPrefix(args[0].Text, "+") || strings.HasPrefix(args[0].Text, "-") {
		bi.sh.st.Dirs, bi.sh.st.Old, bi.sh.st.Stack = fact.Dirs{}, fact.Dirs{}, nil
		return
	}
	bi.files.chdir(&args[len(args)-1], false)
	bi.sh.st.Stack = append(bi.sh.st.Stack[:len(bi.sh.st.Stack):len(bi.sh.st.Stack)], before)
}

func (bi *builtins) popd(args []fact.Word) {
	before := bi.sh.st.Dirs
	defer bi.files.forgetPWD(bi.sh.st.Has(dialect.Physical))
	n := len(bi.sh.st.Stack)
	if n == 0 || len(args) > 0 {
		bi.sh.st.Dirs, bi.sh.st.Old, bi.sh.st.Stack = fact.Dirs{}, fact.Dirs{}, nil
		return
	}
	bi.sh.st.Old, bi.sh.st.Dirs, bi.sh.st.Stack = before, bi.sh.st.Stack[n-1], bi.sh.st.Stack[:n-1]
	bi.sh.mayFail(before)
}
