//go:build unix

package clienttest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// turn is one answer of the model: a text, or calls.
type turn struct {
	id    int // the client joins messages with one id
	model string
	text  string
	uses  []use
}

// use is a call under the id that its result names.
type use struct {
	id   string
	call Call
}

// input is the JSON text of the call's input.
func (u use) input() string {
	if u.call.Raw != "" {
		return u.call.Raw
	}
	if u.call.Input == nil {
		return "{}"
	}
	text, _ := json.Marshal(u.call.Input)
	return string(text)
}

func (t turn) stop() string {
	if len(t.uses) > 0 {
		return "tool_use"
	}
	return "end_turn"
}

// message is the whole answer, for a request without streaming.
func (t turn) message() map[string]any {
	content := []any{}
	if len(t.uses) == 0 {
		content = append(content, map[string]any{"type": "text", "text": t.text})
	}
	for _, u := range t.uses {
		content = append(content, map[string]any{
			"type": "tool_use", "id": u.id, "name": u.call.Tool,
			"input": json.RawMessage(u.input()),
		})
	}
	return map[string]any{
		"id": fmt.Sprintf("msg_script_%d", t.id), "type": "message", "role": "assistant",
		"model": t.model, "content": content,
		"stop_reason": t.stop(), "stop_sequence": nil, "usage": usage(),
	}
}

func usage() map[string]int { return map[string]int{"input_tokens": 1, "output_tokens": 1} }

// stream sends the answer as server-sent events.
func (t turn) stream(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(kind string, v map[string]any) {
		v["type"] = kind
		text, _ := json.Marshal(v)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, text)
	}
	m := t.message()
	m["content"], m["stop_reason"] = []any{}, nil
	send("message_start", map[string]any{"message": m})
	if len(t.uses) == 0 {
		start := map[string]any{"type": "text", "text": ""}
		send("content_block_start", map[string]any{"index": 0, "content_block": start})
		delta := map[string]any{"type": "text_delta", "text": t.text}
		send("content_block_delta", map[string]any{"index": 0, "delta": delta})
		send("content_block_stop", map[string]any{"index": 0})
	}
	for i, u := range t.uses {
		start := map[string]any{"type": "tool_use", "id": u.id, "name": u.call.Tool}
		start["input"] = map[string]any{}
		send("content_block_start", map[string]any{"index": i, "content_block": start})
		delta := map[string]any{"type": "input_json_delta", "partial_json": u.input()}
		send("content_block_delta", map[string]any{"index": i, "delta": delta})
		send("content_block_stop", map[string]any{"index": i})
	}
	end := map[string]any{"stop_reason": t.stop(), "stop_sequence": nil}
	send("message_delta", map[string]any{"delta": end, "usage": usage()})
	send("message_stop", map[string]any{})
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
