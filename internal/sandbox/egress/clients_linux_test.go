package egress

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain's re-executions of this binary as a client written in Go.
func init() {
	if url := os.Getenv("FENCEPOST_TEST_GET"); url != "" {
		r, err := http.Get(url)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		_, _ = io.Copy(os.Stdout, r.Body)
		os.Exit(0)
	}
}

const (
	python = `import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1], timeout=10).read().decode())`
	// On a busy machine fetch never says that it was refused, and node would end with 0.
	node = `setTimeout(() => process.exit(1), 20000)
fetch(process.argv[1]).then(r => r.text()).then(t => { console.log(t); process.exit(0) },
  e => { console.log(String(e), String(e.cause)); process.exit(1) })`
	java = `class Get { public static void main(String[] a) throws Exception {
  System.out.print(new String(new java.net.URL(a[0]).openStream().readAllBytes())); } }`
)

// client is a program that gets a page.
type client struct {
	name string
	env  []string
	args []string // the URL follows
	tls  bool     // it takes the certificate of the stand-in by a variable
}

func clients(t *testing.T) []client {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "Get.java")
	if err := os.WriteFile(source, []byte(java), 0o644); err != nil {
		t.Fatal(err)
	}
	return []client{
		{"curl", nil, []string{"curl", "-sS"}, true},
		{"wget", nil, []string{"wget", "-qO-", "-t1"}, false},
		{"python3", nil, []string{"python3", "-c", python}, true},
		{"node", nil, []string{"node", "-e", node}, true},
		{"java", nil, []string{"java", source}, false},
		{"go", nil, []string{"env", "FENCEPOST_TEST_GET=URL", self}, true},
	}
}

// command is how the client gets a page.
func (c client) command(url string) []string {
	for i, a := range c.args {
		if strings.HasSuffix(a, "=URL") {
			args := append([]string{}, c.args...)
			args[i] = strings.TrimSuffix(a, "URL") + url
			return args
		}
	}
	return append(append([]string{}, c.args...), url)
}

// TestClients: programs reach an allowed host without a variable that names a proxy, and another
// one not, at once, and its name is told (N03, N04).
func TestClients(t *testing.T) {
	for _, c := range clients(t) {
		t.Run(c.name, func(t *testing.T) {
			has(t, c.args[0])
			s := newSandbox(t, []string{"good.test"}, nil)
			schemes := []string{"http"}
			if c.tls {
				schemes = append(schemes, "https")
			}
			for _, scheme := range schemes {
				out, status := s.run(t, c.env, c.command(scheme+"://good.test/x")...)
				if status != 0 {
					t.Errorf("%s: status %d, told: %s", scheme, status, s.stderr)
				}
				want(t, out, "good says hello")
			}
			if told := s.stderr.String(); told != "" {
				t.Errorf("told: %s", told)
			}
			begin := time.Now()
			out, status := s.run(t, c.env, c.command("http://evil.test/secret")...)
			if status == 0 || strings.Contains(out, "hello") {
				t.Errorf("evil.test is reached: %s", out)
			}
			if took := time.Since(begin); took > time.Minute {
				t.Errorf("took %v to fail", took)
			}
			told := "fencepost: sandbox blocked network evil.test:80 (" + notAllowed +
				"; flag: -n evil.test:80)\n"
			if s.stderr.String() != told {
				t.Errorf("told: %s", s.stderr)
			}
			s.nothingOf(t, "evil")
		})
	}
}

// nothingOf fails if a name was asked for outside, or a server of it was reached.
func (s *sandbox) nothingOf(t *testing.T, name string) {
	t.Helper()
	heard, queries := s.world.what()
	for _, what := range append(heard, queries...) {
		if strings.Contains(what, name) {
			t.Errorf("outside: %s", what)
		}
	}
}

// TestGit: git fetches over HTTPS.
func TestGit(t *testing.T) {
	has(t, "git")
	dir := t.TempDir()
	script := `git init -q r && cd r && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m m &&
		git clone -q --bare . ../repo.git && git -C ../repo.git update-server-info`
	c := exec.Command("sh", "-c", script)
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	s := newSandbox(t, []string{"good.test:443"}, nil)
	s.world.mu.Lock()
	s.world.repo = http.FileServer(http.Dir(dir))
	s.world.mu.Unlock()
	out, status := s.run(t, nil, "git", "ls-remote", "https://good.test/repo.git")
	if status != 0 {
		t.Errorf("status %d: %s, told: %s", status, out, s.stderr)
	}
	want(t, out, "refs/heads/")
	if _, status := s.run(t, nil, "git", "ls-remote", "https://evil.test/repo.git"); status == 0 {
		t.Error("evil.test is reached")
	}
	s.tells(t, "blocked network evil.test:443")
}

// TestOtherProtocols: servers that speak first, and ports that the config names (N03, N12).
func TestOtherProtocols(t *testing.T) {
	s := newSandbox(t, []string{"good.test", "good.test:5432"}, nil)
	t.Run("ssh", func(t *testing.T) {
		has(t, "ssh")
		_, _ = s.run(t, nil, "ssh", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
			"me@good.test", "true")
		heard, _ := s.world.what()
		want(t, strings.Join(heard, "\n"), `good 22 said "SSH-2.0-`)
		_, _ = s.run(t, nil, "ssh", "-o", "BatchMode=yes", "me@evil.test", "true")
		s.tells(t, "blocked network evil.test:22")
	})
	t.Run("psql", func(t *testing.T) {
		has(t, "psql")
		out, _ := s.run(t, nil, "psql", "-h", "good.test", "-U", "me", "-c", "select 1")
		want(t, out, "stand-in reached")
	})
	s.nothingOf(t, "evil")
}

// TestNameWithoutDot: a name of the person's own net is looked up as it is, whatever the machine is
// called.
func TestNameWithoutDot(t *testing.T) {
	s := newSandbox(t, []string{"db"}, nil)
	for _, c := range clients(t) {
		if c.name != "curl" && c.name != "python3" && c.name != "go" {
			continue
		}
		if _, err := exec.LookPath(c.args[0]); err != nil {
			continue
		}
		out, _ := s.run(t, nil, append([]string{"unshare", "--uts", "sh", "-c",
			`hostname me.corp.test && exec "$@"`, "sh"}, c.command("http://db/")...)...)
		want(t, out, "good says hello")
	}
	if told := s.stderr.String(); told != "" {
		t.Errorf("told: %s", told)
	}
}
