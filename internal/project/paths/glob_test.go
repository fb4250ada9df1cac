package paths

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestGlob(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("POSIX paths")
	}
	base := tree(t)
	must(t, os.MkdirAll(filepath.Join(base, "proj/my[dir]*"), 0o755))
	proj, home := base+"/proj", base+"/home"
	fill := strings.NewReplacer("{PROJ}", proj, "{HOME}", home, "{BASE}", base)
	const yes, maybe, no = fact.Yes, fact.Maybe, fact.No
	for _, tt := range []struct {
		path, glob      string
		fold            bool
		written, target fact.Tri
	}{
		{"/srv/x", "/srv/**", false, yes, yes},
		{"/srv/x/y/z", "/srv/**", false, yes, yes},
		{"/srv", "/srv/**", false, no, no},
		{"/srv", "/srv/**", true, yes, yes}, // what is done to it is done to all below
		{"/srvx", "/srv/**", true, no, no},
		{"/srv/..", "/srv/**", true, no, no},
		{"/srv/a.log", "/srv/*.log", false, yes, yes},
		{"/srv/x/a.log", "/srv/*.log", true, no, no},
		{"/srv/x/y/a.log", "/srv/**/*.log", false, yes, yes},
		{"/srv/a.log", "/srv/**/*.log", false, yes, yes},
		{"/srv/xa.log/b", "/srv/**/*.log", true, no, no},
		{"/srv/ab", "/srv/**/b", true, no, no},
		{"/srv/x/b/y/b", "/srv/**/b", true, yes, yes},
		{"/srv/a", "/srv/?", false, yes, yes},
		{"/srv/é", "/srv/?", false, yes, yes},
		{"/srv/ab", "/srv/?", true, no, no},
		{"/srv", "/srv/", false, yes, yes},
		{"/srv/x/deep/y", "/srv/*/**", false, yes, yes},
		{"/srv/x", "/srv/*/**", true, yes, yes},
		{"/srv", "/srv/*/**", true, no, no},
		{"/", "/**", true, yes, yes},
		{"/x", "/*", false, yes, yes},
		{"/x", "/", true, no, no},
		{"/a/b.tar.gz", "/a/*.*.gz", false, yes, yes},

		// Anchors.
		{"src/a.go", "src/**", false, yes, yes},
		{"/srv/src/a.go", "src/**", true, no, no},
		{"a.go", "*.go", false, yes, yes},
		{"sub/a.go", "*.go", true, no, no},
		{"sub/a.go", "./sub/*.go", false, yes, yes},
		{"sub/a.go", "x/../sub/*.go", false, yes, yes},
		{"config/.env", "**/.env*", false, yes, yes},
		{".env.local", "**/.env*", false, yes, yes},
		{"/etc/x/.env", "**/.env*", false, yes, yes},
		{"config/env.go", "**/.env*", true, no, no},
		{"a.env", "**/.env*", true, no, no},
		{"/anything", "**", false, yes, yes},
		{"{HOME}/.ssh/id", "~/.ssh/**", false, yes, yes},
		{"{HOME}/mailbox", "~/mail/**", true, no, no},
		{"{HOME}/mail/inbox", "{HOME}/mail/**", false, yes, yes},
		{"/x", "~no-such-user-here/**", true, no, no},
		{"my[dir]*/a", "{PROJ}/my[dir]*/**", false, yes, yes},
		{"{PROJ}/a{HOME}b", "a{HOME}b", false, yes, yes},

		// Case and Unicode form, for restrictive rules only.
		{"/SRV/X", "/srv/**", true, yes, yes},
		{"/SRV/X", "/srv/**", false, no, no},
		{".Claude/Fencepost.YAML", ".claude/fencepost.yaml", true, yes, yes},
		{".claude/fencepoſt.yaml", ".claude/fencepost.yaml", true, yes, yes}, // long s
		{".claude/fencepost.yaml", ".CLAUDE/**", true, yes, yes},
		{"caf\u00e9", "cafe\u0301", true, yes, yes},
		{"caf\u00e9", "cafe\u0301", false, no, no},
		{"Straße", "strasse", true, yes, yes},
		{".gi\u200ct/config", ".git/**", true, yes, yes},
		{"a\xff", "a?", false, yes, yes},
		{"a\xff", "a\xfe", true, no, no},
		{"a\xef", "a\uFFFD", false, no, no},

		// Targets, and globs whose directory is a link.
		{"link/passwd", "/etc/**", true, no, yes},
		{"link/passwd", "link/**", false, yes, yes},
		{"/etc/passwd", "link/**", true, yes, yes},
		{"link/../etc/passwd", "/etc/**", true, no, yes},
		{"{HOME}/box/a", "{HOME}/real/*", true, no, yes},
		{"{HOME}/real/a", "~/box/*", false, yes, yes},
		{"loop/x", "/etc/**", true, no, maybe},
		{"cur/x", "sub/**", true, no, yes},
		{"cur/x", "**/x", false, yes, yes},
	} {
		r := New(proj, home, "", true)
		p := Absolute(proj, fill.Replace(tt.path))
		for range 2 {
			w, tg := r.Glob(&p, fill.Replace(tt.glob), tt.fold)
			if w != tt.written || tg != tt.target {
				t.Errorf("Glob(%q, %q, fold %v) = %v, %v, want %v, %v", tt.path, tt.glob, tt.fold, w, tg,
					tt.written, tt.target)
			}
		}
	}
}

