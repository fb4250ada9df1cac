//go:build unix

// Package clienttest drives the real Claude Code client in tests: a stand-in for the Messages API
// plays a script of tool calls, and the client, started as an unprivileged user in a throwaway
// home, judges and runs them as it does for anybody.
package clienttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// Call is a tool call that the model makes.
type Call struct {
	Tool  string         `json:"tool"`
	Input map[string]any `json:"input,omitempty"`
	// Raw is the text of an input that no JSON object can hold, one with a repeated key for
	// example.
	Raw string `json:"raw,omitempty"`
	// Calls are those of the subagent that this call starts, one after another.
	Calls []Call `json:"calls,omitempty"`
}

// Bash is a call that runs a shell command.
func Bash(command string) Call {
	return Call{Tool: "Bash", Input: map[string]any{"command": command}}
}

// Write is a call that writes a file.
func Write(path, text string) Call {
	return Call{Tool: "Write", Input: map[string]any{"file_path": path, "content": text}}
}

// Read is a call that reads a file.
func Read(path string) Call {
	return Call{Tool: "Read", Input: map[string]any{"file_path": path}}
}

// Step is one turn of the model: calls that it makes at once. Next gets what the calls so far
// returned, for a step that depends on them (reading the output of a task, whose file the client
// chose).
type Step struct {
	Calls []Call
	Next  func(sofar []Reply) []Call
}

// Each puts every call into a turn of its own.
func Each(calls ...Call) []Step {
	steps := make([]Step, len(calls))
	for i, c := range calls {
		steps[i].Calls = []Call{c}
	}
	return steps
}

// Reply is what came back from a call.
type Reply struct {
	Call  Call
	Text  string
	Error bool
	// Done is false when the client never returned the call.
	Done bool
	// ID is the call's, Sub whether a subagent made it.
	ID  string
	Sub bool

	step int
}

// mainThread and the names of subagents mark the first prompt of a conversation, so that a request
// can be told from those that the client makes for itself (titles, summaries, the classifier of the
// mode auto).
const (
	mainThread = "play the script main"
	subThread  = "play the script sub-"
)

// API is the stand-in. It answers the requests of one session.
type API struct {
	server *httptest.Server
	// Classify answers the client's own questions; the text goes back as the model's. Nil answers
	// "ok".
	Classify func(body []byte) string

	mu       sync.Mutex
	threads  map[string][]Step
	subs     map[string]string
	replies  map[string]*Reply
	order    []string
	tools    []string
	texts    []string
	requests [][]byte
	others   [][]byte
	turns    int
}

// NewAPI starts a stand-in on loopback that plays the steps.
func NewAPI(steps []Step) *API {
	a := &API{
		threads: map[string][]Step{mainThread: steps},
		subs:    map[string]string{}, replies: map[string]*Reply{},
	}
	a.server = httptest.NewServer(http.HandlerFunc(a.serve))
	return a
}

// URL is the base address for the client.
func (a *API) URL() string { return a.server.URL }

// Close stops the stand-in.
func (a *API) Close() { a.server.CloseClientConnections(); a.server.Close() }

