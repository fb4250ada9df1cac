package paths

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestReadings: what a name in the project may mean where it is spelled as Windows does.
func TestReadings(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("names are read so at once")
	}
	for _, tt := range []struct {
		name string
		want string // beside the name itself
	}{
		{"src/a.go", ""},
		{"./...", ""},
		{"a/.../b", ""},
		{"..", ""},
		{".gitignore", ""},
		{"src/aux.c", ""},
		{"nul", ""},
		{"a b", ""},
		{"a:b.txt", "/w/p/a /w/p/b.txt"},
		{"foo.", "/w/p/foo"},
		{"foo ", "/w/p/foo"},
		{"foo. . ", "/w/p/foo"},
		{".git /hooks", "/w/p/.git/hooks"},
		{".git./config", "/w/p/.git/config"},
		{".. /x", "/w/p/../x"},
		{"file.txt:stream:$DATA", "/w/p/file.txt"},
		{":stream", ""},
		{".git::$INDEX_ALLOCATION/config", "/w/p/.git/config"},
		{`a\b`, "/w/p/a/b"},
		{`..\..\x`, "/w/p/../../x"},
		{`\x`, "/x"},
		{`C:x`, "/w/p/C /w/p/x"},
		{`C:..\x`, "/w/p/C/x /w/p/../x"},
		{`C:`, "/mnt/c"},
		{`C:\Users\me`, "/mnt/c/Users/me"},
		{`C:/Users/me`, "/mnt/c/Users/me"},
		{`d:\a.\bb:s`, "/mnt/d/a./bb:s /mnt/d/a/bb"},
		{`\\?\C:\a`, "/mnt/c/a"},
		{`\\.\C:\a`, "/mnt/c/a"},
		{`\??\C:\a`, "/mnt/c/a"},
		{`\\?\UNC\host\c$\a`, "/UNC/host/c$/a /mnt/c/a"},
		{`\\host\c$\a`, "/UNC/host/c$/a /mnt/c/a"},
		{`\\host\share\a`, "/UNC/host/share/a"},
		{`\\?\UNC\host\share\a`, "/UNC/host/share/a"},
		{`\\.\PhysicalDrive0`, "/UNC/dev/PhysicalDrive0"},
		{`\\.\pipe\x`, "/UNC/dev/pipe/x"},
		{`\\wsl$\Ubuntu\etc\profile`, "/etc/profile"},
		{`\\wsl.localhost\Ubuntu\w\p\a`, "/w/p/a"},
		{`\\host`, "/UNC/host/"},
	} {
		p := Absolute("/w/p", tt.name)
		p.Dirs = nil
		r := New("/w/p", "/w", "", true)
		got, _ := r.forms(&p)
		if p.Abs == got[0] {
			got = got[1:]
		}
		if have := strings.Join(got, " "); have != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, have, tt.want)
		}
	}
}

// TestReadingsAbove: directories above the project are called what they are called.
func TestReadingsAbove(t *testing.T) {
	for _, project := range []string{"/w/a:b", "/w/a./p", "/RUNNER~1/p", `/w/a\b`,
		"/mnt/c/Users/me/p"} {
		if runtime.GOOS == "windows" {
			t.Skip("names are read so at once")
		}
		r := New(project, "/w", "", true)
		for _, name := range []string{"x", "x/y", "."} {
			p := Absolute(project, name)
			if forms, unsure := r.forms(&p); len(forms) > 1 || unsure {
				t.Errorf("%s in %s: has more meanings", name, project)
			}
		}
	}
}

func TestShortFor(t *testing.T) {
	for _, tt := range []struct {
		short, long string
		want        bool
	}{
		{"CLAUDE~1", ".claude", true},
		{"claude~2", ".claude", true},
		{"GIT~1", ".git", true},
		{"SSH~1", ".ssh", true},
		{"ENV~1", ".env", true},
		{"GITMOD~1", ".gitmodules", true},
		{"GI7EBA~1", ".gitmodules", true},
		{"GI7XBA~1", ".gitmodules", false},
		{"SETTIN~1.JSO", "settings.json", true},
		{"SETTIN~2.JSO", "settings.local.json", true},
		{"SETTIN~1.TXT", "settings.json", false},
		{"SETTI~10.JSO", "settings.json", true},
		{"MCP~1.JSO", ".mcp.json", true},
		{"MCP~1", ".mcp.json", false},
		{"PROGRA~1", "Program Files", true},
		{"HEAD~1", "HEAD", false},
		{"CONFIG~1", "config", false},
		{"HOOKS~1", "hooks", false},
		{"S~1", "settings", false},
		{"FOO~1", ".claude", false},
	} {
		if got := isShort(tt.short) && shortFor(tt.short, tt.long); got != tt.want {
			t.Errorf("%s for %s: got %v", tt.short, tt.long, got)
		}
	}
	for _, c := range []string{"a~", "~1", "a.c~", "a.c.~1~", "HEAD~1^", "LONGNAME~1", "a~b",
		"a~1.json"} {
		if isShort(c) {
			t.Errorf("%s is no short name", c)
		}
	}
}

