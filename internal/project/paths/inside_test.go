package paths

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// tree makes a home and a project in a temporary directory:
//
//	home/real/a  home/box -> home/real  home/in -> proj/sub
//	proj/sub/x  proj/link -> /etc  proj/cur -> proj/sub  proj/a -> b -> /etc  proj/up -> ..
//	proj/loop -> loop  proj/one -> two -> one  proj/dangling -> /nowhere/else  proj/near -> missing
//	proj/deep -> /usr/share  proj/selfcwd -> /proc/self/cwd  alias -> proj
func tree(t *testing.T) (base string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"home/real", "proj/sub", "proj/sub/inner", "projx"} {
		must(t, os.MkdirAll(filepath.Join(base, dir), 0o755))
	}
	for _, file := range []string{"home/real/a", "proj/sub/x", "proj/file"} {
		must(t, os.WriteFile(filepath.Join(base, file), nil, 0o644))
	}
	for _, l := range [][2]string{
		{"home/box", base + "/home/real"}, {"home/in", base + "/proj/sub"},
		{"proj/link", "/etc"}, {"proj/cur", base + "/proj/sub"}, {"proj/a", "b"}, {"proj/b", "/etc"},
		{"proj/up", ".."}, {"proj/loop", "loop"}, {"proj/one", "two"}, {"proj/two", "one"},
		{"proj/dangling", "/nowhere/else"}, {"proj/near", "missing"}, {"proj/deep", "/usr/share"},
		{"proj/selfcwd", "/proc/self/cwd"}, {"alias", "proj"},
	} {
		must(t, os.Symlink(l[1], filepath.Join(base, l[0])))
	}
	return base
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// outside is what a restrictive rule asks: package rule folds the two readings of all roots the
// same way.
func outside(r *Resolver, p *fact.Path, strict bool, roots ...string) fact.Tri {
	written, target := fact.No, fact.No
	for _, name := range roots {
		w, tg := r.Inside(p, name, strict)
		written, target = written.Or(w), target.Or(tg)
	}
	return written.And(target).Not()
}

