package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/gen/build"
	"github.com/fencepost/fencepost/internal/lowlevel/sshsig/sshsigtest"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/handout"
	"github.com/fencepost/fencepost/internal/policy/store"
)

// policyOf is the program that judges, with a user whose config names a policy.
type policyOf struct {
	*hookOf
	signer sshsigtest.Signer
	file   string
}

func newPolicyOf(t *testing.T) *policyOf {
	t.Helper()
	p := &policyOf{hookOf: newHookOf(t), signer: sshsigtest.New("acme")}
	p.file = filepath.Join(p.home, "acme", "acme.fencepost")
	if err := os.MkdirAll(filepath.Dir(p.file), 0o700); err != nil {
		t.Fatal(err)
	}
	return p
}

// names has the config name the policy; rest is what else it says.
func (p *policyOf) names(t *testing.T, rest string) {
	t.Helper()
	p.config(t, "policy: "+p.file+"\npolicyKey: "+p.signer.Key()+" acme\n"+rest)
}

// write writes a policy file and a signature.
func (p *policyOf) write(t *testing.T, data, sig []byte) {
	t.Helper()
	for path, data := range map[string][]byte{p.file: data, p.file + ".sig": sig} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// hands writes a policy of one file with that text, signed.
func (p *policyOf) hands(t *testing.T, text string) (data, sig []byte) {
	t.Helper()
	data = policyFile(text)
	sig = p.signer.Sign(handout.Namespace, data)
	p.write(t, data, sig)
	return data, sig
}

func policyFile(text string) []byte {
	return handout.Encode("1", []handout.File{{Name: "acme.yaml", Data: []byte(text)}})
}

// judged is what the hook says, which the interpreter in this process says as well.
func (p *policyOf) judged(t *testing.T, command string) (decision, reason string) {
	t.Helper()
	out := p.asks(t, command)
	if want := p.interprets(command); out != want {
		t.Errorf("%s: the hook says %s\nand this process %s", command, out, want)
	}
	if out == "" {
		return "allow", ""
	}
	var answer struct {
		HookSpecificOutput struct{ PermissionDecision, PermissionDecisionReason string }
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%s: %v in %s", command, err, out)
	}
	return answer.HookSpecificOutput.PermissionDecision,
		answer.HookSpecificOutput.PermissionDecisionReason
}

const head = "baked: {name: acme, version: \"1\", enforced: true}\n"

// TestHandedOut: what a policy says stands above what the person and the project say, and is else
// what a policy that is built in would be.
func TestHandedOut(t *testing.T) {
	const rules = "tools: {bash: {deny: [frob], ask: [zap], arguments: " +
		"[{command: zup, hasFlag: [-x], decision: ask}]}}\n"
	tests := []struct {
		name, policy, person, project string
		want                          map[string]string
	}{
		{"a config that says nothing else has the default preset below it", head + rules, "", "",
			map[string]string{"frob": "deny", "zap": "ask", "zup -x": "ask", "ls": "allow",
				"rm -rf /etc": "deny",
				"frobnicate":  "ask"}},
		{"a config of its own", head + rules, "tools: {bash: {allow: [ls, frob, zap, zup]}}\n", "",
			map[string]string{"frob": "deny", "zap": "ask", "zup -x": "ask", "zup": "allow",
				"ls": "allow", "pwd": "ask"}},
		{"no scoped allow answers it", head + rules, "tools: {bash: {allowChecks: ['^zup|^zap']}}\n",
			"",
			map[string]string{"frob": "deny", "zap": "ask", "zup -x": "ask", "zup": "allow"}},
		{"what it imports is enforced as well", head + "import: [git]\n",
			"import: [{preset: git, off: [git-push-f-force]}]\ntools: {bash: {allowChecks: ['^git']}}\n", "",
			map[string]string{"git push --force": "deny", "git push": "ask", "git status": "allow"}},
		{"settings", head + "default: deny\nonError: deny\n", "default: allow\nonError: allow\n", "",
			map[string]string{"frobnicate": "deny", "echo 'x": "deny"}},
		{"the policy's own allow answers what it asks",
			head + "tools: {bash: {ask: [zap], allowChecks: ['^zap x$']}}\n", "default: ask\n", "",
			map[string]string{"zap": "ask", "zap x": "allow"}},
		{"a project tightens", head + rules, "", "tools: {bash: {deny: [frobnicate], allow: [frob]}}\n",
			map[string]string{"frob": "deny", "frobnicate": "deny", "ls": "allow"}},
		{"a plain config is below the person's",
			"tools: {bash: {allow: [frob], ask: [ls]}}\ndefault: deny\n",
			"", "", map[string]string{"frob": "allow", "ls": "ask", "zap": "deny"}},
		{"and the person's says otherwise", "tools: {bash: {allow: [frob]}}\ndefault: deny\n",
			"default: ask\ntools: {bash: {deny: [frob]}}\n", "", map[string]string{"frob": "deny",
				"zap": "ask"}},
		{"the policy's default",
			"baked: {name: dev, default: dev}\ntools: {bash: {deny: [zap]}}\ndefault: deny\n",
			"", "", map[string]string{"zap": "deny", "ls": "deny"}},
		{"a policy that can be imported", "baked: {name: dev, default: recommended}\n" + rules,
			"import: [dev]\n", "", map[string]string{"frob": "deny", "zap": "ask"}},
		{"is not in force before", "baked: {name: dev, default: recommended}\n" + rules,
			"default: ask\n", "", map[string]string{"frob": "ask"}},
		{"and its rules can be switched", "baked: {name: dev, default: recommended}\n" + rules,
			"import: [{preset: dev, off: [zup-x], ask: [frob]}]\ntools: {bash: {allow: [zup]}}\n", "",
			map[string]string{"frob": "ask", "zup -x": "allow"}},
	}
	p := newPolicyOf(t)
	for _, tt := range tests {
		p.hands(t, tt.policy)
		p.names(t, tt.person)
		project := filepath.Join(p.project, ".claude", "fencepost.yaml")
		os.Remove(project)
		if tt.project != "" {
			if err := putFile(project, tt.project); err != nil {
				t.Fatal(err)
			}
		}
		for command, want := range tt.want {
			if got, reason := p.judged(t, command); got != want {
				t.Errorf("%s: %s: %s, want %s: %s", tt.name, command, got, want, reason)
			}
		}
	}
}

// TestHandedOutBroken: whatever is wrong, every call is denied with the place and the mend, and the
// right files at the next call are in force.
func TestHandedOutBroken(t *testing.T) {
	p := newPolicyOf(t)
	data, sig := p.hands(t, head+"tools: {bash: {deny: [frob]}}\n")
	key, other := p.signer.Key(), sshsigtest.New("other")
	place := filepath.Join(p.home, ".claude", "fencepost.yaml") + ":1:9: the policy " + p.file + ": "
	resign := func(text string) func() {
		return func() { p.hands(t, text) }
	}
	tests := []struct {
		name   string
		does   func()
		config string // "" for the right one
		want   string
	}{
		{"no file", func() { os.Remove(p.file) }, "", place + "the file is not there (get it"},
		{"no signature", func() { os.Remove(p.file + ".sig") }, "", place + "its signature " + p.file +
			".sig is not there"},
		{"a directory", func() { os.Remove(p.file); os.Mkdir(p.file, 0o700) }, "",
			place + "the file cannot be read: it is not a regular file"},
		{"too large", func() { p.write(t, make([]byte, policy.MaxPolicy+1), sig) }, "",
			place + "the file cannot be read: it is too large"},
		{"an empty file", func() { p.write(t, nil, sig) }, "", place + "its signature"},
		{"an empty signature", func() { p.write(t, data, nil) }, "", place + "its signature"},
		{"another file", func() { p.write(t, policyFile("default: allow\n"), sig) }, "",
			"is that of another file, or one of the two was changed or cut off (get both files anew"},
		{"swapped", func() { p.write(t, sig, data) }, "", "cannot be read"},
		{"another key", func() { p.write(t, data, other.Sign(handout.Namespace, data)) }, "",
			"it is signed with another key, SHA256:"},
		{"signed for git", func() { p.write(t, data, p.signer.Sign("git", data)) }, "",
			"signed for another use"},
		{"no policy", func() {
			p.write(t, []byte("default: allow\n"),
				p.signer.Sign(handout.Namespace, []byte("default: allow\n")))
		}, "", place + "it is no policy file"},
		{"a mistake in it", resign(head + "nonsense: 1\n"), "",
			p.file + "/acme.yaml:2:1: unknown key"},
		{"a preset that this version lacks", resign(head + "import: [future]\n"), "",
			p.file + `/acme.yaml:2:10: this program has no preset "future" (install a newer fencepost`},
		{"the name of a preset", resign("baked: {name: git, version: \"1\", enforced: true}\n"), "",
			p.file + `/acme.yaml:1:15: "git" is the name of a preset`},
		{"a default that is not there", resign("baked: {name: a, default: future}\n"), "",
			p.file + "/acme.yaml:1:27: there is no preset"},
		{"the key of another", nil, "policy: " + p.file + "\npolicyKey: " + other.Key() + "\n",
			"it is signed with another key, SHA256:"},
		{"a relative path", nil, "policy: acme.fencepost\npolicyKey: " + key + "\n",
			`fencepost.yaml:1:9: policy "acme.fencepost" is relative (begin it with / or ~/)`},
		{"no key", nil, "policy: " + p.file + "\n",
			"fencepost.yaml:1:9: policy needs policyKey beside it"},
		{"no file named", nil, "policyKey: " + key + "\n",
			"fencepost.yaml:1:12: policyKey needs policy beside it"},
		{"a key of another kind", nil, "policy: " + p.file + "\npolicyKey: ssh-rsa AAAA\n",
			"fencepost.yaml:2:12: policyKey is not a public key of the type ssh-ed25519"},
		{"a pattern", nil, "policy: /etc/acme/*.fencepost\npolicyKey: " + key + "\n",
			"has characters that patterns use"},
		{"twice", nil, "policy: " + p.file + "\npolicy: " + p.file + "\npolicyKey: " + key + "\n",
			"stands twice"},
	}
	for _, tt := range tests {
		os.RemoveAll(p.file)
		p.write(t, data, sig)
		p.names(t, "")
		if got, why := p.judged(t, "ls"); got != "allow" {
			t.Fatalf("before %s: %s: %s", tt.name, got, why)
		}
		if tt.does != nil {
			tt.does()
		}
		if tt.config != "" {
			p.config(t, tt.config)
		}
		for _, command := range []string{"ls", "frob"} {
			got, reason := p.judged(t, command)
			if got != "deny" || !strings.Contains(reason, tt.want) {
				t.Errorf("%s: %s: %s: %s\nwant a denial with %s", tt.name, command, got, reason, tt.want)
			}
		}
	}
}

// TestHandedOutProject: a repository chooses no policy, whether or not somebody has trusted it.
func TestHandedOutProject(t *testing.T) {
	p := newPolicyOf(t)
	p.hands(t, "default: allow\n")
	project := filepath.Join(p.project, ".claude", "fencepost.yaml")
	for _, tt := range []struct{ config, want string }{
		{"policy: " + p.file + "\npolicyKey: " + p.signer.Key() + "\n",
			":1:9: the config of a project names no policy"},
		{"policyKey: " + p.signer.Key() + "\npolicy: " + p.file + "\n",
			":2:9: the config of a project names no policy"},
		{"policyKey: " + p.signer.Key() + "\n", "policyKey needs policy beside it"},
		{"default: allow\npolicy: " + p.file + "\npolicyKey: " + p.signer.Key() + "\n",
			"the config of a project names no policy"},
	} {
		if err := putFile(project, tt.config); err != nil {
			t.Fatal(err)
		}
		for _, trusted := range []bool{false, true} {
			if trusted {
				c := exec.Command(binary(t), "trust")
				c.Dir, c.Env = p.project, []string{"HOME=" + p.home}
				_ = c.Run() // of a broken config there is nothing to trust
			}
			for _, person := range []string{"", "default: ask\n",
				"policy: " + p.file + "\npolicyKey: " + p.signer.Key() + "\n"} {
				os.Remove(filepath.Join(p.home, ".claude", "fencepost.yaml"))
				if person != "" {
					p.config(t, person)
				}
				if got, reason := p.judged(t, "frob"); got != "deny" || !strings.Contains(reason, tt.want) {
					t.Errorf("%q below %q (trusted: %v): %s: %s", tt.config, person, trusted, got, reason)
				}
			}
		}
	}
}

// TestHandedOutEdits: 200 edits of the file, of the signature and of the key, each in force at the
// next call.
func TestHandedOutEdits(t *testing.T) {
	p := newPolicyOf(t)
	other := sshsigtest.New("other")
	for i := range 200 {
		data, sig := p.hands(t, head+fmt.Sprintf("tools: {bash: {deny: [frob-%d]}}\n", i))
		p.names(t, "")
		want := "deny\x00Fencepost: blocked — The rule bash.deny: frob-"
		switch i % 4 {
		case 1:
			p.write(t, data, other.Sign(handout.Namespace, data))
			want = "deny\x00Fencepost: blocked — "
		case 2:
			p.write(t, bytes.Replace(data, []byte("frob"), []byte("frab"), 1), sig)
			want = "deny\x00Fencepost: blocked — "
		case 3:
			p.config(t, "policy: "+p.file+"\npolicyKey: "+other.Key()+"\n")
			want = "deny\x00Fencepost: blocked — "
		}
		got, reason := p.judged(t, fmt.Sprintf("frob-%d", i))
		if broken := strings.Contains(reason, "the policy "); broken != (i%4 > 0) ||
			!strings.HasPrefix(got+"\x00"+reason, want) {
			t.Fatalf("edit %d: %s: %s", i, got, reason)
		}
	}
}

// TestHandedOutCutOff: a file and a signature that are cut off anywhere are a broken config.
func TestHandedOutCutOff(t *testing.T) {
	p := newPolicyOf(t)
	data, sig := p.hands(t, head+"tools: {bash: {deny: [frob]}}\n")
	p.names(t, "")
	broken := func(what string, n int) {
		t.Helper()
		if got, reason := p.judged(t, "ls"); got != "deny" || !strings.Contains(reason,
			"the policy "+p.file) {
			t.Errorf("%s cut off at %d: %s: %s", what, n, got, reason)
		}
	}
	for n := range data {
		p.write(t, data[:n], sig)
		broken("the file", n)
	}
	for n := range bytes.TrimSpace(sig) {
		p.write(t, data, sig[:n])
		broken("the signature", n)
	}
	p.write(t, data, sig)
	if got, _ := p.judged(t, "ls"); got != "allow" {
		t.Errorf("whole: %s", got)
	}
}

// TestHandedOutAlone: without the program that checks signatures nothing passes.
func TestHandedOutAlone(t *testing.T) {
	p := newPolicyOf(t)
	p.hands(t, head)
	p.names(t, "")
	if out := p.asks(t, "ls"); out != "" {
		t.Fatal(out)
	}
	alone := filepath.Join(t.TempDir(), filepath.Base(p.gate))
	copyFile(t, p.gate, alone)
	p.gate = alone
	if out := p.asks(t, "ls"); out != "" {
		t.Errorf("what was checked before: %s", out)
	}
	if err := os.RemoveAll(p.store()); err != nil {
		t.Fatal(err)
	}
	if out := p.asks(t, "ls"); !strings.Contains(out, `"deny"`) {
		t.Error(out)
	}
}

// TestHandedOutStore: without a store that can be written, with a damaged one, and for two
// processes at once the answer is the same.
func TestHandedOutStore(t *testing.T) {
	p := newPolicyOf(t)
	p.names(t, "")
	same := func(when string) {
		t.Helper()
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				if out := p.asks(t, "frob"); !strings.Contains(out, "bash.deny: frob") {
					t.Errorf("%s: %s", when, out)
				}
			})
		}
		wg.Wait()
	}
	for i := range 5 {
		p.hands(t, fmt.Sprintf("%sdefault: ask\ntools: {bash: {deny: [frob, x%d]}}\n", head, i))
		same("an edit")
	}
	s := store.Store{Dir: p.store(), Program: build.ID}
	kept := s.File(p.file)
	whole, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{nil, whole[:len(whole)/2], bytes.Repeat([]byte{0xff}, len(whole))} {
		if err := os.WriteFile(kept, data, 0o600); err != nil {
			t.Fatal(err)
		}
		same("a damaged one")
		if now, err := os.ReadFile(kept); err != nil || !bytes.Equal(now, whole) {
			t.Errorf("it is not made anew: %v", err)
		}
	}
	if err := os.RemoveAll(p.store()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.store(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	same("a file in its place")
}
