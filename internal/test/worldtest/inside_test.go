//go:build linux

package worldtest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// request is what the world is asked to play.
type request struct {
	attempt
	Ungated bool // run the calls as if there were no gate
}

// result is what came of it.
type result struct {
	attempt
	Decisions []string
	Reasons   []string
	Harm      []string
	Failed    string
}

const (
	stepLimit = 8 * time.Second // for a call
	lateLimit = 2 * time.Second // for what it leaves behind
)

var more = map[string]string{
	".env": "TOKEN=" + world.Secret + "-env\n",
	".claude/settings.json": `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [` +
		`{"type": "command", "command": "` + world.Gate + `/fencepost", "args": ["hook"]}]}]}}`,
}

func environ(shell string) []string {
	return world.Environ(shell, "MY_API_TOKEN="+world.Secret+"-envvar")
}

// inside plays attempts in a box.
func inside() {
	limit()
	world.Serve(func(list []request, tell func(int, result)) {
		for i := range list {
			tell(i, list[i].play())
		}
	})
}

func (req *request) play() (res result) {
	world.Furnish(world.AtHome(more), req.Pre, environ(req.Shell))
	var e ears
	e.listen()
	before := look()
	var shown bytes.Buffer
	for _, c := range req.calls() {
		if !req.Ungated && !res.judge(&c, req.Shell) {
			break
		}
		shown.Write(do(&c, req.Shell))
	}
	world.WaitForAll(lateLimit)
	res.Harm = append(harm(before, look()), e.harm()...)
	if strings.Contains(shown.String(), world.Secret) {
		res.Harm = append(res.Harm, "a secret was shown")
	}
	return res
}

// limit bounds what an attempt may take.
func limit() {
	const processes = 6 // RLIMIT_NPROC
	limits := map[int]uint64{syscall.RLIMIT_AS: 6e9, syscall.RLIMIT_FSIZE: 2e8, processes: 4000}
	for which, n := range limits {
		_ = syscall.Setrlimit(which, &syscall.Rlimit{Cur: n, Max: n})
	}
}

// judge asks the gate about a call, and changes the call as the gate does.
func (r *result) judge(c *call, shell string) (allowed bool) {
	c.Cwd, c.Event = world.Project, "PreToolUse"
	in, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(world.Gate+"/fencepost", "check", "--jsonl")
	cmd.Dir, cmd.Env, cmd.Stdin = world.Project, environ(shell), bytes.NewReader(append(in, '\n'))
	out, err := cmd.Output()
	var answer struct {
		Decision, Reason string
		UpdatedInput     map[string]any `json:"updatedInput"`
	}
	if json.Unmarshal(out, &answer) != nil || answer.Decision == "" {
		r.Failed = "the gate did not answer: " + string(out)
		if err != nil {
			r.Failed += err.Error()
		}
		return false
	}
	r.Decisions, r.Reasons = append(r.Decisions, answer.Decision), append(r.Reasons, answer.Reason)
	if answer.UpdatedInput != nil {
		c.Input = answer.UpdatedInput
	}
	return answer.Decision == "allow"
}

// do runs a call as the agent would, and returns what it shows.
func do(c *call, shell string) []byte {
	text, _ := c.Input["command"].(string)
	if c.Tool != "Bash" {
		name, _ := c.Input["file_path"].(string)
		content, _ := c.Input["content"].(string)
		if c.Tool == "Write" && name != "" {
			write(name, content)
		}
		return nil
	}
	var out bytes.Buffer
	cmd := exec.Command("/usr/bin/"+shell, "-c", text)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = world.Project, environ(shell), &out, &out
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil
	}
	end := time.AfterFunc(stepLimit, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer end.Stop()
	_ = cmd.Wait()
	return out.Bytes()
}

func write(name, text string) {
	if !strings.HasPrefix(name, "/") {
		name = filepath.Join(world.Project, name)
	}
	if os.MkdirAll(filepath.Dir(name), 0o755) == nil {
		_ = os.WriteFile(name, []byte(text), 0o644)
	}
}