func TestInside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("POSIX paths")
	}
	base := tree(t)
	proj, home := base+"/proj", base+"/home"
	fill := strings.NewReplacer("{PROJ}", proj, "{HOME}", home, "{BASE}", base)
	const yes, maybe, no = fact.Yes, fact.Maybe, fact.No
	for _, tt := range []struct {
		path, root      string
		strict          bool
		written, target fact.Tri
	}{
		{"x", ".", false, yes, yes},
		{"sub/../build", ".", false, yes, yes},
		{"../../etc", ".", false, no, no},
		{"{PROJ}/build", ".", false, yes, yes},
		{"{BASE}/projx/a", ".", false, no, no},
		{"//etc//x", "/etc", false, yes, yes},
		{"//etc//x", ".", false, no, no},
		{"/tmp/claude/o", "/tmp/claude", false, yes, yes},
		{"/tmp/claude/../../etc", "/tmp/claude", false, no, no},
		{"/tmp/claudex", "/tmp/claude", false, no, no},
		{"anything", "/", false, yes, yes},
		{"~", ".", false, yes, yes}, // a quoted tilde is a name
		{"", ".", false, yes, yes},

		// A root does not contain itself for delete and move.
		{".", ".", false, yes, yes},
		{".", ".", true, no, no},
		{"{PROJ}/", ".", true, no, no},
		{"sub/..", ".", true, no, no},
		{"sub", ".", true, yes, yes},
		{"/", "/", true, no, no},

		// Symlinks.
		{"link/x", ".", false, yes, no},
		{"link", ".", false, yes, no},
		{"a/x", ".", false, yes, no},
		{"cur/x", ".", false, yes, yes},
		{"up/proj/x", ".", false, yes, yes},
		{"up/x", ".", false, yes, no},
		{"dangling", ".", false, yes, no},
		{"dangling/x/y", ".", false, yes, no},
		{"near/x", ".", false, yes, yes},
		{"loop/x", ".", false, yes, maybe},
		{"one", ".", false, yes, maybe},
		{"selfcwd/x", ".", false, yes, maybe},
		{"file/x", ".", false, yes, yes},
		{"{HOME}/in/x", ".", false, no, yes},
		{"{HOME}/box/a", "{HOME}/box", false, yes, yes},
		{"{HOME}/real/a", "{HOME}/box", false, yes, yes},
		{"{BASE}/alias/x", ".", false, no, yes},
		{"x", "{BASE}/alias", false, yes, yes},

		// .. after a symlink leaves the link's target.
		{"link/../file", ".", false, yes, no},
		{"cur/../file", ".", false, yes, yes},
		{"deep/../../etc/passwd", ".", false, no, no},
		{"deep/../x", ".", false, yes, no},
		{"cur/../../x", ".", false, no, no},
		{"cur/inner/../../file", ".", false, yes, yes},
		{"missing/../file", ".", false, yes, yes},
		{"missing/../link/x", ".", false, yes, no},
		{"missing/../../x", ".", false, no, no},

		// Roots.
		{"{HOME}/scratch/a", "~/scratch", false, yes, yes},
		{"{HOME}/scratch", "~", true, yes, yes},
		{"{HOME}", "~", false, yes, yes},
		{"{HOME}", "~/", true, no, no},
		// A slash at the end: the root itself, too.
		{"{HOME}/real", "~/real/", true, yes, yes},
		{"{HOME}/real", "~/real", true, no, no},
		{"{HOME}/real/a", "~/real/", true, yes, yes},
		{"{HOME}", "~/real/", true, no, no},
		{"sub/x", "sub", false, yes, yes},
		{"x", "sub", false, no, no},
		{"/x", "~no-such-user-here", false, no, no},
		{"/root/x", "~root", false, yes, yes},
		{"x", "", false, no, no},
	} {
		r := New(proj, home, "/tmp/claude", true)
		if os.Geteuid() != 0 && strings.HasPrefix(tt.path, "/root") {
			tt.target = maybe // the directory cannot be read
		}
		p := Absolute(proj, fill.Replace(tt.path))
		for range 2 { // the second answer comes from the caches
			w, tg := r.Inside(&p, fill.Replace(tt.root), tt.strict)
			if w != tt.written || tg != tt.target {
				t.Errorf("Inside(%q, %q, %v) = %v, %v, want %v, %v", tt.path, tt.root, tt.strict, w, tg,
					tt.written, tt.target)
			}
		}
	}
}

func TestInsidePattern(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("POSIX paths")
	}
	base := tree(t)
	proj := base + "/proj"
	const yes, maybe, no = fact.Yes, fact.Maybe, fact.No
	for _, tt := range []struct {
		pattern         string
		strict          bool
		written, target fact.Tri
	}{
		{"*.o", false, yes, yes},
		{"*", true, yes, yes},
		{"./*", true, yes, yes},
		{"sub/*/x", false, yes, yes},
		{"../*", false, no, no},
		{"/*", true, no, no},
		{"/etc/*.conf", false, no, no},
		{"link/*", false, yes, no},
		{"cur/*", false, yes, yes},
		{"link/../*", false, yes, no},
		{".*", false, maybe, maybe},
		{"sub/.*", false, maybe, maybe},
		{"sub/.?", false, maybe, maybe},
		{"sub/..*", false, maybe, maybe},
		{"sub/.[a-z.]*", false, maybe, maybe},
		{"sub/.[!.]*", false, yes, yes},
		{"sub/.??*", false, yes, yes},
		{"sub/.c*", false, yes, yes},
		{"sub/*.d", false, yes, yes},
		{"sub/@(.|..)/x", false, maybe, maybe},
		{"sub/*/../x", false, yes, maybe}, // the component may be a link
		{"sub/*/../../../x", false, no, maybe},
		{"**", true, maybe, maybe}, // with globstar the directory itself
		{"sub/**", true, yes, yes},
		{"sub/**/x", false, yes, yes},
	} {
		r := New(proj, base+"/home", "", true)
		w := fact.Word{Text: tt.pattern, Glob: true}
		p := Path(fact.Dirs{List: []string{proj}, Known: true}, &w)
		gotW, gotT := r.Inside(&p, ".", tt.strict)
		if gotW != tt.written || gotT != tt.target {
			t.Errorf("Inside(%q, strict %v) = %v, %v, want %v, %v", tt.pattern, tt.strict, gotW, gotT,
				tt.written, tt.target)
		}
	}
}