func TestGlobOfPattern(t *testing.T) {
	r := New("/p", "/h", "", true)
	const yes, maybe, no = fact.Yes, fact.Maybe, fact.No
	for _, tt := range []struct {
		path, glob string
		want       fact.Tri
	}{
		{"/srv/*", "/srv/**", yes},
		{"/srv/*", "/srv/*", yes},
		{"/srv/*", "/srv/?", maybe},
		{"/srv/?", "/srv/*", yes},
		{"/srv/?", "/srv/?", yes},
		{"/srv/?", "/srv/ab", no},
		{"/srv/*", "/srv/*.log", maybe},
		{"/srv/*.log", "/srv/*", yes},
		{"/srv/*.log", "/srv/*.txt", no},
		{"/srv/a*", "/srv/b*", no},
		{"/srv/*/x", "/srv/a/x", maybe},
		{"/srv/*/x", "/srv/a/y", no},
		{"/s*/x", "/srv/**", maybe},
		{"/s*", "/srv/a", no},
		{"/s*", "/srv", maybe},
		{"/*", "/**", yes},
		{"*.go", "*.go", yes},
		{"*", "**/.env*", no}, // a star shows no name with a leading dot
		{"*.netrc", "**/.netrc", no},
		{"a*.netrc", "**/.netrc", no},
		{"a/*/x", "/p/a/.git/x", no},
		{"a/*/x", "/p/a/g/x", maybe},
		{"*/.git", "/p/a/.git", maybe},
		{"*x", "/p/x", maybe},
		{"*x", "/p/.x", no},
		{"*", "/p/x", maybe},
		{"*(.)", "**/.netrc", no}, // zsh: plain files
		{"*(D)", "**/.netrc", maybe},
		{"*(.netrc)", "**/.netrc", maybe},
		{"**/*", "**/.netrc", maybe},
		{"**/.env", "**/.env", yes},
		{"a/**/.env", "**/.env", yes},
		{"**/*.key", "**/*.key", yes},
		{"**/*.py", "**/*.key", no},
		{"**/.env*", "**/.env", maybe},
		{"**/x.env", "**/.env", no},
		{"*", "**/id_rsa", maybe},
		{".e*", "**/.env", maybe},
		{"[.]env", ".env", maybe},
		{"a[bc].log", "/p/a*.log", yes},
		{"a[bc].log", "/p/a[bc].log", maybe},
		{"a[[:alpha:]].log", "/p/ax.log", maybe},
		{"@(a|b)/x", "/p/a/x", maybe},
		{"@(a|b)/x", "/q/**", no},
		{"**/x", "/p/**", yes},
		{"**/x", "/p/x", maybe},
		{"**/x", "/p/*/x", maybe},
		{"a/**", "/p/a/b/c", maybe},
		{"a/**/", "/p/a/b/c", maybe},
	} {
		w := fact.Word{Text: tt.path, Glob: true}
		p := Path(fact.Dirs{List: []string{"/p"}, Known: true}, &w)
		if got, _ := r.Glob(&p, tt.glob, true); got != tt.want {
			t.Errorf("Glob(pattern %q, %q) = %v, want %v", tt.path, tt.glob, got, tt.want)
		}
	}
}

