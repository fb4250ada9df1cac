package policy_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
)

// trustPlace is a home and a project with a config that loosens.
func trustPlace(t *testing.T) (home, project string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project = filepath.Join(dir, "home"), filepath.Join(dir, "home", "work", "shop")
	write(t, filepath.Join(project, ".claude", "fencepost.yaml"), "default: allow\n")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return home, project
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func state(home, project string) policy.TrustState {
	return policy.Load(policy.Source{Home: home, Project: project}).Trust
}

func trustIt(t *testing.T, home, project string) {
	t.Helper()
	p := policy.Load(policy.Source{Home: home, Project: project, Foreign: true})
	if err := policy.WriteTrust(home, &policy.Trust{Project: policy.ResolveProject(project),
		Config: p.ConfigSum()}); err != nil {
		t.Fatal(err)
	}
}

// TestTrustContent: trust is of exactly the files that are there, with their names.
func TestTrustContent(t *testing.T) {
	home, project := trustPlace(t)
	file := filepath.Join(project, ".claude", "fencepost.yaml")
	conf := filepath.Join(project, ".claude", "fencepost", "config")
	if got := state(home, project); got != policy.NotTrusted {
		t.Fatalf("before: %v", got)
	}
	trustIt(t, home, project)
	steps := []struct {
		name string
		do   func() error
		want policy.TrustState
	}{
		{"trusted", func() error { return nil }, policy.Trusted},
		{"a comment", func() error { return os.WriteFile(file, []byte("default: allow # x\n"), 0o644) },
			policy.Changed},
		{"as before", func() error { return os.WriteFile(file, []byte("default: allow\n"), 0o644) },
			policy.Trusted},
		{"only restrictions",
			func() error { return os.WriteFile(file, []byte("default: deny\n"), 0o644) }, policy.Changed},
		{"as before again", func() error { return os.WriteFile(file, []byte("default: allow\n"), 0o644) },
			policy.Trusted},
		{"a directory in its place", func() error {
			write(t, filepath.Join(conf, "a.yaml"), "default: allow\n")
			return nil
		}, policy.Changed},
		{"trusted as well", func() error { trustIt(t, home, project); return nil }, policy.Trusted},
		{"renamed", func() error {
			return os.Rename(filepath.Join(conf, "a.yaml"),
				filepath.Join(conf, "b.yaml"))
		}, policy.Changed},
		{"renamed back", func() error {
			return os.Rename(filepath.Join(conf, "b.yaml"),
				filepath.Join(conf, "a.yaml"))
		}, policy.Trusted},
		{"one more file", func() error { write(t, filepath.Join(conf, "b.yaml"), ""); return nil },
			policy.Changed},
		{"trusted with it", func() error { trustIt(t, home, project); return nil }, policy.Trusted},
		{"one file less", func() error { return os.Remove(filepath.Join(conf, "b.yaml")) }, policy.Changed},
	}
	for _, step := range steps {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := state(home, project); got != step.want {
			t.Errorf("%s: %v, want %v", step.name, got, step.want)
		}
	}
	if was, err := policy.RevokeTrust(home, project); !was || err != nil {
		t.Errorf("revoked: %v, %v", was, err)
	}
	if was, err := policy.RevokeTrust(home, project); was || err != nil {
		t.Errorf("revoked again: %v, %v", was, err)
	}
	if got := state(home, project); got != policy.NotTrusted {
		t.Errorf("revoked: %v", got)
	}
}

// TestTrustPlace: trust is of one directory, by whatever name it is reached, and not of another
// with the same files.
func TestTrustPlace(t *testing.T) {
	home, project := trustPlace(t)
	trustIt(t, home, project)
	link := filepath.Join(home, "link")
	if err := os.Symlink(project, link); err != nil {
		t.Fatal(err)
	}
	if got := state(home, link); got != policy.Trusted {
		t.Errorf("by a link: %v", got)
	}
	copied := filepath.Join(home, "work", "copy")
	write(t, filepath.Join(copied, ".claude", "fencepost.yaml"), "default: allow\n")
	if got := state(home, copied); got != policy.NotTrusted {
		t.Errorf("a copy: %v", got)
	}
	if got := state(filepath.Join(home, "other"), project); got != policy.NotTrusted {
		t.Errorf("another person: %v", got)
	}
	if got := state("", project); got != policy.NotTrusted {
		t.Errorf("nobody: %v", got)
	}
}

// TestTrustFileIsOwn: a record that somebody else can write, or that is none, counts for nothing.
func TestTrustFileIsOwn(t *testing.T) {
	home, project := trustPlace(t)
	trustIt(t, home, project)
	file := policy.TrustFile(home, project)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(file); info.Mode().Perm() != 0o600 {
		t.Errorf("the record has the mode %v", info.Mode())
	}
	if info, _ := os.Stat(filepath.Dir(file)); info.Mode().Perm() != 0o700 {
		t.Errorf("its directory has the mode %v", info.Mode())
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	put := func(data []byte) func() error {
		return func() error {
			return os.WriteFile(file, data,
				0o600)
		}
	}
	elsewhere := filepath.Join(home, "elsewhere")
	for _, step := range []struct {
		name string
		do   func() error
		want policy.TrustState
	}{
		{"writable by the group", func() error { return os.Chmod(file, 0o620) }, policy.NotTrusted},
		{"writable by all", func() error { return os.Chmod(file, 0o602) }, policy.NotTrusted},
		{"readable by all", func() error { return os.Chmod(file, 0o644) }, policy.Trusted},
		{"empty", put(nil), policy.NotTrusted},
		{"as it was", put(good), policy.Trusted},
		{"cut", put(good[:len(good)-1]), policy.NotTrusted},
		{"longer", put(append(slices.Clone(good), "more\n"...)), policy.NotTrusted},
		{"another version", put([]byte(strings.Replace(string(good), "trust 1", "trust 2", 1))),
			policy.NotTrusted},
		{"another project", put([]byte(strings.Replace(string(good), "shop", "ship", 1))), policy.NotTrusted},
		{"huge", put(append(slices.Clone(good), strings.Repeat("directory \"/x\"\n", 10000)...)),
			policy.NotTrusted},
		{"a link", func() error {
			if err := os.WriteFile(elsewhere, good, 0o600); err != nil {
				return err
			}
			if err := os.Remove(file); err != nil {
				return err
			}
			return os.Symlink(elsewhere, file)
		}, policy.NotTrusted},
		{"a directory", func() error {
			if err := os.Remove(file); err != nil {
				return err
			}
			return os.Mkdir(file, 0o700)
		}, policy.NotTrusted},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if got := state(home, project); got != step.want {
			t.Errorf("%s: %v, want %v", step.name, got, step.want)
		}
		os.Chmod(file, 0o600)
	}
	if os.Geteuid() == 0 {
		os.RemoveAll(file)
		put(good)()
		if err := os.Chown(file, 12345, 12345); err != nil {
			t.Skip(err)
		}
		if got := state(home, project); got != policy.NotTrusted {
			t.Errorf("of another user: %v", got)
		}
	}
}

// TestTrustWorktree: a linked work tree of a trusted project is trusted for the same content; a
// .git file that only says that it is one is not believed.
func TestTrustWorktree(t *testing.T) {
	home, project := trustPlace(t)
	trustIt(t, home, project)
	linked := func(name, text string) string {
		dir := filepath.Join(home, "work", name)
		write(t, filepath.Join(dir, ".claude", "fencepost.yaml"), text)
		admin := filepath.Join(project, ".git", "worktrees", name)
		write(t, filepath.Join(dir, ".git"), "gitdir: "+admin+"\n")
		write(t, filepath.Join(admin, "gitdir"), filepath.Join(dir, ".git")+"\n")
		write(t, filepath.Join(admin, "commondir"), "../..\n")
		return dir
	}
	good := linked("good", "default: allow\n")
	if got := state(home, good); got != policy.Trusted {
		t.Errorf("a linked work tree: %v", got)
	}
	if got := state(home, linked("other", "default: allow # more\n")); got != policy.NotTrusted {
		t.Errorf("one with another config: %v", got)
	}
	forge := func(name, gitdir string) string {
		dir := filepath.Join(home, "work", name)
		write(t, filepath.Join(dir, ".claude", "fencepost.yaml"), "default: allow\n")
		write(t, filepath.Join(dir, ".git"), "gitdir: "+gitdir+"\n")
		return dir
	}
	admin := filepath.Join(project, ".git", "worktrees", "good")
	if got := state(home, forge("forged", admin)); got != policy.NotTrusted {
		t.Errorf("a .git file that names another's work tree: %v", got)
	}
	if got := state(home, forge("plain", filepath.Join(project, ".git"))); got != policy.NotTrusted {
		t.Errorf("a .git file that names the repository: %v", got)
	}
	// with an administration of its own that names the trusted repository
	own := forge("own", "admin/worktrees/own")
	write(t, filepath.Join(own, "admin", "worktrees", "own", "gitdir"), filepath.Join(own, ".git")+
		"\n")
	write(t, filepath.Join(own, "admin", "worktrees", "own", "commondir"),
		filepath.Join(project, ".git")+"\n")
	if got := state(home, own); got != policy.NotTrusted {
		t.Errorf("an administration of its own: %v", got)
	}
	for _, text := range []string{"", "gitdir: ", "gitdir: \x00", "gitdir: /nowhere",
		strings.Repeat("x", 20000)} {
		write(t, filepath.Join(own, ".git"), text)
		if got := state(home, own); got != policy.NotTrusted {
			t.Errorf("the .git file %.20q: %v", text, got)
		}
	}
}

func TestTrustedDirectories(t *testing.T) {
	home, project := trustPlace(t)
	if got := policy.TrustedDirectories(home, project); got != nil {
		t.Errorf("without a record: %q", got)
	}
	want := []string{filepath.Join(home, "shared"), "/srv/a \"quoted\"\nname"}
	if err := policy.WriteTrust(home, &policy.Trust{Project: project, Config: strings.Repeat("0", 64),
		Directories: want}); err != nil {
		t.Fatal(err)
	}
	if got := policy.TrustedDirectories(home, project); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := policy.WriteTrust(home, &policy.Trust{Project: project, Config: strings.Repeat("0", 64),
		Directories: []string{"rel"}}); err == nil {
		t.Error("a relative directory was recorded")
	}
}

// TestUntrustedLayers: what of an untrusted config counts.
func TestUntrustedLayers(t *testing.T) {
	home, project := trustPlace(t)
	config := filepath.Join(project, ".claude", "fencepost.yaml")
	user := filepath.Join(home, ".claude", "fencepost.yaml")
	for _, tt := range []struct {
		user, project string
		want          policy.TrustState
		ignored       int
		settings      map[string]string
	}{
		{"", "default: deny\n", policy.NotTrusted, 0, map[string]string{"default": "deny"}},
		{"", "default: allow\n", policy.NotTrusted, 1, map[string]string{"default": "ask"}},
		{"default: deny\n", "default: ask\n", policy.NotTrusted, 1, map[string]string{"default": "deny"}},
		{"default: deny\n", "tools: {bash: {ask: [x]}}\n", policy.NotTrusted, 1, nil},
		{"default: ask\n", "tools: {bash: {ask: [x]}}\n", policy.Restricts, 0, nil},
		{"default: allow\n", "default: ask\nmode: allow\n", policy.NotTrusted, 1,
			map[string]string{"default": "ask", "mode": ""}},
		{"redirect: {tmp: false}\n", "redirect: {tmp: false, tmpTarget: /}\n", policy.NotTrusted, 0, nil},
		{"redirect: {tmp: false}\n", "redirect: {tmp: true, tmpTarget: /srv}\n", policy.NotTrusted, 2,
			map[string]string{"redirect.tmp": "false", "redirect.tmpTarget": "/tmp/claude"}},
		{"output: {allow: explicit}\n", "output: {allow: silent}\naudit: {enabled: false}\n", policy.NotTrusted,
			1,
			map[string]string{"output.allow": "silent", "audit.enabled": "true"}},
		{"onError: deny\ndynamic: deny\n", "onError: allow\ndynamic: ask\n", policy.NotTrusted, 2,
			map[string]string{"onError": "deny", "dynamic": "deny"}},
	} {
		write(t, config, tt.project)
		os.Remove(user)
		if tt.user != "" {
			write(t, user, tt.user)
		}
		p := policy.Load(policy.Source{Home: home, Project: project})
		if len(p.Errors) > 0 {
			if tt.settings == nil {
				continue // what no config may say
			}
			t.Errorf("%q: %v", tt.project, p.Errors)
			continue
		}
		if p.Trust != tt.want || len(p.Ignored()) != tt.ignored {
			t.Errorf("%q over %q: %v with %v, want %v with %d", tt.project, tt.user, p.Trust, p.Ignored(),
				tt.want, tt.ignored)
		}
		if (p.IgnoredText() != "") != (tt.ignored > 0) {
			t.Errorf("%q: says %q", tt.project, p.IgnoredText())
		}
		set := p.Effective()
		for _, v := range policy.SettingValues(&set) {
			if want, ok := tt.settings[v.Key]; ok && v.Value != want {
				t.Errorf("%q over %q: %s is %q, want %q", tt.project, tt.user, v.Key, v.Value, want)
			}
		}
		for _, v := range p.Provenance() {
			if want, ok := tt.settings[v.Key]; ok && v.Value != want {
				t.Errorf("%q over %q: provenance has %s: %q, want %q", tt.project, tt.user, v.Key, v.Value,
					want)
			}
		}
	}
}

func FuzzTrust(f *testing.F) {
	t := &policy.Trust{Project: "/home/eve/shop", Config: strings.Repeat("0123456789abcdef", 4)}
	f.Add(t.Encode())
	t.Directories = []string{"/srv/a b", "/srv/\"x\"\n"}
	f.Add(t.Encode())
	t.Environments = []string{t.Config, strings.Repeat("a", 64)}
	f.Add(t.Encode())
	f.Add([]byte("fencepost trust 1\nproject \"/x\"\nconfig 00\nenvironment 00\n"))
	f.Add([]byte("fencepost trust 1\n"))
	f.Add([]byte("fencepost trust 1\nproject \"/x\"\nconfig 00\ndirectory \"..\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := policy.ParseTrust(data)
		if err != nil {
			return
		}
		if string(got.Encode()) != string(data) {
			t.Errorf("%q is read as %+v, which is written as %q", data, got, got.Encode())
		}
		for _, sum := range got.Environments {
			if !policy.IsSum(sum) {
				t.Errorf("%q holds the sum %q", data, sum)
			}
		}
		for _, dir := range append([]string{got.Project}, got.Directories...) {
			if !filepath.IsAbs(dir) || filepath.Clean(dir) != dir {
				t.Errorf("%q holds the path %q", data, dir)
			}
		}
	})
}

// FuzzWorktree reads .git files and git's own files as anybody can write them.
func FuzzWorktree(f *testing.F) {
	f.Add("gitdir: .git/worktrees/x", "../.git", "../..")
	f.Add("gitdir: ../shop/.git/worktrees/x\n", "", "")
	f.Fuzz(func(t *testing.T, link, back, common string) {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, ".git"), []byte(link), 0o600)
		admin := filepath.Join(dir, "a", ".git", "worktrees", "x")
		os.MkdirAll(admin, 0o700)
		os.WriteFile(filepath.Join(admin, "gitdir"), []byte(back), 0o600)
		os.WriteFile(filepath.Join(admin, "commondir"), []byte(common), 0o600)
		if main := policy.MainWorkTree(dir); main != "" && main != policy.ResolveProject(filepath.Join(dir, "a")) {
			t.Errorf("%q, %q, %q: the main work tree is %q", link, back, common, main)
		}
	})
}