func TestIsDevice(t *testing.T) {
	for c, want := range map[string]bool{
		"CON": true, "con.txt": true, "aux.tar.gz": true, "Prn": true, "COM1": true, "lpt9.x": true,
		"COM¹": true, "CONIN$": true, "CONOUT$": true, "aux:s": true, "con ": true,
		"NUL": false, "comma": false, "command": false, "com": false, "comx": false, "config": false,
		"auxiliary.c": false, "": false, ".con": false, "console.log": false,
	} {
		if got := isDevice(c); got != want {
			t.Errorf("%q: got %v", c, got)
		}
	}
}

// TestGuardSpelling: no spelling of Windows hides a protected name, and none makes another
// protected.
func TestGuardSpelling(t *testing.T) {
	const allow, ask, deny = rule.Unset, rule.Ask, rule.Deny
	home := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(home, "p", ".git"), 0o755))
	for _, tt := range []struct {
		path string
		want rule.Decision
	}{
		{"a:b.txt", allow},
		{"foo.", allow},
		{"foo.claude", allow},
		{"foo~1", allow},
		{"HEAD~1", allow},
		{"src/con.go", allow},
		{"Dockerfile:dev", allow},
		{`a\b`, allow},
		{"x.claude./y", allow},
		{".claude.bak/plan.json", allow},
		{".claude/settings.json::$DATA", deny},
		{".claude/settings.json:x", deny},
		{".claude::$INDEX_ALLOCATION/settings.json", deny},
		{".claude./settings.json", deny},
		{".claude . /settings.json", deny},
		{".CLAUDE./SETTINGS.JSON.", deny},
		{".claude/settings.json ", deny},
		{`.claude\settings.json`, deny},
		{`src\..\.claude\hooks\a.sh`, deny},
		{"C:.claude/settings.json", deny},
		{"CLAUDE~1/settings.json", deny},
		{"claude~1/SETTIN~1.JSO", deny},
		{`CLAUDE~1.\SETTIN~1.JSO:x`, deny},
		{".git /hooks/pre-commit", deny},
		{".git./config", deny},
		{"GIT~1/hooks/pre-commit", deny},
		{"sub/GIT~1/config", deny},
		{"SSH~1/authorized_keys", deny},
		{"GITMOD~1", ask},
		{".mcp.json.", ask},
		{"Jenkinsfile.", ask},
		{"HEAD.", ask},
		{`C:\Users\me\.ssh\id_rsa`, deny},
		{`C:\Users\me\.bashrc`, deny},
		{`\\?\C:\Users\me\.claude.json`, deny},
		{`\\host\c$\Users\me\.gitconfig`, deny},
		{`C:\Users\me\CLAUDE~1.JSO`, deny},
		{"/mnt/c/Users/me/.ssh/id_rsa", deny},
		{"/mnt/c/Users/me/.bashrc", deny},
		{"/mnt/c/users/me/.config/git/config", deny},
		{"/mnt/c/Users/me/a.txt", allow},
		{`\\wsl$\Ubuntu\etc\profile`, deny},
		{`\\wsl.localhost\Ubuntu\etc\cron.d\x`, deny},
	} {
		g := NewGuard(New(filepath.Join(home, "p"), home, "", true), "", nil, nil)
		e := fact.Effect{Kind: fact.Write, Path: Absolute(filepath.Join(home, "p"), tt.path)}
		if got, why := g.Protected(&e); got != tt.want {
			t.Errorf("%s: got %v (%s), want %v", tt.path, got, why, tt.want)
		}
	}
}

// TestInsideSpelling: a path is in the project if all that it may mean is.
func TestInsideSpelling(t *testing.T) {
	base := tree(t)
	proj := base + "/proj"
	for _, tt := range []struct {
		path string
		want fact.Tri // inside
	}{
		{"x:b.txt", fact.Yes},
		{"a:b.txt", fact.No}, // a leads out
		{"foo.", fact.Yes},
		{"foo~1", fact.Yes},
		{`sub\x`, fact.Yes},
		{"C:sub/x", fact.Yes},
		{`..\x`, fact.No},
		{`sub\..\..\x`, fact.No},
		{".. /x", fact.No},
		{`C:..\x`, fact.No},
		{`C:\x`, fact.No},
		{"C:/x", fact.No},
		{`\\host\share\x`, fact.No},
		{`\\.\COM1`, fact.No},
		{`\x`, fact.No},
		{"link./passwd", fact.No},
		{`\\wsl$\D` + proj + "/x", fact.Yes},
		{"~/x", fact.Yes}, // a shell has expanded what is one
	} {
		p := Absolute(proj, tt.path)
		w, to := New(proj, base+"/home", "", true).Inside(&p, ".", false)
		if got := w.And(to); got != tt.want && runtime.GOOS != "windows" {
			t.Errorf("%s: got %v, want %v", tt.path, got, tt.want)
		}
	}
}