func TestGlobForms(t *testing.T) {
	r := New("/p", "/h", "", true)
	w := fact.Lit("x")
	p := Path(fact.Dirs{List: []string{"/srv", "/opt"}, Known: true}, &w)
	if got, _ := r.Glob(&p, "/srv/**", true); got != fact.Yes {
		t.Errorf("a restrictive glob that one form matches: %v", got)
	}
	if got, _ := r.Glob(&p, "/srv/**", false); got != fact.No {
		t.Errorf("an allowing glob that one form does not match: %v", got)
	}
	unknown := Path(fact.Dirs{}, &w)
	if a, b := r.Glob(&unknown, "/srv/**", true); a != fact.Maybe || b != fact.Maybe {
		t.Errorf("an unknown path: %v, %v", a, b)
	}
	noProject := New("/h", "/h", "", false)
	in := Absolute("/h", "x")
	if got, _ := noProject.Glob(&in, "*", false); got != fact.No {
		t.Errorf("an allowing relative glob without a project: %v", got)
	}
	if got, _ := noProject.Glob(&in, "*", true); got != fact.Yes {
		t.Errorf("a restrictive relative glob without a project: %v", got)
	}
}

func TestTreeHoldsMatchingNames(t *testing.T) {
	r := New("/p", "/h", "", true)
	for _, tt := range []struct {
		path, glob string
		want       fact.Tri
	}{
		{"/h", "~/.ssh/**", fact.Yes},
		{"/", "~/.ssh/**", fact.Yes},
		{"/h/.ssh", "~/.ssh/**", fact.Yes},
		{"/h/.ssh/keys", "~/.ssh/**", fact.Maybe},
		{"/h/.sshx", "~/.ssh/**", fact.No},
		{".claude", ".claude/fencepost.yaml", fact.Yes},
		{".CLAUDE", ".claude/fencepost.yaml", fact.Yes},
		{".claude/fencepost.yaml", ".claude/fencepost.yaml", fact.No},
		{"src", ".claude/fencepost.yaml", fact.No},
		{"src", "**/.env", fact.Maybe},
		{"/srv/x", "/srv/*/key", fact.Maybe},
		{"/srv/x/y", "/srv/*/key", fact.No},
	} {
		p := Absolute("/p", tt.path)
		if got, _ := r.Holds(&p, tt.glob); got != tt.want {
			t.Errorf("Holds(%q, %q) = %v, want %v", tt.path, tt.glob, got, tt.want)
		}
	}
}

// match is the glob language written down as directly as possible; it is exponential.
func match(glob, s string) bool {
	switch {
	case glob == "":
		return s == ""
	case strings.HasPrefix(glob, "**"):
		rest := strings.TrimLeft(glob, "*")
		for i := range len(s) + 1 {
			if match(rest, s[i:]) {
				return true
			}
		}
		return false
	case glob[0] == '*':
		for i := range len(s) + 1 {
			if match(glob[1:], s[i:]) {
				return true
			}
			if i < len(s) && s[i] == '/' {
				return false
			}
		}
		return false
	case s == "":
		return false
	case glob[0] == '?':
		return s[0] != '/' && match(glob[1:], s[1:])
	}
	return glob[0] == s[0] && match(glob[1:], s[1:])
}