func TestOutside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("POSIX paths")
	}
	base := tree(t)
	proj := base + "/proj"
	known := func(list ...string) fact.Dirs { return fact.Dirs{List: list, Known: true} }
	lit := fact.Lit
	for _, tt := range []struct {
		name string
		dirs fact.Dirs
		word fact.Word
		want fact.Tri
	}{
		{"in the project", known(proj), lit("f"), fact.No},
		{"in the scratch directory", known("/"), lit("tmp/claude/a"), fact.No},
		{"cd may have failed, both inside", known(proj, proj+"/sub"), lit("f"), fact.No},
		{"cd may have failed, one outside", known("/etc", proj), lit("passwd"), fact.Yes},
		{"cd may have failed, .. leaves from one", known(proj+"/sub", proj), lit("../f"), fact.Yes},
		{"cd through a symlink", known(proj + "/link"), lit("passwd"), fact.Yes},
		{"an absolute path in an unknown directory", fact.Dirs{}, lit(proj + "/f"), fact.No},
		{"a relative path in an unknown directory", fact.Dirs{}, lit("f"), fact.Maybe},
		{"an unknown word", known(proj), fact.Unknown("$X"), fact.Maybe},
		{"a known beginning can climb", known(proj), fact.Word{Text: "build/", Kind: fact.Partial},
			fact.Maybe},
		{"any number of words", known(proj), fact.Word{Text: "a", Many: true}, fact.Maybe},
	} {
		p := Path(tt.dirs, &tt.word)
		if got := outside(New(proj, base+"/home", "", true), &p, false, ".",
			"/tmp/claude"); got != tt.want {
			t.Errorf("%s: outside = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestPatternInNamedDir has a project whose name holds pattern characters: only those of the word
// are active.
func TestPatternInNamedDir(t *testing.T) {
	proj, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	proj += "/[work]/a(1)"
	must(t, os.MkdirAll(proj+"/sub", 0o755))
	in := fact.Dirs{List: []string{proj + "/sub"}, Known: true}
	for _, tt := range []struct {
		word           string
		inside, logged fact.Tri
	}{
		{"*.o", fact.Yes, fact.No},
		{"log/*", fact.Yes, fact.Yes},
		{"../*.o", fact.Yes, fact.No},
		{"./log//./*", fact.Yes, fact.Yes},
		{"../../*", fact.No, fact.No},
		{proj + "/*.o", fact.No, fact.No},
	} {
		r := New(proj, "", "", true)
		w := fact.Word{Text: tt.word, Glob: true}
		p := Path(in, &w)
		if w, got := r.Inside(&p, ".", true); w != tt.inside || got != tt.inside {
			t.Errorf("Inside(%q) = %v, %v, want %v", tt.word, w, got, tt.inside)
		}
		if got, _ := r.Glob(&p, "sub/log/**", true); got != tt.logged {
			t.Errorf("Glob(%q) = %v, want %v", tt.word, got, tt.logged)
		}
	}
}

func TestNoProject(t *testing.T) {
	base := tree(t)
	r := New(base+"/home", base+"/home", "", false)
	p := Absolute(base+"/home", "a")
	for _, root := range []string{".", "sub", "./"} {
		if w, tg := r.Inside(&p, root, false); w != fact.No || tg != fact.No {
			t.Errorf("without a project root %q contains %v: %v, %v", root, p.Abs, w, tg)
		}
	}
	if w, tg := r.Inside(&p, "~", false); w != fact.Yes || tg != fact.Yes {
		t.Errorf("root ~ does not contain %v: %v, %v", p.Abs, w, tg)
	}
	noHome := New("/p", "", "", true)
	if w, _ := noHome.Inside(&p, "~", false); w != fact.No {
		t.Errorf("without a home root ~ contains %v", p.Abs)
	}
}

func TestPath(t *testing.T) {
	partial := func(s string) fact.Word {
		return fact.Word{Text: s, Kind: fact.Partial, Written: s +
			"$X"}
	}
	one := fact.Dirs{List: []string{"/p/q"}, Known: true}
	for _, tt := range []struct {
		dirs  fact.Dirs
		word  fact.Word
		abs   string
		dirsN int
		known bool
	}{
		{one, fact.Lit("a//b/./c/"), "/p/q/a/b/c", 0, true},
		{one, fact.Lit("../a"), "/p/a", 1, true},
		{one, fact.Lit("a..b/..c"), "/p/q/a..b/..c", 0, true},
		{one, fact.Lit("/x/../y"), "/y", 1, true},
		{one, fact.Lit("/.."), "/", 1, true},
		{fact.Dirs{List: []string{"/"}, Known: true}, fact.Lit("a"), "/a", 0, true},
		{fact.Dirs{List: []string{"/p", "/r"}, Known: true}, fact.Lit("a"), "/p/a", 2, true},
		{fact.Dirs{List: []string{"/p", "/r"}, Known: true}, fact.Lit("/a"), "/a", 0, true},
		{fact.Dirs{}, fact.Lit("a"), "", 0, false},
		{one, partial("/etc/"), "/etc", 0, false},
		{one, partial("b/c"), "/p/q/b", 0, false},
		{one, partial("b"), "", 0, false},
		{fact.Dirs{}, partial("b/"), "", 0, false},
	} {
		got := Path(tt.dirs, &tt.word)
		if got.Abs != tt.abs || len(got.Dirs) != tt.dirsN || got.Known != tt.known {
			t.Errorf("Path(%v, %q) = %+v, want %q, %d forms, known %v", tt.dirs, tt.word.Show(), got, tt.abs,
				tt.dirsN, tt.known)
		}
		if got.Written != tt.word.Show() {
			t.Errorf("Path(%q).Written = %q", tt.word.Show(), got.Written)
		}
	}
}

func TestResolveBounds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("POSIX paths")
	}
	base := tree(t)
	prev := "sub"
	for i := range 45 { // a chain that the kernel does not follow to its end
		name := base + "/proj/c" + string(rune('A'+i))
		must(t, os.Symlink(prev, name))
		prev = filepath.Base(name)
	}
	r := New(base+"/proj", "", "", true)
	for _, tt := range []struct {
		path string
		ok   bool
	}{
		{base + "/proj/c" + string(rune('A'+39)), true},
		{base + "/proj/c" + string(rune('A'+40)), false},
		{base + "/" + strings.Repeat("a/", maxPath/2), false},
		{"/" + strings.Repeat("../", 2000) + "etc", true},
		{base + "/proj/" + strings.Repeat("n", 300), false}, // ENAMETOOLONG
	} {
		if _, ok := r.resolve(tt.path); ok != tt.ok {
			t.Errorf("resolve(%.80q…) ok = %v, want %v", tt.path, ok, tt.ok)
		}
	}
	long := base + "/proj/long"
	must(t, os.Symlink(strings.Repeat("./", 600)+"sub", long))
	if got, ok := r.resolve(long + "/x"); !ok || got != base+"/proj/sub/x" {
		t.Errorf("a long link target resolves to %q, %v", got, ok)
	}
}

// TestResolveAsKernel compares with the path that the kernel reports for an opened directory.
func TestResolveAsKernel(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	base := tree(t)
	r := New(base+"/proj", "", "", true)
	for _, name := range []string{"proj/cur", "proj/cur/..", "proj/link/..", "proj/up/proj/up",
		"proj/a/../proj", "home/in/../cur/inner/..",
		"alias/./cur//inner", "proj/deep/../.."} {
		f, err := os.Open(base + "/" + name)
		if err != nil {
			continue // such a directory does not exist on this machine
		}
		want, err := os.Readlink("/proc/self/fd/" + itoa(int(f.Fd())))
		f.Close()
		must(t, err)
		if got, ok := r.resolve(base + "/" + name); !ok || got != want {
			t.Errorf("resolve(%q) = %q, %v, the kernel opens %q", name, got, ok, want)
		}
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func TestMissing(t *testing.T) {
	base := tree(t)
	r := New(base+"/proj", base+"/home", "", true)
	at := fact.Dirs{List: []string{base + "/proj"}, Known: true}
	for _, row := range []struct {
		name string
		want bool
	}{
		{"sub", false}, {"file", false}, {"none", true}, {"none/deeper", true}, {"file/x", true},
		{"link", false},
		{"dangling", true}, {"near/x", true}, {"loop", false}, {"sub/../none", true}, {"*", false},
	} {
		w := fact.Word{Text: row.name, Glob: row.name == "*"}
		if p := Path(at, &w); r.Missing(&p) != row.want {
			t.Errorf("%s: missing %v, want %v", row.name, !row.want, row.want)
		}
	}
	if r.Missing(&fact.Path{Written: "$X"}) {
		t.Error("a path that is not known may exist")
	}
}

func TestHome(t *testing.T) {
	file := filepath.Join(t.TempDir(), "passwd")
	must(t, os.WriteFile(file,
		[]byte("root:x:0:0:root:/root:/bin/sh\n# c\nbroken:x\nann:x:1:1:Ann,"+
			",,:/home/ann/:/bin/sh\nrel:x:2:2::home:/bin/sh\n"), 0o644))
	for _, tt := range []struct {
		user, home string
		ok         bool
	}{{"root", "/root", true}, {"ann", "/home/ann", true}, {"broken", "", false}, {"rel", "", false},
		{"roo", "", false}} {
		if home, ok := homeIn(file, tt.user); home != tt.home || ok != tt.ok {
			t.Errorf("home of %q = %q, %v, want %q, %v", tt.user, home, ok, tt.home, tt.ok)
		}
	}
	for uid, want := range map[string]string{"0": "/root", "1": "/home/ann", "2": "", "7": ""} {
		if home, _ := homeOf(file, 2, uid); home != want {
			t.Errorf("home of the user %s = %q, want %q", uid, home, want)
		}
	}
	for _, user := range []string{"", "a:b", "a\nroot", "../x"} {
		if home, ok := Home(user); ok {
			t.Errorf("Home(%q) = %q", user, home)
		}
	}
}

// TestScratch anchors rules at the scratch directory, wherever that is.
func TestScratch(t *testing.T) {
	base := tree(t)
	r := New(base+"/proj", base+"/home", base+"/home/box/scratch", true)
	none := New(base+"/proj", base+"/home", "", true)
	for _, tt := range []struct {
		r          *Resolver
		path, name string
		glob       bool
		want       fact.Tri
	}{
		{r, base + "/home/box/scratch/a", "$SCRATCH", false, fact.Yes},
		{r, base + "/home/real/scratch/a", "$SCRATCH", false, fact.Yes},
		{r, base + "/home/real/scratchy/a", "$SCRATCH", false, fact.No},
		{r, base + "/home/box/scratch/a/b", "$SCRATCH/a", false, fact.Yes},
		// another name is one in the project
		{r, base + "/proj/$SCRATCHY/a", "$SCRATCHY", false, fact.Yes},
		{r, base + "/home/box/scratch/a", "$SCRATCH/**", true, fact.Yes},
		{r, base + "/proj/a/b", "$SCRATCH/**", true, fact.No},
		{none, base + "/proj/file", "$SCRATCH", false, fact.No},
		{none, base + "/proj/file", "$SCRATCH/**", true, fact.No},
	} {
		p := fact.Path{Written: tt.path, Abs: tt.path, Known: true}
		inside := tt.r.Inside
		if tt.glob {
			inside = tt.r.Glob
		}
		if w, to := inside(&p, tt.name, false); w.Or(to) != tt.want {
			t.Errorf("%s in %s: %v, %v, want %v", tt.path, tt.name, w, to, tt.want)
		}
	}
}
