package redirect_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestMeansTheSame plays generated lines in a throwaway directory with the real shells, as they are
// and rewritten, and compares what the two have done. Their /tmp is a directory of the test's own.
//
// A rewritten line is played in a world in which what lies below /tmp lies in the scratch directory
// as well. It has to do there just what the first line did, with each file that changed below /tmp
// changed in the scratch directory, and none in its old place.
func TestMeansTheSame(t *testing.T) {
	lines, seed := 250, uint64(11)
	if s := os.Getenv("FENCEPOST_LINES"); s != "" {
		lines, _ = strconv.Atoi(s)
		seed = rand.Uint64()
		t.Logf("seed %d", seed)
	}
	for shell, d := range map[string]dialect.Dialect{"bash": dialect.Bash,
		"zsh": dialect.Zsh} {
		t.Run(shell, func(t *testing.T) {
			bin := testkit.Installed(t, shell)
			w := newWorld(t)
			w.space.Dialect = d
			g := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), tmp: w.tmp}
			moved := 0
			w.reset(t, false)
			for range lines {
				text := g.line()
				now, moves := rewrite(w.space, w.project, text)
				if len(moves) == 0 {
					if now != text {
						t.Fatalf("%s\nbecame %s without a move", text, now)
					}
					continue
				}
				moved++
				w.check(t, bin, text, now)
				w.reset(t, false)
				if t.Failed() {
					return
				}
			}
			t.Logf("%d of %d lines were rewritten", moved, lines)
			if moved < lines/8 {
				t.Errorf("only %d of %d lines were rewritten: the test tests little", moved, lines)
			}
		})
	}
}

// world is a root of its own with a /tmp and a project.
type world struct {
	root, tmp, scratch, project string
	space                       *redirect.Space
}

func newWorld(t *testing.T) *world {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{root: root, tmp: root + "/tmp", scratch: root + "/tmp/claude", project: root + "/p"}
	w.space = &redirect.Space{Tmp: w.tmp, Target: w.scratch}
	w.space.WorkingDir(w.project)
	w.space.KeepDir(w.tmp + "/keep")
	return w
}

// files are those that are there before a line.
func (w *world) files() map[string]string {
	return map[string]string{
		w.tmp + "/old": "old\n", w.tmp + "/dir/in": "in\n", w.tmp + "/dir/more": "more\n", w.tmp +
			"/keep/k": "kept\n",
		w.tmp + "/list": "a\nb\n", w.project + "/a": "a\n", w.project + "/b": "b\n", w.project +
			"/up": "up\n",
	}
}