// variants replaces each leading "**/" of a component by nothing, in every combination.
func variants(glob string) []string {
	comps := strings.Split(glob, "/")
	out := []string{""}
	for i, c := range comps {
		sep := "/"
		if i == len(comps)-1 {
			sep = ""
		}
		n := len(out)
		for j := range n {
			if c == "**" && sep != "" {
				out = append(out, out[j])
			}
			out[j] += c + sep
		}
	}
	return out
}

func FuzzGlob(f *testing.F) {
	for _, s := range [][2]string{{"a/**/b", "a/b"}, {"**/x*", "y/xz"}, {"*/?", "a/b"}, {"**", "a"},
		{"a**b", "a/b"}, {"**/**/a", "a"}, {"*a*a", "aXa"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		pattern, text = shrink(pattern), shrink(text)
		if strings.Contains(pattern, "//") || strings.HasPrefix(pattern, "/") || strings.HasSuffix(pattern, "/") ||
			strings.Contains(pattern, "***") {
			return // not what the compiler is given
		}
		if text == "" || strings.Contains(text, "//") || strings.HasPrefix(text, "/") ||
			strings.HasSuffix(text, "/") || strings.ContainsAny(text, "*?") {
			return // not a clean path
		}
		want := false
		for _, v := range variants(pattern) {
			want = want || match(v, text)
		}
		if got := compile(pattern).run(literal(nil, text), false, false); got != want {
			t.Errorf("glob %q on %q: %v, want %v", pattern, text, got, want)
		}
		for _, fold := range []bool{false, true} {
			g := &glob{rest: pattern, fold: fold}
			want := g.program().run(literal(nil, text), false, fold)
			if got := g.matches(text); got != want {
				t.Errorf("glob %q on %q with fold %v: %v, as a program %v", pattern, text, fold, got, want)
			}
		}
		if want {
			if !compile(pattern).run(literal(nil, text), true, false) {
				t.Errorf("glob %q on %q matches but does not meet", pattern, text)
			}
		}
	})
}

// FuzzGlobOfPattern checks that a pattern that is said to match has no instance that does not, and
// that one that is said not to has no instance that does.
func FuzzGlobOfPattern(f *testing.F) {
	f.Add("a*", "a**", "b")
	f.Add("**/x", "*/x", "a/b")
	f.Add("?/a", "*/?", "q")
	f.Fuzz(func(t *testing.T, pattern, glob, fill string) {
		pattern, glob, fill = shrink(pattern), shrink(glob), shrink(fill)
		if strings.Contains(pattern, "***") || strings.HasPrefix(pattern, "/") ||
			strings.HasSuffix(pattern, "/") || strings.Contains(pattern, "//") || pattern == "" {
			return
		}
		if strings.ContainsAny(fill, "*?/") {
			return
		}
		var b strings.Builder // an instance: ? is one character, * the fill
		for i := 0; i < len(pattern); i++ {
			switch {
			case pattern[i] == '?':
				b.WriteByte('a')
			case pattern[i] == '*':
				b.WriteString(fill)
			default:
				b.WriteByte(pattern[i])
			}
		}
		text := b.String()
		if strings.Contains(text, "//") || strings.HasPrefix(text, "/") || strings.HasSuffix(text, "/") ||
			text == "" {
			return
		}
		prog := compile(glob)
		instance := prog.run(literal(nil, text), false, false)
		if prog.run(shellPattern(nil, pattern), false, false) && !instance {
			t.Errorf("all of %q are said to match %q, but %q does not", pattern, glob, text)
		}
		if !prog.run(shellPattern(nil, pattern), true, false) && instance {
			t.Errorf("none of %q is said to match %q, but %q does", pattern, glob, text)
		}
	})
}

// shrink maps a fuzzer's string to a short one over a small alphabet, so that matches are not too
// rare.
func shrink(s string) string {
	const alphabet = "ab/*?*/a"
	b := make([]byte, 0, 12)
	for i := 0; i < len(s) && i < 12; i++ {
		if strings.IndexByte(alphabet, s[i]) >= 0 {
			b = append(b, s[i])
		} else {
			b = append(b, alphabet[int(s[i])%len(alphabet)])
		}
	}
	return string(b)
}

