package confine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	sandboxflags "github.com/fencepost/fencepost/internal/sandbox/flags"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// TestSettings: what settings and rights change of the profile of a call.
func TestSettings(t *testing.T) {
	a := newAgent(t)
	own := func(session string) string { return confine.SessionScratch(scratch, session) }
	rows := []struct {
		name, run string
		set       func(*sandboxconf.Settings)
		call      func(*confine.Call)
		has, not  string // flags, with blanks between
	}{
		{name: "one profile for all", run: "cat a.txt",
			set: func(s *sandboxconf.Settings) { s.Profile = "project" },
			has: "-w PROJECT -n allowed.example"},
		{name: "no network", run: "curl https://allowed.example/x",
			set: func(s *sandboxconf.Settings) { s.Network = "none" }, not: "-n --net"},
		{name: "open network", run: "./x.sh", set: func(s *sandboxconf.Settings) { s.Network = "open" },
			has: "--net open", not: "-n --deny"},
		{name: "open network, and none is needed", run: "cat a.txt",
			set: func(s *sandboxconf.Settings) { s.Network = "open" }, not: "--net"},
		{name: "denied hosts", run: "./x.sh", set: func(s *sandboxconf.Settings) {
			s.DenyHosts, s.DenyResolved = []string{"gist.example"}, []string{"10.0.0.0/8"}
		}, has: "--deny gist.example --deny-resolved 10.0.0.0/8"},
		{name: "reasons", run: "./x.sh", set: func(s *sandboxconf.Settings) {
			s.DenyHosts = []string{"gist.example"}
			s.Reasons = []sandboxconf.Reason{{Host: "gist.example", Text: "ours"}, {Host: "other.example", Text: "x"}}
		}, has: "--deny gist.example --reason gist.example=ours", not: "other.example"},
		{name: "local ports", run: "./x.sh", set: func(s *sandboxconf.Settings) {
			s.Localhost, s.Publish = []int{5432}, &sandboxconf.Publish{Ports: []int{3000}}
		}, has: "--localhost 5432 --publish 3000", not: "auto"},
		{name: "ports that a run opens", run: "./x.sh", set: func(s *sandboxconf.Settings) {
			s.Publish = &sandboxconf.Publish{Auto: true}
		}, has: "--publish auto"},
		{name: "local ports, and nothing is contacted", run: "ls",
			set: func(s *sandboxconf.Settings) { s.Localhost = []int{5432} }, not: "--localhost"},
		{name: "what stays", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.ReadOnly = []string{"infra/prod/**", "~/p/a.txt"} },
			has: "--read-only PROJECT/infra/prod/** --read-only PROJECT/a.txt"},
		{name: "more to write", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.WriteAllow = append(s.WriteAllow, "~/other") },
			has: "-w HOME/other -w PROJECT"},
		{name: "more to write, and all that is written is known", run: "echo x > a.txt",
			set: func(s *sandboxconf.Settings) { s.WriteAllow = append(s.WriteAllow, "~/other") },
			not: "HOME/other"},
		{name: "what may not be read", run: "cat a.txt",
			set: func(s *sandboxconf.Settings) { s.Hide = []string{"~/notes.txt", "missing", "src/*.ts"} },
			has: "--hide HOME/notes.txt --hide PROJECT/src/*.ts", not: "PROJECT/missing"},
		{name: "what may be read", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.ReadAllow = []string{"~/.aws/config", "~/missing"} },
			has: "-r HOME/.aws/config", not: "HOME/missing"},
		{name: "secrets stay hidden", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.ProjectSecrets = "hide" }, has: "--secrets project"},
		{name: "secrets are open", run: "cat a.txt",
			set: func(s *sandboxconf.Settings) { s.ProjectSecrets = "open" }, not: "--secrets"},
		{name: "classes", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.Scrub = &sandboxconf.Classes{Names: []string{"agent"}} },
			has: "--scrub agent"},
		{name: "classes of code of packages", run: "npm ci", has: "--scrub agent,ci,cloud,session,named"},
		{name: "classes of code that is not seen", run: "./x.sh", has: "--scrub agent,ci,cloud,session"},
		{name: "classes of a closed call", run: "ls", has: "--scrub agent,session"},
		{name: "no classes", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.Scrub = &sandboxconf.Classes{} }, has: "--scrub none"},
		{name: "variables", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.Keep = []string{"AWS_PROFILE"} },
			has: "--env-keep=AWS_PROFILE"},
		{name: "sockets", run: "./x.sh",
			set: func(s *sandboxconf.Settings) { s.Sockets = []string{"ssh-agent", "/missing"} },
			has: "--socket HOME/agent.sock", not: "/missing"},
		{name: "own caches", run: "go build",
			set: func(s *sandboxconf.Settings) { s.Caches = "own" },
			has: "--set GOCACHE=HOME/.cache/fencepost/caches/", not: "HOME/.cache/go-build"},
		{name: "own home", run: "ls", set: func(s *sandboxconf.Settings) { s.Home = "private" },
			has: "--set HOME=/tmp/claude/sessions/"},
		{name: "levels", run: "ls", set: func(s *sandboxconf.Settings) {
			s.Require, s.Background, s.Tmp = "reduced", "kill", "shared"
		}, has: "--level reduced --background kill --tmp shared"},
		{name: "temporary files of a session", run: "./x.sh",
			call: func(c *confine.Call) { c.Session = "s1" },
			has:  "-w /tmp/claude --own " + own("s1") + " --set TMPDIR=" + own("s1"), not: own("")},
		{name: "temporary files of calls that run unconfined", run: "./x.sh",
			call: func(c *confine.Call) { c.Getenv = func(string) string { return "/tmp/claude" } },
			has:  "--own " + own("") + " --set TMPDIR=/tmp/claude"},
		{name: "session", run: "ls", call: func(c *confine.Call) { c.Session = "a/b 1" },
			has: "--session a-b-1"},
		{name: "rights", run: "./x.sh", call: func(c *confine.Call) {
			c.Rights = []history.Right{{Kind: "write", Name: a.home + "/other"}, {Kind: "host", Name: "h.example:1"},
				{Kind: "port", Name: "80"}, {Kind: "read", Name: a.home + "/.aws/config"},
				{Kind: "socket", Name: a.vars["SSH_AUTH_SOCK"]}, {Kind: "port", Name: "8x"}}
		}, has: "-w HOME/other -n h.example:1 --localhost 80 -r HOME/.aws/config --socket HOME/agent.sock"},
		{name: "rights to what is too much", run: "./x.sh", call: func(c *confine.Call) {
			c.Rights = []history.Right{{Kind: "write", Name: a.home}, {Kind: "write", Name: "/"},
				{Kind: "write", Name: "/etc"}}
		}, not: "HOME / /etc"},
		{name: "a host for a closed call", run: "ls", call: func(c *confine.Call) {
			c.Rights = []history.Right{{Kind: "host", Name: "h.example"}}
		}, has: "--net filtered -n h.example"},
		{name: "nobody has let it pass", run: "cp a.txt ~/other/; curl https://other.example; cat .env",
			call: func(c *confine.Call) { c.Vouched = false },
			has:  "--net filtered", not: "HOME/other other.example PROJECT/.env"},
		{name: "no facts", run: "ls", call: func(c *confine.Call) { c.Facts = nil },
			has: "-w PROJECT -n allowed.example"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			c := a.call(r.run, "")
			set := a.set
			set.WriteAllow = slices.Clone(set.WriteAllow)
			c.Set = &set
			if r.set != nil {
				r.set(&set)
			}
			if r.call != nil {
				r.call(c)
			}
			flags := strings.Join(sandboxflags.Of(&confine.For(c).Profile), " ")
			flags = strings.ReplaceAll(strings.ReplaceAll(flags, a.project, "PROJECT"), a.home, "HOME") + " "
			for _, f := range strings.Split(r.has, " -") {
				if f = strings.TrimPrefix(f, "-"); !strings.Contains(" "+flags, "-"+f) {
					t.Errorf("%s: no %q in %s", r.run, f, flags)
				}
			}
			for _, f := range strings.Fields(r.not) {
				if strings.Contains(" "+flags, " "+f+" ") {
					t.Errorf("%s: %q in %s", r.run, f, flags)
				}
			}
		})
	}
}

