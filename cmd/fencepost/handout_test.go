package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/sshsig/sshsigtest"
	"github.com/fencepost/fencepost/internal/policy/handout"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestHandedOutGuard: the agent moves neither the policy nor its signature, by no name and no way,
// and what only reads them or lies beside them is left alone.
func TestHandedOutGuard(t *testing.T) {
	p := newPolicyOf(t)
	p.file = filepath.Join(p.project, "team",
		"acme.fencepost") // where everything else may be written
	if err := os.MkdirAll(filepath.Dir(p.file), 0o700); err != nil {
		t.Fatal(err)
	}
	p.hands(t, head+"default: ask\n")
	p.names(t, "tools: {bash: {allow: [rm, cp, mv, ln, touch, sed, tee, chmod, echo, ls, cat, mkdir,"+
		" git, dd, truncate]}}\n"+
		"effects: [{on: [write, append, delete, meta], glob: '**', decision: allow}]\n")
	if err := putFile(filepath.Join(p.project, "a", "acme.fencepost"), "x"); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(p.file, filepath.Join(p.project, "hard")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("team", filepath.Join(p.project, "link")); err != nil {
		t.Skip(err)
	}
	for _, command := range []string{
		"rm team/acme.fencepost", "rm team/acme.fencepost.sig", "cp x team/acme.fencepost",
		"mv x team/acme.fencepost.sig",
		"mv team/acme.fencepost y", "echo x > team/acme.fencepost", "echo x >> team/acme.fencepost.sig",
		"sed -i s/a/b/ team/acme.fencepost", "tee team/acme.fencepost", "chmod 777 team/acme.fencepost",
		"ln -sf x team/acme.fencepost", "cp x link/acme.fencepost", "cp x hard", "truncate -s 0 hard",
		"cd team && cp x acme.fencepost", "cp x TEAM/ACME.FENCEPOST",
		"touch team/../team/acme.fencepost",
		"dd of=team/acme.fencepost", "cp x team/acme.*", "rm team/*", "rm -rf team", "mv team old",
		"rm -rf ../work",
		"cp x $HOME/work/team/acme.fencepost", "f=team/acme.fencepost; rm $f", "cp -r a/. team",
	} {
		if got, reason := p.judged(t, command); got == "allow" {
			t.Errorf("%s: %s %s", command, got, reason)
		}
	}
	for _, command := range []string{
		"cat team/acme.fencepost", "cp team/acme.fencepost x", "touch team/other", "rm team/other",
		"mkdir team/sub",
		"rm -rf build", "mv a b", "cp x acme.fencepost", "touch team/acme.fencepost.bak",
	} {
		if got, reason := p.judged(t, command); got != "allow" {
			t.Errorf("%s: %s %s", command, got, reason)
		}
	}
}

// TestHandedOutAcme: the worked example of an organisation's policy passes its tests handed out as
// it does built in (TestOrgBuild), also where a config tries to loosen every rule of it.
func TestHandedOutAcme(t *testing.T) {
	p := newPolicyOf(t)
	exe := binary(t)
	run := func(args ...string) (string, error) {
		c := exec.Command(exe, args...)
		c.Env = append(os.Environ(), "HOME="+p.home, "FENCEPOST_HOME=")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := run("compile", "-o", p.file, acme); err != nil || !strings.Contains(out,
		"acme.yaml: acme 1.4.0, enforced, default acme-dev") {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, data, p.signer.Sign(handout.Namespace, data))
	loosen, err := os.ReadFile(acme + "/tests/loosen/fencepost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	names := "policy: " + p.file + "\npolicyKey: " + p.signer.Key() + "\n"
	bare, user := filepath.Join(p.home, "bare.yaml"), filepath.Join(p.home, "user.yaml")
	for path, text := range map[string]string{bare: names, user: names + string(loosen)} {
		if err := putFile(path, text); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"--user", bare, acme + "/tests/policy.yaml"},
		{"--user", user, "--config", acme + "/tests/loosen", acme + "/tests/loosen/attempts.yaml"},
		{"--user", user, "--config", empty(t), acme + "/tests/loosen/attempts.yaml"},
		{"--user", bare, acme + "/tests/loosen/attempts.yaml"},
	} {
		if out, err := run(append([]string{"test"}, args...)...); err != nil {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
	}
	p.config(t, names+string(loosen))
	if out, _ := run("verify", "--cwd",
		p.project); !strings.Contains(out, "has no effect: the organisation policy") ||
		!strings.Contains(out, "cannot allow what the organisation policy asks") {
		t.Errorf("verify: %s", out)
	}
	if out, err := run("config", "--cwd", p.project); err != nil ||
		!strings.Contains(out, "acme 1.4.0 sha256:") || !strings.Contains(out, p.file+"/acme.yaml:") {
		t.Errorf("config: %v: %s", err, out)
	}
	if out, err := run("compile", "--cwd",
		p.project); err != nil || !strings.Contains(out, p.file+": 5 deny") {
		t.Errorf("compile: %v: %s", err, out)
	}
	if got, reason := p.judged(t, "terraform destroy"); got != "deny" {
		t.Errorf("%s: %s", got, reason)
	}
}

// TestHandOut: what `compile -o` makes, and what it refuses.
func TestHandOut(t *testing.T) {
	p := newPolicyOf(t)
	t.Setenv("HOME", p.home)
	t.Setenv("FENCEPOST_HOME", "")
	t.Chdir(p.project)
	for name, text := range map[string]string{
		"org/a.yaml": head + "tools: {bash: {deny: [frob]}}\n", "org/b.yaml": "baked: {name: dev}\n",
		"plain.yaml": "tools: {bash: {allow: [frob]}}\n", "plain/plain.yaml": "default: deny\n",
		"mistake.yaml": "nonsense: 1\n", "dev.yaml": "baked: {name: dev}\n",
		"two/a.yaml":   head + "default: deny\n",
		"two/b.yaml":   "baked: {name: b, version: \"1\", enforced: true}\ndefault: ask\n",
		"named/a.yaml": "baked: {name: git, default: git}\n",
		"twice/a.yaml": head, "twice/b.yaml": head,
		"far.yaml":        head + "import: [future]\n",
		"other.yaml":      "policy: /x\npolicyKey: " + p.signer.Key() + "\n",
		"defaults/a.yaml": "baked: {name: a, default: git}\n",
		"defaults/b.yaml": "baked: {name: b, default: npm}\n",
		"allows.yaml":     "tools: {bash: {allowChecks: ['(']}}\n",
		"preset.yaml":     "meta: {title: x}\nbaked: {name: NO}\n",
	} {
		if err := putFile(name, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("none", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args string
		code int
		want string
	}{
		{"-o out org", 0, "out: 2 files"},
		{"-o out org", 0, "a.yaml: acme 1, enforced"},
		{"-o out org", 0, "ssh-keygen -Y sign -n fencepost -f KEY out"},
		{"--output out org/a.yaml plain.yaml plain/plain.yaml", 0,
			"2-plain.yaml: a config below everybody's own"},
		{"-o out org --json", 0, `"enforced": true`},
		{"-o out plain.yaml", 0, "1 allow"},
		{"-o out mistake.yaml", 1, "mistake.yaml:1:1: unknown key"},
		{"-o out dev.yaml", 1, "nothing of this policy would be in force"},
		{"-o out two", 1, "two/b.yaml:2:10: default: ask contradicts default: deny"},
		{"-o out named", 1, `"git" is the name of a preset`},
		{"-o out twice", 1, `"acme" is the name of a preset, or of another policy`},
		{"-o out far.yaml", 1, `far.yaml:2:10: this program has no preset "future"`},
		{"-o out other.yaml", 1, "names no other one"},
		{"-o out defaults", 1, "contradicts default: git"},
		{"-o out allows.yaml", 1, "does not compile"},
		{"-o out preset.yaml", 1, "cannot be the name of a preset"},
		{"-o out none", 3, "there are no files *.yaml in none"},
		{"-o out missing.yaml", 3, "missing.yaml"},
		{"-o out", 3, "there is no config here"},
		{"org", 3, "name the file to make"},
		{"--sign key", 3, "name the file to make"},
		{"-o out --sign no-such-key org", 3, "ssh-keygen"},
		{"-o no/such/dir/out org", 3, "no such file"},
	} {
		os.Remove("out")
		var out bytes.Buffer
		code := run(append([]string{"compile"}, strings.Fields(tt.args)...),
			stdio{out: &out, err: &out})
		if code != tt.code || !strings.Contains(out.String(), tt.want) {
			t.Errorf("compile %s: status %d: %s\nwant %d, %q", tt.args, code, out.String(),
				tt.code, tt.want)
		}
		if _, err := os.Stat("out"); (err == nil) != (tt.code == 0) {
			t.Errorf("compile %s: is it there? %v", tt.args, err)
		}
	}
	// Without names it is the configs that count here, and none that nobody has trusted.
	p.config(t, "tools: {bash: {deny: [frob]}}\n")
	var out bytes.Buffer
	if code := run([]string{"compile", "-o", "out"}, stdio{out: &out, err: &out}); code != exitOK ||
		!strings.Contains(out.String(), "fencepost.yaml: a config below everybody's own") {
		t.Errorf("status %d: %s", code, out.String())
	}
	if err := putFile(".claude/fencepost.yaml", "default: allow\n"); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if code := run([]string{"compile", "-o", "out"}, stdio{out: &out, err: &out}); code == exitOK ||
		!strings.Contains(out.String(), "not trusted") {
		t.Errorf("status %d: %s", code, out.String())
	}
}

// TestHandOutSigned goes the whole way with a key of ssh-keygen: made, signed, named, in force.
func TestHandOutSigned(t *testing.T) {
	program := testkit.Installed(t, "ssh-keygen")
	p := newPolicyOf(t)
	t.Chdir(p.home)
	keygen := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v: %s", args, err, out)
		}
	}
	keygen("-q", "-t", "ed25519", "-N", "", "-f", "key")
	keygen("-q", "-t", "ed25519", "-N", "", "-f", "new key")
	if err := putFile("acme.yaml", head+"tools: {bash: {deny: [frob]}}\n"); err != nil {
		t.Fatal(err)
	}
	compile := func(key string) (config string) {
		t.Helper()
		var out bytes.Buffer
		if code := run([]string{"compile", "-o", p.file, "--sign", key, "acme.yaml"},
			stdio{out: &out, err: &out}); code != exitOK {
			t.Fatalf("status %d: %s", code, out.String())
		}
		_, config, ok := strings.Cut(out.String(), "~/.claude/fencepost.yaml:\n")
		if !ok {
			t.Fatalf("it does not say what to write: %s", out.String())
		}
		return config
	}
	p.config(t, compile("key"))
	if got, reason := p.judged(t, "frob"); got != "deny" || !strings.Contains(reason,
		"bash.deny: frob") {
		t.Errorf("%s: %s", got, reason)
	}
	// A new key: until the configs name it, they are broken.
	config := compile("new key")
	if got, reason := p.judged(t, "ls"); got != "deny" || !strings.Contains(reason, "another key") {
		t.Errorf("%s: %s", got, reason)
	}
	p.config(t, config)
	if got, reason := p.judged(t, "ls"); got != "allow" {
		t.Errorf("%s: %s", got, reason)
	}
	// Signed by hand, with the public key as NAME.pub has it.
	for _, name := range []string{p.file + ".sig"} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	keygen("-q", "-Y", "sign", "-n", "fencepost", "-f", "key", p.file)
	pub, err := os.ReadFile("key.pub")
	if err != nil {
		t.Fatal(err)
	}
	p.config(t, "policy: ~/acme/acme.fencepost\npolicyKey: "+string(pub))
	if got, reason := p.judged(t, "ls"); got != "allow" {
		t.Errorf("%s: %s", got, reason)
	}
}

// TestManaged: the config for everybody on the machine stands below the person's, and the policy
// that it names above all.
func TestManaged(t *testing.T) {
	p := newPolicyOf(t)
	p.hands(t, head+"tools: {bash: {deny: [frob], ask: [zap]}}\n")
	managed := filepath.Join(filepath.Dir(p.home), "etc", "fencepost.yaml")
	names := "policy: " + p.file + "\npolicyKey: " + p.signer.Key() + "\n"
	p.args = []string{"--managed=" + managed}
	mine := sshsigtest.New("mine")
	data := handout.Encode("1",
		[]handout.File{{Name: "mine.yaml", Data: []byte("baked: {name: mine, version: \"1\", " +
			"enforced: true}\ndefault: allow\ntools: {bash: {allowChecks: ['^zap|^frob'], deny: [mine]}}\n")}})
	own := filepath.Join(p.home, "mine.fencepost")
	for path, data := range map[string][]byte{own: data, own + ".sig": mine.Sign(handout.Namespace, data)} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name, managed, person string
		want                  map[string]string
	}{
		{"none", "", "", map[string]string{"frob": "ask", "ls": "allow"}},
		{"a policy alone", names, "", map[string]string{"frob": "deny", "zap": "ask", "ls": "allow"}},
		{"a policy and the person's config",
			names, "default: allow\ntools: {bash: {allow: [frob, zap]}}\n",
			map[string]string{"frob": "deny", "zap": "ask", "zup": "allow"}},
		{"both name it", names, names, map[string]string{"frob": "deny", "zap": "ask", "ls": "allow"}},
		{"with another key", names, "policy: " + p.file + "\npolicyKey: " + mine.Key() + "\n",
			map[string]string{"ls": "deny"}},
		{"a config", "default: deny\ntools: {bash: {deny: [frob], allow: [zap]}}\n", "",
			map[string]string{"frob": "deny", "zap": "allow", "zup": "deny"}},
		{"and the person's", "default: deny\ntools: {bash: {deny: [frob]}}\n", "default: ask\n",
			map[string]string{"frob": "deny", "zup": "ask"}},
		{"a broken one", "nonsense: 1\n", "default: allow\n", map[string]string{"ls": "deny"}},
		{"the person's own policy does not loosen it", names + "default: ask\n",
			"policy: " + own + "\npolicyKey: " + mine.Key() + "\n",
			map[string]string{"frob": "deny", "zap": "ask", "mine": "deny", "zup": "ask"}},
	}
	for _, tt := range tests {
		os.Remove(managed)
		if tt.managed != "" {
			if err := putFile(managed, tt.managed); err != nil {
				t.Fatal(err)
			}
		}
		os.Remove(filepath.Join(p.home, ".claude", "fencepost.yaml"))
		if tt.person != "" {
			p.config(t, tt.person)
		}
		for command, want := range tt.want {
			if got, reason := p.judged(t, command); got != want {
				t.Errorf("%s: %s: %s, want %s: %s", tt.name, command, got, want, reason)
			}
		}
	}
	for _, args := range [][]string{{"--managed=rel.yaml"}, {"--managed", "--managed"},
		{"--managed="}} {
		p.args = args
		if got, reason := p.judged(t, "ls"); got != "deny" || !strings.Contains(reason, "--managed") {
			t.Errorf("%q: %s %s", args, got, reason)
		}
	}
	p.args = nil
	if got, reason := p.judged(t, "ls"); got != "allow" && !strings.Contains(reason, "mine") {
		t.Errorf("without the option: %s %s", got, reason)
	}
}
