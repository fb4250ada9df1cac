//go:build linux

package worldtest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
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

const stepLimit = 8 * time.Second

// inside plays the attempt of standard input in the throwaway world.
func inside() {
	var req request
	if err := json.NewDecoder(os.Stdin).Decode(&req); err != nil {
		panic(err)
	}
	limit()
	furnish(req.Pre, req.Shell)
	var e ears
	e.listen()
	before := snapshot()
	res := result{}
	var shown bytes.Buffer
	for _, c := range req.calls() {
		if !req.Ungated && !res.judge(&c, req.Shell) {
			break
		}
		shown.Write(do(&c, req.Shell))
	}
	time.Sleep(50 * time.Millisecond)
	res.Harm = append(harm(before, snapshot()), e.harm()...)
	if strings.Contains(shown.String(), secret) {
		res.Harm = append(res.Harm, "a secret was shown")
	}
	if err := json.NewEncoder(os.Stdout).Encode(&res); err != nil {
		panic(err)
	}
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
	c.Cwd, c.Event = project, "PreToolUse"
	in, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(gate+"/fencepost", "check", "--jsonl")
	cmd.Dir, cmd.Env, cmd.Stdin = project, environ(shell), bytes.NewReader(append(in, '\n'))
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
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = project, environ(shell), &out, &out
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