// TestText: what people read of a profile.
func TestText(t *testing.T) {
	a := newAgent(t)
	for run, want := range map[string]string{
		"ls":                          "writes nothing, reaches no host",
		"echo x > a.txt":              "writes a.txt, reaches no host",
		"curl -o f https://x.example": "writes ., reaches x.example",
		"cat .env":                    "writes nothing, reaches no host, reads .env",
		"echo x > ~/notes.txt":        "writes ~/notes.txt, reaches no host",
	} {
		if got := confine.For(a.call(run, "")).String(); got != want {
			t.Errorf("%s: %s, want %s", run, got, want)
		}
	}
}

// TestCallsThatRunConfined: which calls run confined. What needs no sandbox is known to need none, and not
// only without a finding.
func TestCallsThatRunConfined(t *testing.T) {
	a := newAgent(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(a.project, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wants := func(run string, want bool) {
		t.Helper()
		p := confine.For(a.call(run, ""))
		if got := p.Wants("unvouched"); got != want || !p.Wants("all") {
			t.Errorf("%s: %v, want %v", run, got, want)
		}
	}
	for _, run := range []string{"ls", "echo x > a.txt", "cat a.txt | sort | uniq -c", "git status",
		"git -C . log -p", "grep -rn foo .", "rg foo src", "GIT_PAGER=cat git diff", "LANG=C sort a.txt", "x=1; echo $x", "rg foo",
		"bash -c 'ls src'", "find . -name '*.go'", "sed -n 1,3p a.txt", "jq . data.json", "[ -f a.txt ]",
		"ps aux | grep node", "cat docs/*.md", "for i in 1 2; do echo $i; done", "git add -A"} {
		wants(run, false)
	}
	for _, run := range []string{"./x.sh", "curl https://x.example", "python3 -c 'print(1)'",
		"git commit -m x", "git config list -f ~/.aws/credentials", "journalctl -D ./x",
		"tar cf host:x src", "JULIA_LOAD_PATH=./x julia -e 1", "R_LIBS=./x Rscript -e 1", "node -e 1",
		"MYVAR=x ls", "export MYVAR=x; ls", "cat .env", "cat *", "head .e*", "grep -rn foo ..", "rg -uu foo",
		"find . -name '*.go' -exec cat {} +",
		"locate -d ./db x", "helm lint https://x.example", "aws configure list --profile file://x",
		"./cat a.txt", "git --git-dir=docs log", "awk -f x.awk a.txt", "bash x.sh", "go version"} {
		wants(run, true)
	}
	write(".git/config", "[core]\n\tfsmonitor = ./x.sh\n")
	wants("git status", true)
	write(".git/config", "[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n")
	wants("git status", false)
	for _, hook := range []string{"post-index-change", "reference-transaction"} {
		write(".git/hooks/"+hook, "#!/bin/sh\n")
		wants("git status", true)
		wants("ls", false)
		if err := os.Remove(filepath.Join(a.project, ".git/hooks", hook)); err != nil {
			t.Fatal(err)
		}
	}
	write(".gitmodules", "")
	wants("git status", true)
}

// TestFreeBesideClients: which calls have a service do the work and nothing else.
func TestFreeBesideClients(t *testing.T) {
	a := newAgent(t)
	for run, want := range map[string]bool{"docker ps": true, "docker logs -f --tail 50 web": true,
		"docker compose -f docker-compose.dev.yml ps": true, "docker ps | grep x": true,
		"TAG=1 docker compose ps": true, "systemctl --no-pager status nginx": true,
		"DOCKER_CONFIG=./x docker ps": false, "docker ps && ./x.sh": false, "docker ps; npm test": false,
		"podman search --authfile ~/.docker/config.json x": false, "podman search x.example/y": false,
		"timedatectl status -H x.example": false, "timedatectl status -Hx": false,
		"NOMAD_ADDR=http://x.example nomad status": false, "./docker ps": false,
		"CONTAINER_HOST=ssh://x.example podman ps": false} {
		if got := confine.FreeBesideClients(a.call(run, "")); got != want {
			t.Errorf("%s: %v, want %v", run, got, want)
		}
	}
}
