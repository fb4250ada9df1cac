//go:build unix

package clienttest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Session is one start of the client with a script.
type Session struct {
	Program string // the client's binary
	World   *World
	Mode    string // permission mode; "" is the client's own
	Dir     string // where it starts; "" is the project
	Steps   []Step
	Args    []string
	Env     []string
	// Answer is the person who is asked, over the SDK's control protocol. Nil: nobody can be asked.
	Answer func(ask Ask) bool
	// Classify answers what the client asks its model for itself.
	Classify func(body []byte) string
	Timeout  time.Duration
}

// Ask is a question of the client to the person.
type Ask struct {
	Tool   string         `json:"tool_name"`
	Input  map[string]any `json:"input"`
	Reason string         `json:"decision_reason"`
	ID     string         `json:"tool_use_id"`
}

// Result is what a session left.
type Result struct {
	Replies []Reply
	Asks    []Ask
	// Denied holds the calls that the client counts as denied, by tool and input.
	Denied []Denial
	// Tools are those that the client tells of when it starts; Offered those that it gave the
	// model.
	Tools, Offered []string
	// Output is the structured output.
	Output   json.RawMessage
	Events   []json.RawMessage
	Texts    []string // all that the model got as text
	Requests [][]byte
	Others   [][]byte // the client's own requests
	Stderr   string
	Err      error
	Took     time.Duration
}

// Denial is an entry of the client's permission_denials.
type Denial struct {
	Tool  string          `json:"tool_name"`
	ID    string          `json:"tool_use_id"`
	Input json.RawMessage `json:"tool_input"`
}

// slots bounds how many clients run at once: each takes a core while it starts.
var slots = make(chan struct{}, 2)

// Play runs the session to its end.
func (s *Session) Play(t testing.TB) *Result {
	t.Helper()
	slots <- struct{}{}
	defer func() { <-slots }()
	api := NewAPI(s.steps())
	api.Classify = s.Classify
	defer api.Close()
	timeout := s.Timeout
	if timeout == 0 {
		timeout = 4 * time.Minute
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	r := &Result{}
	start := time.Now()
	r.Err = s.run(ctx, api, r)
	r.Took = time.Since(start)
	api.mu.Lock()
	defer api.mu.Unlock()
	r.Replies, r.Offered, r.Texts = api.sofar(), api.tools, api.texts
	r.Requests, r.Others = api.requests, api.others
	return r
}

// steps are the script with the world's directories in the place of their names.
func (s *Session) steps() []Step {
	steps := make([]Step, len(s.Steps))
	for i, step := range s.Steps {
		steps[i].Calls = s.World.calls(step.Calls)
		if step.Next != nil {
			steps[i].Next = func(sofar []Reply) []Call { return s.World.calls(step.Next(sofar)) }
		}
	}
	return steps
}

// arguments are the client's: print mode, one JSON object a line.
func (s *Session) arguments() []string {
	args := []string{"-p", "--output-format", "stream-json", "--verbose"}
	args = append(args, "--model", "claude-sonnet-4-5")
	if s.Mode != "" {
		args = append(args, "--permission-mode", s.Mode)
	}
	if s.Answer != nil {
		args = append(args, "--input-format", "stream-json", "--permission-prompt-tool", "stdio")
	}
	return append(args, s.Args...)
}

// environment switches off all that is not needed, and leads every other connection nowhere.
func (s *Session) environment(url string) []string {
	env := append(s.World.env(),
		"ANTHROPIC_BASE_URL="+url, "ANTHROPIC_API_KEY=made-up-key-of-a-test",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_NON_ESSENTIAL_MODEL_CALLS=1",
		"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
		"DISABLE_AUTOUPDATER=1", "DISABLE_BUG_COMMAND=1",
		"ENABLE_TOOL_SEARCH=false", "CLAUDE_CODE_MAX_RETRIES=1",
		"HTTPS_PROXY=http://127.0.0.1:9", "NO_PROXY=127.0.0.1,localhost",
	)
	return append(env, s.Env...)
}

func (s *Session) run(ctx context.Context, api *API, r *Result) error {
	args := s.arguments()
	if s.Answer == nil {
		args = append(args, "--", mainThread)
	}
	cmd := s.World.command(s.Program, args...)
	cmd.Dir = s.World.Project
	if s.Dir != "" {
		cmd.Dir = s.World.path(s.Dir)
	}
	cmd.Env = s.environment(api.URL())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	var in io.WriteCloser
	if s.Answer != nil {
		if in, err = cmd.StdinPipe(); err != nil {
			return err
		}
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer stop()
	if in != nil {
		message := map[string]any{"role": "user", "content": mainThread}
		prompt := map[string]any{"type": "user", "message": message, "session_id": ""}
		text, _ := json.Marshal(prompt)
		_, _ = in.Write(append(text, '\n'))
	}
	s.follow(out, in, r)
	err = cmd.Wait()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left running
	r.Stderr = stderr.String()
	if ctx.Err() != nil {
		return fmt.Errorf("the client did not end in time: %s", r.Stderr)
	}
	return err
}

// event is a line that the client prints.
type event struct {
	Type      string          `json:"type"`
	Subtype   string          `json:"subtype"`
	Tools     []string        `json:"tools"`
	Denials   []Denial        `json:"permission_denials"`
	Output    json.RawMessage `json:"structured_output"`
	RequestID string          `json:"request_id"`
	Request   struct {
		Subtype string `json:"subtype"`
		Ask
	} `json:"request"`
}

// follow reads what the client prints, and answers what it asks.
func (s *Session) follow(out io.Reader, in io.WriteCloser, r *Result) {
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			r.Events = append(r.Events, bytes.TrimSpace(line))
			var e event
			if json.Unmarshal(line, &e) == nil {
				s.event(&e, in, r)
			}
		}
		if err != nil {
			return
		}
	}
}

