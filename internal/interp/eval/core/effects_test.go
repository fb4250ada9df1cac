package core

import "testing"

func TestPrograms(t *testing.T) {
	a := Str("a")
	checkPrograms(t, []program{
		{"words of a program", func(f *fake) {
			f.call(Ref("subprocess.run"), ListOf(Str("ls"), a))
		}, []string{`subprocess.run: run "ls" "a"`}},
		{"words in any order", func(f *fake) { f.call(Ref("subprocess.run"), weak(Str("ls"), a)) },
			[]string{`subprocess.run: run "…"`}},
		{"a program with arguments that are unknown", func(f *fake) {
			f.call(Ref("os.execv"), Str("rm"), Data)
		}, []string{`os.execv: run "rm" "…"`}},
	})
}

func TestEffects(t *testing.T) {
	a, b := Str("a"), Str("b")
	checkPrograms(t, []program{
		{"opened", func(f *fake) { f.call(Ref("open"), a) }, []string{`open: read "a"`}},
		{"opened for writing", func(f *fake) { f.call(Ref("open"), a, Str("w")) },
			[]string{`open: write "a"`}},
		{"opened in a way that is not known", func(f *fake) { f.call(Ref("open"), a, Data) },
			[]string{`open: read "a", write "a"`}},
		{"a file descriptor", func(f *fake) { f.call(Ref("open"), Num("3"), Str("w")) }, nil},
		{"moved", func(f *fake) { f.call(Ref("os.rename"), a, b) },
			[]string{`os.rename: read "a", delete "a", write "b"`}},
		{"a fresh file", func(f *fake) { f.remove(Str(Fresh + "/x")) }, nil},
		{"a path that a file holds", func(f *fake) { f.call(Ref("open"), contentOf(Str("list"))) },
			[]string{`open: read "…", read "…"`}},
	})
}