// TestNamed: a tilde in a file tool is the home and a directory's name.
func TestNamed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths have a drive")
	}
	for _, tt := range []struct{ name, want string }{
		{"a", "/w/p/a"},
		{"~", "/w /w/p/~"},
		{"~/x", "/w/x /w/p/~/x"},
		{"~/../x", "/w/../x /w/p/~/../x"},
		{`~\x`, `/w/x /w/p/~\x`},
		{"~root/x", "/root/x /w/p/~root/x"},
		{"~nobodyatall/x", "/w/p/~nobodyatall/x"},
		{"~$a.docx", "/w/p/~$a.docx"},
		{"a~/x", "/w/p/a~/x"},
	} {
		p := Named("/w/p", "/w", tt.name)
		var got []string
		forms, _ := New("", "", "", false).forms(&fact.Path{Abs: p.Abs, Dirs: p.Dirs})
		for _, form := range forms[:max(1, len(p.Dirs))] {
			if form != "/" {
				form = strings.TrimSuffix(form, "/")
			}
			got = append(got, form)
		}
		if have := strings.Join(got, " "); have != tt.want || !p.Known || p.Abs != clean(p.Abs) {
			t.Errorf("%s: got %s (%s), want %s", tt.name, have, p.Abs, tt.want)
		}
	}
}

// TestTwoSlashesNameAShare: with two slashes in front a file tool may be given a share of another host. A
// shell of this system makes one of them.
func TestTwoSlashesNameAShare(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths have a drive")
	}
	for _, tt := range []struct {
		name         string
		share, shell fact.Tri
	}{
		{"//host/share/x", fact.Yes, fact.No},
		{"//192.0.2.1/c$/x", fact.Yes, fact.No},
		{`\\host\share\x`, fact.Yes, fact.Yes},
		{"//host/../x", fact.Yes, fact.No},
		{"///host/x", fact.No, fact.No},
		{"/host/x", fact.No, fact.No},
		{"a//host/x", fact.No, fact.No},
		{"//wsl$/D/x", fact.No, fact.No},
	} {
		r := New("/w/p", "/w", "", true)
		named, word := Named("/w/p", "/w", tt.name), fact.Lit(tt.name)
		if got, _ := r.Glob(&named, "/UNC/**", true); (got != fact.No) != (tt.share != fact.No) {
			t.Errorf("%s: a file tool: %v, want %v", tt.name, got, tt.share)
		}
		plain := Path(fact.Dirs{List: []string{"/w/p"}, Known: true}, &word)
		if got, _ := r.Glob(&plain, "/UNC/**", true); (got != fact.No) != (tt.shell != fact.No) {
			t.Errorf("%s: a shell: %v, want %v", tt.name, got, tt.shell)
		}
	}
}

// FuzzSpelling: a name is judged at least as strictly as each name that it may stand for, and what
// Windows reads as others do is not read twice.
func FuzzSpelling(f *testing.F) {
	for _, s := range []string{"a:b", ".git./config", `C:\Users\me\.ssh`, `\\?\UNC\h\c$\x`, "GIT~1/x",
		". ./x",
		`\\wsl$`, "C:", "//", `\`, "~/x", "a/ /b", "...", "x:", ":x", `\\.\`, "/mnt/c/Users/me/.bashrc"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if strings.ContainsRune(name, 0) || len(name) > 200 {
			return
		}
		p := Absolute("/w/p", name)
		r := New("/w/p", "/w", "/w/s", true)
		forms, _ := r.forms(&p)
		w, to := r.Inside(&p, ".", false)
		g := NewGuard(r, "", nil, nil)
		e := fact.Effect{Kind: fact.Write, Path: p}
		all, _ := g.Protected(&e)
		for _, form := range forms {
			if !isAbs(form) {
				t.Fatalf("%q: %q is not absolute", name, form)
			}
			one := fact.Path{Written: form, Abs: clean(form), Dirs: []string{form}, Known: true}
			w1, to1 := New("/w/p", "/w", "/w/s", true).Inside(&one, ".", false)
			if w.And(to) == fact.Yes && w1.And(to1) == fact.No {
				t.Errorf("%q is inside, and %q is not", name, form)
			}
			e.Path = one
			if d, _ := NewGuard(New("/w/p", "/w", "/w/s", true), "", nil, nil).Protected(&e); d > all {
				t.Errorf("%q: %v, and %q: %v", name, all, form, d)
			}
		}
	})
}
