package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file edits the agent's settings.json. It keeps the order of the keys and everything that it does not know,
// because the file is a person's.

// object is a JSON object whose members keep their order and their values as they are written.
type object []member

type member struct {
	key   string
	value json.RawMessage
}

func parseObject(raw []byte) (object, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil {
		return nil, err
	} else if t != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	o := object{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		o.set(key.(string), value)
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("something follows the JSON object")
	}
	return o, nil
}

// get returns the value of a key, or nil.
func (o object) get(key string) json.RawMessage {
	for i := range o {
		if o[i].key == key {
			return o[i].value
		}
	}
	return nil
}

// set replaces the value of a key or adds it at the end; a nil value removes it.
func (o *object) set(key string, value json.RawMessage) {
	for i := range *o {
		if (*o)[i].key == key {
			if value == nil {
				*o = slices.Delete(*o, i, i+1)
			} else {
				(*o)[i].value = value
			}
			return
		}
	}
	if value != nil {
		*o = append(*o, member{key, value})
	}
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		key, err := compact(m.key)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, key...), ':'), m.value...)
	}
	return append(b, '}'), nil
}

// compact encodes a value that always can be encoded, without the final newline.
func compact(v any) (json.RawMessage, error) {
	b, err := encode(v, "")
	return bytes.TrimSuffix(b, []byte{'\n'}), err
}

// settings is the agent's settings file.
type settings struct {
	file string // as it was named
	path string // what a link leads to
	old  []byte // nil where there is no file
	mode fs.FileMode
	root object
}

func readSettings(file string) (*settings, error) {
	st := &settings{file: file, path: file, mode: 0o600}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		st.path = real
	}
	data, err := os.ReadFile(st.path)
	if errors.Is(err, fs.ErrNotExist) {
		return st, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %s", file, cause(err))
	}
	if info, err := os.Stat(st.path); err == nil {
		st.mode = info.Mode().Perm()
	}
	st.old = data
	if len(bytes.TrimSpace(data)) == 0 {
		return st, nil
	}
	if st.root, err = parseObject(data); err != nil {
		return nil, fmt.Errorf("%s%s: %v; mend the file first, nothing was changed", file, lineOf(data, err), err)
	}
	return st, nil
}

// lineOf is the place of a syntax error as :line, or "".
func lineOf(data []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset > int64(len(data)) {
		return ""
	}
	return fmt.Sprintf(":%d", 1+bytes.Count(data[:syntax.Offset], []byte{'\n'}))
}

// text is the file as it should be, in the indentation that it has.
func (st *settings) text() ([]byte, error) {
	raw, err := st.root.MarshalJSON()
	if err != nil {
		return nil, err
	}
	indent := "  "
	if i := bytes.IndexByte(st.old, '\n'); i >= 0 {
		line := st.old[i+1:]
		if n := len(line) - len(bytes.TrimLeft(line, " \t")); n > 0 {
			indent = string(line[:n])
		}
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", indent); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// write puts the new text in the place of the old one, which it keeps beside it. It returns the name of that copy, ""
// where there was no file.
func (st *settings) write(text []byte) (backup string, err error) {
	if err := os.MkdirAll(filepath.Dir(st.path), 0o755); err != nil {
		return "", err
	}
	if st.old != nil {
		if backup, err = keep(st.path, st.old, st.mode); err != nil {
			return "", err
		}
	}
	tmp, err := os.CreateTemp(filepath.Dir(st.path), ".fencepost-*")
	if err != nil {
		return backup, err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Chmod(st.mode), tmp.Close()); err != nil {
		return backup, err
	}
	return backup, os.Rename(tmp.Name(), st.path)
}

// keep writes a copy under the first name that is free.
func keep(path string, data []byte, mode fs.FileMode) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.before-fencepost.%d", path, n)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(data)
		return name, errors.Join(err, f.Close())
	}
}

// handler is a hook of the agent, as far as it matters here.
type handler struct {
	Type      string   `json:"type"`
	Command   string   `json:"command"`
	Args      []string `json:"args"`
	Timeout   int      `json:"timeout,omitempty"`
	OnFailure string   `json:"onFailure,omitempty"`
	Async     bool     `json:"async,omitempty"`
}

// ours reports whether a handler runs this program for the event of a subcommand.
func (h *handler) ours(subcommand string) bool {
	if h.Args != nil {
		return filepath.Base(h.Command) == program && (len(h.Args) == 0 && subcommand == "hook" || len(h.Args) > 0 && h.Args[0] == subcommand)
	}
	fields := strings.Fields(h.Command) // the shell form
	if len(fields) == 0 || filepath.Base(strings.Trim(fields[0], `"'`)) != program {
		return false
	}
	return len(fields) == 1 && subcommand == "hook" || len(fields) > 1 && fields[1] == subcommand
}

// program is the base name of the executable in the agent's settings.
const program = "fencepost"

// group is a matcher with its handlers.
type group struct {
	raw      object
	handlers []json.RawMessage
}

// hooks returns the tree below "hooks" and the groups of an event.
func (st *settings) hooks(event string) (object, []group, error) {
	var tree object
	if raw := st.root.get("hooks"); raw != nil {
		var err error
		if tree, err = parseObject(raw); err != nil {
			return nil, nil, fmt.Errorf("%s: \"hooks\": %v; mend the file first, nothing was changed", st.file, err)
		}
	}
	var raws []json.RawMessage
	if raw := tree.get(event); raw != nil {
		if err := json.Unmarshal(raw, &raws); err != nil {
			return nil, nil, fmt.Errorf("%s: the hooks of %s are not a list; mend the file first, nothing was changed", st.file, event)
		}
	}
	var groups []group
	for _, raw := range raws {
		o, err := parseObject(raw)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: the hooks of %s: %v; mend the file first, nothing was changed", st.file, event, err)
		}
		g := group{raw: o}
		if list := o.get("hooks"); list != nil && json.Unmarshal(list, &g.handlers) != nil {
			return nil, nil, fmt.Errorf("%s: the handlers of %s are not a list; mend the file first, nothing was changed", st.file, event)
		}
		groups = append(groups, g)
	}
	return tree, groups, nil
}

// put writes the groups of an event back. An event without groups goes, and so do hooks without events.
func (st *settings) put(tree object, event string, groups []group) error {
	var raws []json.RawMessage
	for _, g := range groups {
		if g.handlers != nil {
			list, err := compact(g.handlers)
			if err != nil {
				return err
			}
			g.raw.set("hooks", list)
		}
		raw, err := g.raw.MarshalJSON()
		if err != nil {
			return err
		}
		raws = append(raws, raw)
	}
	var list json.RawMessage
	if len(raws) > 0 {
		var err error
		if list, err = compact(raws); err != nil {
			return err
		}
	}
	tree.set(event, list)
	if len(tree) == 0 {
		st.root.set("hooks", nil)
		return nil
	}
	raw, err := tree.MarshalJSON()
	st.root.set("hooks", raw)
	return err
}
