//go:build linux

package confinetest

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/fact"
	_ "github.com/fencepost/fencepost/internal/policy/parse" // the config is read
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

const (
	runsFile = "../../../../testdata/redteam/confined.yaml"
	toolsDir = "/opt/tools"
	dotEnv   = world.Secret + "-env" // in the project: its own code may read it
)

// step is one thing that happens. Only what runs counts.
type step struct {
	Run, Yes, Person string
	Write, Text      string
}

// TestRunsConfined: what is let pass, or a person lets run, is played to its last step with the
// sandbox on. Nothing outside of the project changes, and no secret but those of the project for its
// own code is shown; without the sandbox it does harm.
func TestRunsConfined(t *testing.T) {
	text, err := os.ReadFile(runsFile)
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Repositories, Tools map[string]string
		Rows                []struct {
			ID, Cause, Pre, Repository string
			Steps                      []step
		}
	}
	if err := yaml.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	dir := world.Dir(t)
	for name, text := range table.Tools {
		world.Must(t, world.Put(dir, map[string]string{"tools/" + name: "#!/bin/sh\n" + text + "\n"}))
	}
	world.Must(t, world.Put(dir, map[string]string{"hosts": "127.0.0.1 localhost evil.example\n"}))
	args := []string{"--ro-bind", filepath.Join(dir, "tools"), toolsDir,
		"--ro-bind", filepath.Join(dir, "hosts"), "/etc/hosts"}
	var list []line
	for _, r := range table.Rows {
		if *idFlag != "" && *idFlag != r.ID {
			continue
		}
		pre := []string{"mkdir -p ../keep; echo precious > ../keep/a.txt; echo TOKEN=" + dotEnv + " > .env"}
		list = append(list, line{ID: r.ID + " " + r.Cause, Shell: "bash", Attempt: true, Steps: r.Steps,
			Pre: append(pre, table.Repositories[r.Repository], r.Pre)})
	}
	harmful := 0
	for _, r := range play(t, list, args...) {
		if *idFlag != "" {
			t.Logf("%+v", r)
		}
		if r.Failed != "" {
			t.Errorf("%s could not be played: %s", r.ID, r.Failed)
		}
		plain, confined := harm(&r.Plain), slices.DeleteFunc(harm(&r.Confined), own)
		if len(plain) > 0 {
			harmful++
		} else {
			t.Logf("%s does no harm without the sandbox: %+v\n%s", r.ID, r.Steps, head(r.Plain.Out))
		}
		if len(confined) > 0 {
			t.Errorf("%s %+v did harm: %q\n%s", r.ID, r.Steps, confined, head(r.Confined.Out))
		}
	}
	t.Logf("%d of %d do harm without the sandbox", harmful, len(list))
	if *idFlag == "" && harmful < 45 {
		t.Errorf("%d do harm without the sandbox, which says too little", harmful)
	}
}

// playSteps plays a row with the sandbox and without.
func (l *line) playSteps(r *result, tell func(*result)) {
	defer func() {
		if p := recover(); p != nil {
			r.Failed = fmt.Sprint(p)
		}
	}()
	listen()
	r.Confined = l.steps(true)
	tell(r)
	r.Plain = l.steps(false)
}

func (l *line) steps(confined bool) (sum run) {
	furnish(l)
	_ = world.Put(world.Config, map[string]string{
		".claude/fencepost.yaml": "import: [recommended]\nsandbox: {mode: auto}\n"})
	for _, s := range l.Steps {
		switch {
		case s.Write != "":
			_ = world.Put(world.Project, map[string]string{s.Write: s.Text})
			continue
		case s.Person != "":
			one := *l
			one.Cmd = s.Person
			one.run(nil)
			continue
		}
		one := *l
		one.Cmd = s.Run + s.Yes
		var r run
		if !confined {
			r = one.run(nil)
		} else if p := one.sandboxed(s.Yes != ""); p != nil {
			r = one.confined(p)
		} else {
			r = one.run(nil)
		}
		if s.Run != "" {
			sum.Changed, sum.Out = append(sum.Changed, r.Changed...), sum.Out+r.Out
		}
	}
	return sum
}

// sandboxed is the profile of a command as the wrapper would have it; nil where it runs without. What
// is asked about runs as if nobody had been asked, unless a person says yes.
func (l *line) sandboxed(yes bool) *confine.Profile {
	g := gate.New(gate.Options{Home: world.Home, ConfigHome: world.Config, Project: world.Project,
		Shell: l.Shell, Interp: world.Gate + "/fencepost-interp", Timeout: patience, Confined: true, Unheard: !yes})
	v := g.Judge(&fact.Call{Tool: "Bash", Cwd: world.Project, Input: []fact.Field{{Name: "command",
		Raw: []byte(`""`), Text: l.Cmd, String: true}}})
	switch {
	case v.Sandbox == nil:
		panic("the sandbox is off: " + v.Policy.Failure())
	case v.Sandbox.Runs:
		return v.Sandbox.Profile
	}
	if yes || v.Verdict.Decision.String() == "allow" {
		return nil
	}
	set := sandboxconf.Default()
	return confine.For(&confine.Call{Facts: v.Facts, Set: &set, Home: world.Home,
		Project: world.Project, Dir: world.Project, Scratch: "/tmp/claude", Disk: &confine.OS{},
		Getenv: func(name string) string { return value(environ(l.Shell), name) }})
}

// listen has servers of the machine note that they were reached, as one of them that runs what it is
// told would.
func listen() {
	for _, addr := range []string{"127.0.0.1:8080", "127.0.0.1:2375"} {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			return // they are there
		}
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				if n, _ := c.Read(make([]byte, 1)); n > 0 {
					_ = os.WriteFile(world.Home+"/REACHED", []byte(addr), 0o644)
				}
				c.Close()
			}
		}()
	}
}

// own reports whether what was found is the project's own: its secrets, which its code may read, and
// a directory that a quarantined file has left.
func own(did string) bool {
	return strings.HasPrefix(did, "+"+world.Project+"/") && strings.Contains(did, " drwx") ||
		!strings.HasPrefix(did, "+") && !strings.HasPrefix(did, "-") && strings.Contains(did, dotEnv)
}