func (s *Session) event(e *event, in io.WriteCloser, r *Result) {
	switch {
	case e.Type == "system" && e.Subtype == "init":
		r.Tools = e.Tools
	case e.Type == "result":
		r.Denied = append(r.Denied, e.Denials...)
		if e.Output != nil {
			r.Output = e.Output
		}
		if in != nil {
			_ = in.Close()
		}
	case e.Type == "control_request" && in != nil:
		r.Asks = append(r.Asks, e.Request.Ask)
		answer := map[string]any{"behavior": "deny", "message": "The person said no."}
		if s.Answer(e.Request.Ask) {
			answer = map[string]any{"behavior": "allow", "updatedInput": e.Request.Input}
		}
		response := map[string]any{"subtype": "success", "request_id": e.RequestID, "response": answer}
		reply, _ := json.Marshal(map[string]any{"type": "control_response", "response": response})
		_, _ = in.Write(append(reply, '\n'))
	}
}

// Has says whether any text that the model got holds this.
func (r *Result) Has(text string) bool {
	for _, t := range r.Texts {
		if strings.Contains(t, text) {
			return true
		}
	}
	for _, p := range r.Replies {
		if strings.Contains(p.Text, text) {
			return true
		}
	}
	return false
}

// Said says whether the person was shown a line with this text.
func (r *Result) Said(text string) bool {
	for _, line := range r.Events {
		var e struct {
			Type, Subtype, Content string
		}
		if json.Unmarshal(line, &e) != nil || e.Type != "system" || e.Subtype == "init" {
			continue
		}
		if strings.Contains(e.Content, text) {
			return true
		}
	}
	return false
}

// Play runs a script in bypassPermissions, where nothing but the fence holds a call.
func (w *World) Play(client string, steps []Step) *Result {
	s := &Session{Program: client, World: w, Mode: "bypassPermissions", Steps: steps}
	return s.Play(w.t)
}