// TestUntrustedStandard: without a config of the person's, what the program was built with stays
// below, and a policy that is enforced stays above.
func TestUntrustedStandard(t *testing.T) {
	home, project := trustPlace(t)
	b := newBundle(t, nil)
	baked := withOrg(t, b, map[string]string{
		"acme":  "baked: {name: acme, version: '1', default: usual}\n",
		"usual": "default: deny\ntools: {bash: {deny: [x]}}\n",
	})
	p := policy.Load(policy.Source{Home: home, Project: project, Presets: b, Baked: baked})
	if len(p.Errors) > 0 || !p.Default || !slices.Contains(p.Presets(), "usual") ||
		p.Effective().Default.String() != "deny" {
		t.Errorf("default %v, presets %q, %v, %v", p.Default, p.Presets(), p.Effective().Default,
			p.Errors)
	}
	trustIt(t, home, project)
	p = policy.Load(policy.Source{Home: home, Project: project, Presets: b, Baked: baked})
	if p.Trust != policy.Trusted || p.Default || slices.Contains(p.Presets(), "usual") ||
		p.Effective().Default.String() != "allow" {
		t.Errorf("trusted: %v, default %v, presets %q, %v", p.Trust, p.Default, p.Presets(),
			p.Effective().Default)
	}
	enforced := withOrg(t, b, map[string]string{"strict": head + "default: ask\n"})
	p = policy.Load(policy.Source{Home: home, Project: project, Presets: b, Baked: enforced})
	if p.Trust != policy.Trusted || p.Effective().Default.String() != "ask" {
		t.Errorf("enforced: %v, %v", p.Trust, p.Effective().Default)
	}
}