// reset makes the world anew; mirrored says that what lies below /tmp lies in the scratch
// directory, too.
func (w *world) reset(t *testing.T, mirrored bool) {
	t.Helper()
	if err := os.RemoveAll(w.root); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{w.scratch, w.project, w.tmp + "/dir", w.tmp + "/keep"} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(w.tmp+"/dir", w.project+"/link"); err != nil {
		t.Fatal(err)
	}
	for name, text := range w.files() {
		write(t, name, text)
		if to := w.image(name); mirrored && to != name {
			write(t, to, text)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// image is where a file lies that has moved.
func (w *world) image(name string) string {
	for _, dir := range []string{w.scratch, w.tmp + "/keep"} {
		if name == dir || strings.HasPrefix(name, dir+"/") {
			return name
		}
	}
	if name == w.tmp || strings.HasPrefix(name, w.tmp+"/") {
		return w.scratch + name[len(w.tmp):]
	}
	return name
}

// play runs a line and returns what it has made or changed, and how the world was before.
func (w *world) play(t *testing.T, bin, text string, mirrored bool) (changed,
	before map[string]string) {
	t.Helper()
	w.reset(t, mirrored)
	before = w.snapshot(t)
	cmd := exec.Command(bin, "-c", text)
	cmd.Dir = w.project
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.project, "UP=../p/up", "NAME=a",
		"ABS=" + w.tmp + "/old"}
	cmd.Run() // whatever it returns
	changed = map[string]string{}
	for name, text := range w.snapshot(t) {
		if was, ok := before[name]; !ok || was != text {
			changed[name] = text
		}
	}
	return changed, before
}

// snapshot is every file with its text, and every directory.
func (w *world) snapshot(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(w.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			all[name] = "a directory"
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			return nil
		}
		data, err := os.ReadFile(name)
		all[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (w *world) check(t *testing.T, bin, text, now string) {
	t.Helper()
	did, _ := w.play(t, bin, text, false)
	does, before := w.play(t, bin, now, true)
	want := map[string]string{}
	for name, text := range did {
		to := w.image(name)
		if was, ok := before[to]; !ok || was != text {
			want[to] = text
		}
	}
	if fmt.Sprint(want) != fmt.Sprint(does) {
		strip := func(s any) string { return strings.ReplaceAll(fmt.Sprint(s), w.root, "") }
		t.Errorf("%s\nbecame\n%s\nwhich did %s\nwant %s", strip(text), strip(now), strip(does),
			strip(want))
	}
}

// generator makes lines of commands that do no harm.
type generator struct {
	*rand.Rand
	tmp   string
	depth int
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) line() string {
	n := 1 + g.IntN(3)
	parts := make([]string, n)
	for i := range parts {
		parts[i] = g.statement()
	}
	return strings.Join(parts, g.pick("; ", "; ", " && ", " || ", "\n"))
}

// name is a file's name as it may be written.
func (g *generator) name() string {
	T := g.tmp
	switch g.IntN(12) {
	case 0, 1:
		return g.pick("a", "b", "new", "./a", "../p/b")
	case 2:
		return g.pick(T+"/old", T+"/dir/in", T+"/keep/k", T+"/claude/c", T+"/list")
	case 3:
		return g.pick(T+"/../p/a", T+"/dir/../x", "/"+T+"/x", T+"/./y", T+"/"+"z/../../tmp/x",
			T+"''/x", T[:len(T)-1]+`"p"/x`)
	case 4:
		return g.pick(T+"/$UP", T+"/$NAME", `"$NAME"`, T+"/x.$$", T+"/*", T+"/dir/*", T+"/{x,y}",
			T+"/[xy]")
	case 5:
		return g.pick(`"`+T+`/x y"`, `'`+T+`/x'`, `"`+T+`"/y`, T+`/"x"`, `$'`+T+`/x'`, `\`+T+`/x`)
	case 6:
		return T + g.pick("/dir/new", "/dir", "", "/")
	}
	return T + g.pick("/x", "/y", "/z", "/x", "/d/x")
}

// plainName is a name that is one literal.
func (g *generator) plainName() string {
	return g.pick("a", "b", g.tmp+"/x", g.tmp+"/x", g.tmp+"/y", g.tmp+"/old", g.tmp+"/dir/in",
		g.tmp+"/keep/k", g.tmp+"/dir")
}

// simple is one command with a name in it.
func (g *generator) simple(name string) string {
	return g.pick("cat "+name, "touch "+name, "touch "+name, "mkdir -p "+name, "cp a "+name,
		"cp "+name+" new", "echo t > "+name,
		"echo t >> "+name, "cat < "+name+" > out", "ls "+name+" > /dev/null", "printf %s t > "+name,
		"test -f "+name, "echo "+name)
}

func (g *generator) statement() string {
	if g.depth++; g.depth > 3 {
		g.depth--
		return g.simple(g.name())
	}
	defer func() { g.depth-- }()
	n, m := g.plainName(), g.plainName()
	switch g.IntN(42) {
	case 34:
		return g.simple(n) + "; " + g.use("$_")
	case 35:
		return g.use("link/" + g.pick("in", "new"))
	case 36:
		return "ls " + g.pick(g.tmp+"/dir", n) + " | xargs -I{} touch " + g.pick("{}", g.tmp+"/{}",
			g.tmp+"/dir/{}")
	case 37:
		return "X=" + n + `; [ -n "$X" ] && ` + g.use("$X")
	case 38:
		return "f() { local D=" + n + "; " + g.use("$D") + "; }; f; " + g.simple(m)
	case 39:
		return "D=" + g.pick(g.tmp, g.tmp+"/dir") + "; for f in $D/*; do " + g.use(g.pick("$f",
			"$f.c", "${f##*/}")) + "; done"
	case 40:
		return g.statement() + " && " + g.statement() + " > " + g.name()
	case 41:
		return "cat up | tee " + m + " > /dev/null"
	case 0:
		return "for f in " + g.name() + " " + n + "; do " + g.use("$f") + "; done"
	case 1:
		return "f() { " + g.use(`"$1"`) + "; }; f " + n + "; f " + m
	case 2:
		return "A=(" + n + " " + m + `); ` + g.use(`"${A[@]}"`) + "; " + g.use(`"${A[0]}"`)
	case 3:
		return "X=" + n + "; " + g.use("$X") + "; " + g.use(`"$X"`)
	case 4:
		return "D=" + g.pick(g.tmp, g.tmp+"/dir", g.tmp+"/d") + "; mkdir -p $D; " + g.use("$D/x") +
			"; " + g.use("$D/in")
	case 5:
		return "bash -c '" + g.simple(n) + "; " + g.simple(m) + "'"
	case 6:
		return `eval "` + g.simple(n) + `"`
	case 7:
		return "env V=1 " + g.pick("cp a "+g.name(), "touch "+g.name(), "cat "+g.name())
	case 8:
		return "timeout 5 bash -c '" + g.simple(n) + "'"
	case 9:
		return "echo " + n + " | xargs touch"
	case 10:
		return "xargs touch " + n + " < " + m
	case 11:
		return "find " + g.pick(g.tmp+"/dir", ".", n) + ` -name in -exec cp {} ` + m + ` \;`
	case 12:
		return "(cd " + g.pick(g.tmp, g.tmp+"/dir", "..") + " && " + g.simple(g.pick("x", "in",
			"old", "../p/a", g.name())) + ")"
	case 13:
		return "cd " + g.pick(g.tmp, g.tmp+"/dir", ".") + " && " + g.statement()
	case 14:
		return "if [ -f " + n + " ]; then " + g.simple(m) + "; else " + g.simple(n) + "; fi"
	case 15:
		return "[[ -e " + n + " ]] && " + g.simple(g.name())
	case 16:
		return "X=" + n + "; case $X in " + g.pick(g.tmp+"/x", "*x", g.tmp+"/*") + ") " +
			g.simple("$X") + ";; *) touch b2;; esac"
	case 17:
		return "X=" + n + "; [[ $X == " + g.pick(g.tmp+"/x", "*/x", "??????????*") + " ]] && " +
			g.use("$X")
	case 18:
		return "X=" + n + "; " + g.use(g.pick("${X%x}y", "${X##*/}", "${X#"+g.tmp+"/}", "${X%/*}/y",
			"${X/x/y}", "${X:0:3}", "${X:-b}"))
	case 19:
		return "X=" + n + "; (( ${#X} > " + strconv.Itoa(len(g.tmp)+4) + " )) && " + g.use("$X")
	case 20:
		return "cat > " + n + " <<E\n" + g.pick("text", m, "$NAME") + "\nE"
	case 21:
		return "while read l; do " + g.use(g.pick("$l", g.tmp+"/$l", n)) + "; done < " +
			g.pick(g.tmp+"/list", m)
	case 22:
		return "set -- " + n + " " + m + "; " + g.use("$2")
	case 23:
		return "X=$(cat " + n + "); " + g.simple(m)
	case 24:
		return "X=" + n + "; cp $X $(basename $X).c; cp a $(dirname $X)/q"
	case 25:
		return "export X=" + n + "; " + g.use("$X")
	case 26:
		return "# " + n + "\n" + g.simple(g.name())
	case 27:
		return "echo " + n + " > l; while read f; do touch $f; done < l"
	case 28:
		return "X=" + n + " bash -c '" + g.use("$X") + "'"
	case 29:
		return "bash -c '" + g.use(`"$1"`) + "' _ " + n
	case 30:
		return "X=" + n + `; Y="$NAME:$X:$NAME"; echo "$Y" > out; ` + g.use("$X")
	case 31:
		return "{ " + g.simple(n) + "; } > " + m
	case 32:
		return "printf '" + g.simple(n) + "' > " + m + "; bash " + m
	}
	return g.simple(g.name())
}

// use is a command with a value that is not written there.
func (g *generator) use(value string) string {
	return g.pick("touch "+value, "touch "+value, "cat "+value, "echo t > "+value,
		"cp "+value+" out", "cp a "+value, "mkdir -p "+value,
		"echo "+value, "test -f "+value, "bash -c \"touch "+strings.ReplaceAll(value, `"`, "")+"\"")
}