// request is the part of a request that the stand-in looks at.
type request struct {
	Stream   bool   `json:"stream"`
	Model    string `json:"model"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name string `json:"name"`
	} `json:"tools"`
}

// block is a content block of a message.
type block struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ID      string          `json:"tool_use_id"`
	Error   bool            `json:"is_error"`
	Content json.RawMessage `json:"content"`
}

// blocks reads a message's content, which is a text or a list.
func blocks(raw json.RawMessage) []block {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []block{{Type: "text", Text: text}}
	}
	var list []block
	_ = json.Unmarshal(raw, &list)
	return list
}

// flat is the text of a block's content.
func flat(raw json.RawMessage) string {
	var all []string
	for _, b := range blocks(raw) {
		all = append(all, b.Text)
	}
	return strings.Join(all, "\n")
}

func (a *API) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/messages") {
		if strings.HasSuffix(r.URL.Path, "/count_tokens") {
			writeJSON(w, map[string]int{"input_tokens": 1})
			return
		}
		writeJSON(w, map[string]any{})
		return
	}
	var q request
	if err := json.Unmarshal(body, &q); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	turn := a.answer(&q, body)
	if q.Stream {
		turn.stream(w)
		return
	}
	writeJSON(w, turn.message())
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// answer finds the conversation, keeps what the calls returned, and gives the next turn.
func (a *API) answer(q *request, body []byte) turn {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.turns++
	thread, done := a.read(q)
	steps, ok := a.threads[thread]
	if thread == "" || !ok || len(q.Tools) == 0 {
		a.others = append(a.others, body)
		text := "ok"
		if a.Classify != nil {
			text = a.Classify(body)
		}
		return turn{id: a.turns, model: q.Model, text: text}
	}
	a.requests = append(a.requests, body)
	if thread == mainThread {
		a.tools = a.tools[:0]
		for _, t := range q.Tools {
			a.tools = append(a.tools, t.Name)
		}
	}
	if done >= len(steps) {
		return turn{id: a.turns, model: q.Model, text: "done"}
	}
	calls := steps[done].Calls
	if next := steps[done].Next; next != nil {
		calls = next(a.sofar())
	}
	if len(calls) == 0 {
		return turn{id: a.turns, model: q.Model, text: "done"}
	}
	return a.calls(q.Model, thread, done, calls)
}

// read gives the name of the request's conversation and the step that is next in it: the one after
// the last call that returned. (The client joins turns, so that they cannot be counted.)
func (a *API) read(q *request) (thread string, done int) {
	for _, m := range q.Messages {
		for _, b := range blocks(m.Content) {
			switch {
			case b.Type == "tool_result":
				r := a.replies[b.ID]
				if r == nil {
					continue
				}
				if !r.Done {
					r.Text, r.Error, r.Done = flat(b.Content), b.Error, true
				}
				done = max(done, r.step+1)
			case b.Type == "text":
				a.texts = append(a.texts, b.Text)
				if thread == "" {
					thread = threadOf(b.Text)
				}
			}
		}
	}
	return thread, done
}

// threadOf finds the mark of a conversation in a prompt.
func threadOf(text string) string {
	if strings.Contains(text, mainThread) {
		return mainThread
	}
	_, after, ok := strings.Cut(text, subThread)
	if !ok {
		return ""
	}
	end := strings.IndexFunc(after, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(after)
	}
	return subThread + after[:end]
}

// calls makes the turn that holds the calls, and the conversations of the subagents that they
// start.
func (a *API) calls(model, thread string, step int, calls []Call) turn {
	t := turn{id: a.turns, model: model}
	for i, c := range calls {
		name := strings.ReplaceAll(thread[len("play the script "):], "-", "")
		id := fmt.Sprintf("toolu_%s_%d_%d", name, step, i)
		if c.Calls != nil {
			sub := a.subs[id]
			if sub == "" {
				sub = fmt.Sprintf("%s%d", subThread, len(a.threads))
				a.subs[id], a.threads[sub] = sub, Each(c.Calls...)
			}
			input := map[string]any{}
			for k, v := range c.Input {
				input[k] = v
			}
			input["prompt"] = sub
			c.Input = input
		}
		if a.replies[id] == nil {
			a.replies[id] = &Reply{Call: c, ID: id, Sub: thread != mainThread, step: step}
			a.order = append(a.order, id)
		}
		t.uses = append(t.uses, use{id: id, call: c})
	}
	return t
}

// sofar lists what the calls have returned, in the order in which they were made.
func (a *API) sofar() []Reply {
	out := make([]Reply, 0, len(a.order))
	for _, id := range a.order {
		out = append(out, *a.replies[id])
	}
	return out
}

// Ran says whether the call was run, whatever became of it: a command that fails has run.
func (r *Reply) Ran() bool {
	return r.Done && (!r.Error || strings.HasPrefix(r.Text, "Exit code "))
}
