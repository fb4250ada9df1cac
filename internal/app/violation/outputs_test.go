package violation

import (
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/report"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// madeUp is a machine for tests: what is there, and who may do what.
type madeUp struct {
	there   map[string]Kind
	closed  []string // nobody but root may open these
	listens []int
}

func (m *madeUp) Kind(p string) Kind {
	if k, ok := m.there[p]; ok {
		return k
	}
	for other := range m.there {
		if other != p && subpath.In(other, p) {
			return Dir
		}
	}
	return Nothing
}

func (m *madeUp) Resolve(p string) string {
	if rest, ok := strings.CutPrefix(p, "/var/run"); ok {
		return "/run" + rest
	}
	return path.Clean(p)
}

func (m *madeUp) Writable(p string) bool { return !anyWithin(p, m.closed) }
func (m *madeUp) Readable(p string) bool { return !anyWithin(p, m.closed) }
func (m *madeUp) Listens(port int) bool {
	return slices.Contains(m.listens, port)
}

// eve is a home with a project in it, and what a run in that was kept to.
func eve() (*Fence, *madeUp) {
	h := &madeUp{there: map[string]Kind{}, closed: []string{"/etc/shadow", "/etc/hosts"},
		listens: []int{5432}}
	maps.Copy(h.there, map[string]Kind{
		"/home/eve/p/.git/hooks": Dir, "/home/eve/p/.git/config": File, "/home/eve/p/.claude": Dir,
		"/home/eve/p/.mcp.json": File, "/home/eve/p/a.txt": File, "/home/eve/p/x.sh": File,
		"/home/eve/p/infra/prod": Dir, "/home/eve/notes.txt": File, "/home/eve/.ssh/id_rsa": File,
		"/home/eve/.aws/credentials": File, "/home/eve/.cache": Dir, "/home/eve/.config": Dir,
		"/home/eve/private/diary": File, "/home/eve/.cargo/registry": Dir, "/home/eve/.gradle": Dir,
		"/home/eve/.npm/_logs": Dir, "/home/eve/other/.git": Dir, "/home/eve/npmproj": Dir,
		"/etc/shadow": File, "/etc/hosts": File, "/usr/local/share": Dir, "/tmp/notes": File,
		"/run/docker.sock": Socket, "/run/postgresql/.s.PGSQL.5432": Socket,
		"/run/agent.sock":         Socket,
		"/proc/sys/vm/swappiness": File, "/var/lib/dpkg/lock-frontend": File,
		"/home/eve/.local/lib": Dir, "/mnt": Dir,
		"/home/eve/p/.git/hooks/post-update.sample": File,
	})
	why := func(p, why string) report.Path { return report.Path{Path: p, Why: why} }
	f := &Fence{Home: "/home/eve", Project: "/home/eve/p", Dirs: []string{"/home/eve/p"},
		Closed: true, Profile: &sandbox.Profile{Network: "none", ReadOnly: []string{"/home/eve/p/infra/prod"},
			Hide: []string{"/home/eve/private"}},
		Run: &report.Run{Directory: "/home/eve/p", Engine: "native", Level: "full", Net: "none",
			Plan: report.Plan{
				Write: []string{"/home/eve/p"}, Private: []string{"/tmp"},
				ReadOnly: []report.Path{why("/home/eve/p/.git/hooks", "git runs these programs"),
					why("/home/eve/p/.git/config", "git runs programs that it names"),
					why("/home/eve/p/.claude", "it programs the agent"),
					why("/home/eve/p/.mcp.json", "it programs the agent"),
					why("/home/eve/p/infra/prod", "--read-only")},
				Hide: []report.Hidden{{Path: why("/home/eve/.ssh", "keys of SSH")},
					{Path: why("/home/eve/.aws", "credentials of AWS")},
					{Path: why("/home/eve/private", "--hide")},
					{Path: why("/run/docker.sock", ""), Socket: true},
					{Path: why("/run/agent.sock", ""), Socket: true},
					{Path: why("/run/postgresql/.s.PGSQL.5432", ""), Socket: true}}}},
		Protected: func(p string) string {
			if p == "/home/eve/.bashrc" || p == "/home/eve/.gitconfig" {
				return "a shell reads it at its start"
			}
			return ""
		},
		Source: func(string) string { return "" },
	}
	f.Refuse = (&Judge{Home: f.Home, Protected: f.Protected, Host: h,
		Glob: func(p, glob string) bool {
			rest, ok := strings.CutPrefix(glob, "**/.ssh/")
			return ok && (rest == "**" && subpath.In(p, "/home/eve/.ssh") || p == "/home/eve/.ssh/"+rest)
		}}).Refuse
	return f, h
}

// TestOutputs reads outputs of real programs in the sandbox, and holds what of it is a violation:
//
//	### COMMAND
//	output
//	=> what was stopped: what a person is asked for, or why nobody is
func TestOutputs(t *testing.T) {
	const file = "testdata/outputs.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var anew strings.Builder
	rows := strings.Split("\n"+string(data), "\n### ")[1:]
	for _, row := range rows {
		command, rest, _ := strings.Cut(row, "\n")
		var output, want []string
		for line := range strings.Lines(rest) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "=> ") {
				want = append(want, line)
			} else {
				output = append(output, line)
			}
		}
		f, h := eve()
		f.Command, f.Root, f.Agent = command, true, "/run/agent.sock"
		f.Dirs = append(f.Dirs, Directories(command, "/home/eve/p", "/home/eve")...)
		var got []string
		for _, s := range Confirm(f, h, Read(strings.Join(output, "\n"))) {
			got = append(got, "=> "+s.row())
		}
		if len(got) == 0 {
			got = []string{"=> nothing"}
		}
		anew.WriteString("### " + command + "\n" + strings.TrimRight(strings.Join(output, "\n"), "\n") +
			"\n" + strings.Join(got, "\n") + "\n")
		if strings.Join(got, "\n") != strings.Join(want, "\n") && !testkit.Updating() {
			t.Errorf("%s:\n%s\ngot  %s\nwant %s", command, strings.Join(output, "\n"), got, want)
		}
	}
	testkit.Update(t, file, []byte(anew.String()))
}

func (s *Stop) row() string {
	to := s.Right.String()
	if !s.grantable() {
		to = "never, " + s.Never
	}
	return s.Kind + " " + s.Name + ": " + to
}