func BenchmarkInside(b *testing.B) {
	proj := b.TempDir()
	b.ReportAllocs()
	for b.Loop() {
		r := New(proj, "/root", "/tmp/claude", true)
		p := Absolute(proj, "src/main.go")
		r.Inside(&p, ".", false)
	}
}

func BenchmarkInsideAgain(b *testing.B) {
	proj := b.TempDir()
	r := New(proj, "/root", "/tmp/claude", true)
	p := Absolute(proj, "src/main.go")
	b.ReportAllocs()
	for b.Loop() {
		r.Inside(&p, ".", false)
	}
}

func BenchmarkGlob(b *testing.B) {
	r := New("/p", "/root", "", true)
	p := Absolute("/p", "internal/project/paths/resolver_test.go")
	b.ReportAllocs()
	for b.Loop() {
		r.Glob(&p, "**/.env*", true)
	}
}

// TestDifferentEndsDoNotMatch: names that end differently are told apart before a glob is prepared, and no others
// are.
func TestDifferentEndsDoNotMatch(t *testing.T) {
	r := New("/p", "/home/u", "", true)
	for _, c := range []struct {
		path, glob string
		want       fact.Tri
	}{
		{"**/*.tmp", "**/.env", fact.No},
		{"**/*.tmp", "**/a.TMP", fact.Maybe},
		{"**/*.TMP", "**/a.tmp", fact.Maybe},
		{"**/*.tmp", "**/*.t?p", fact.Yes},
		{"**/*.tmp", "**/*", fact.Yes},
		{"**/*.tmp", "**/.git/**", fact.Maybe},
		{"**/*.tmp", "/p/**", fact.Yes},
		{"**/*.tmp", "/q/**", fact.No},
		{"/q/*", "/p/x", fact.No},
		{"**/x", "/", fact.No},
		{"/**/x", "/**/x", fact.Yes},
		{"/p/**/x", "/p/**/x", fact.Yes},
		{"/p/**/*.pyc", "/p/**/*.pyc", fact.Yes},
		{"/p/a/**/*.pyc", "/p/**/*.pyc", fact.Yes},
		{"/p/**/b/*.pyc", "/p/**/*.pyc", fact.Yes},
		{"/p/**/b/**/*.pyc", "/p/**/*.pyc", fact.Yes},
		{"/p/**/*.pyc", "/p/a/**/*.pyc", fact.Maybe},
		{"/p/**/*", "/p/**/*.pyc", fact.Maybe},
		{"/p/**/x", "/p/*/x", fact.Maybe},
		{"/p/**/x", "/p/x", fact.Maybe},
		{"/p/**x", "/p/**/x", fact.Maybe},
		{"/p/**/dist/a", "/p/**/dist/**", fact.Yes},
		{"/.git/**/x", "**/.git/**", fact.Yes},
		{"/y/.git/**", "**/.git/**", fact.Yes},
		{"/y/git/**", "**/.git/**", fact.Maybe},
		{"/p/*/x", "/p/a/x", fact.Maybe},
		{"*/.env", "**/.env", fact.Yes},
		{"*/.env/.", "**/.env", fact.Yes},
		{"*/.env/", "**/.env", fact.Yes},
		{"*/.en[v]", "**/.env", fact.Maybe},
		{"*/.env(N)", "**/.env", fact.Maybe},
		{"*/.en(v)", "**/.env", fact.Maybe},
		{"*/env", "**/.env", fact.No},
		{"*env", "**/.env", fact.No}, // a star shows no leading dot
		{"*/../.env", "**/.env", fact.Yes},
		{"*/../x", "**/.env", fact.No},
		{"*/.\u212Aube", "**/.kube", fact.Yes},
		{"*/.kube", "**/.\u212Aube", fact.Yes},
	} {
		p := Path(fact.Dirs{Known: true, List: []string{"/p"}}, &fact.Word{Text: c.path, Glob: true})
		if got, _ := r.Glob(&p, c.glob, true); got != c.want {
			t.Errorf("%s and %s: %v, want %v", c.path, c.glob, got, c.want)
		}
	}
}
