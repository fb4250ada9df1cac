package core

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestDirectoryChanges(t *testing.T) {
	a, b := Str("a"), Str("b")
	checkPrograms(t, []program{
		{"another directory", func(f *fake) { f.call(Ref("os.chdir"), a); f.remove(b) },
			[]string{`os.remove in "a": delete "b"`}},
		{"one directory after the other", func(f *fake) {
			f.call(Ref("os.chdir"), a)
			f.call(Ref("os.chdir"), b)
			f.remove(a)
		}, []string{`os.remove in "a/b": delete "a"`}},
		{"an unknown directory", func(f *fake) { f.call(Ref("os.chdir"), Data); f.remove(b) },
			[]string{`os.remove in "…": delete "b"`}},
		{"another directory maybe", func(f *fake) {
			f.ev.State.Branches(true, func() { f.call(Ref("os.chdir"), a) })
			f.remove(b)
		}, []string{`os.remove in "…": delete "b"`}},
		{"functions that run later, in another directory", func(f *fake) {
			f.function(func([]Arg) *Value { f.remove(b); return nil })
			f.call(Ref("os.chdir"), a)
		}, []string{`os.remove in "a": delete "b"`, `os.remove in "…": delete "b"`}},
	})
}

func TestWorldPaths(t *testing.T) {
	wd := &World{input: &Input{Home: "/home/u", Cwd: "/p",
		Args: []fact.Word{fact.Lit("x.py"), {Many: true}}}}
	elsewhere := &World{input: wd.input}
	elsewhere.chdir(Str("d"))
	lost := &World{input: wd.input}
	lost.chdir(Data)
	table(t, []row{
		{"the directory", wd.WorkingDir(), `"/p"`},
		{"another one", elsewhere.WorkingDir(), `"/p/d"`},
		{"one that is not known", lost.WorkingDir(), "?"},
		{"an absolute path", wd.Absolute(Str("x"), false), `"/p/x"`},
		{"one from above", wd.Absolute(Str("../x"), true), `"/x"`},
		{"one that may follow a link", wd.Absolute(Str("d/../x"), true), "?"},
		{"one below a link", wd.Absolute(Str("/a/../x"), true), "?"},
		{"one in a directory that is not known", lost.Absolute(Str("x"), false), `"…/x"`},
		{"home", wd.ExpandUser(Str("~/x")), `"/home/u/x"`},
		{"the home of another user", wd.ExpandUser(Str("~root")), "?"},
		{"no home", wd.ExpandUser(Str("x")), `"x"`},
		{"arguments, of which one stands for several", wd.Argv(), `["x.py"|? +like]`},
	})
}

func TestWorldVariables(t *testing.T) {
	for _, tt := range []struct {
		name          string
		known         bool
		home, tempdir bool // they may be others
		environ       string
	}{
		{"X", true, false, false, "X"},
		{"HOME", true, true, false, "HOME"},
		{"TMPDIR", true, false, true, "TMPDIR"},
		{"", false, true, true, "LD_PRELOAD"},
	} {
		wd := &World{input: &Input{Home: "/home/u"}}
		wd.SetVariable(tt.name, tt.known, Str("v"))
		if wd.Homeless != tt.home || wd.TempElsewhere != tt.tempdir || wd.environ[0].Name != tt.environ {
			t.Errorf("%q: %+v", tt.name, wd)
		}
		if got := wd.HomeDir() == Data; got != tt.home {
			t.Errorf("%q: home is known: %v", tt.name, !got)
		}
	}
}
