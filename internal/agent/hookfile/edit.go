package hookfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Tree is the text of a file that holds hooks as Claude Code's does: an object with an object of
// events. Each event is a list of groups. Other agents have taken the form over.
type Tree struct {
	Text []byte // "" where there is no file
	Flat bool   // an event is a list of handlers, without groups
	New  string // the text of a new file; "" for an empty object
}

// Group is one group of an event: a matcher with its handlers, or one handler of a flat tree.
type Group struct {
	Raw      json.RawMessage
	Handlers []json.RawMessage
	Matcher  json.RawMessage // nil where there is none
}

// Groups returns the groups of an event.
func (t *Tree) Groups(event string) ([]Group, error) {
	list, err := t.list(event)
	if err != nil || list == nil {
		return nil, err
	}
	var groups []Group
	for _, it := range list.items {
		g, err := t.Group(t.Text[it.value:it.end])
		if err != nil {
			return nil, fmt.Errorf("the hooks of %s: %v", event, err)
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// Group reads one group.
func (t *Tree) Group(raw []byte) (Group, error) {
	g := Group{Raw: raw}
	o, err := ParseObject(raw)
	if err != nil {
		return g, err
	}
	if t.Flat {
		g.Handlers, g.Matcher = []json.RawMessage{raw}, o.Get("matcher")
		return g, nil
	}
	g.Matcher = o.Get("matcher")
	if list := o.Get("hooks"); list != nil && json.Unmarshal(list, &g.Handlers) != nil {
		return g, errors.New("the handlers of a matcher are not a list")
	}
	return g, nil
}

// MatchesAll reports whether a matcher lets every tool through.
func MatchesAll(matcher json.RawMessage) bool {
	if matcher == nil {
		return true
	}
	var text string
	if json.Unmarshal(matcher, &text) != nil {
		return false
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "^"), "$")
	return text == "" || text == "*" || text == ".*" || text == ".+"
}

// list finds the list of an event, nil where there is none.
func (t *Tree) list(event string) (*container, error) {
	root, hooks, err := t.hooks()
	if err != nil || root == nil || hooks == nil {
		return nil, err
	}
	at := hooks.find(event)
	if at == nil || string(t.Text[at.value:at.end]) == "null" {
		return nil, nil
	}
	list, err := listAt(t.Text, at.value)
	if err != nil {
		return nil, fmt.Errorf("the hooks of %s are not a list", event)
	}
	return &list, nil
}

// hooks finds the root and the object of events; nil for what is not there.
func (t *Tree) hooks() (root, hooks *container, err error) {
	if root, hooks, err = t.block("hooks"); err != nil || hooks == nil {
		return root, hooks, err
	}
	for _, it := range hooks.items {
		if err := once(hooks, it.key); err != nil {
			return nil, nil, err
		}
	}
	return root, hooks, nil
}

// block finds the root and the object of one of its keys; nil for what is not there.
func (t *Tree) block(key string) (root, block *container, err error) {
	if blank(t.Text) {
		return nil, nil, nil
	}
	r, err := objectAt(t.Text, skipMark(t.Text))
	if err == nil && !blank(t.Text[r.end:]) {
		err = errors.New("something follows the JSON object")
	}
	if err == nil {
		err = once(&r, key)
	}
	if err != nil {
		return nil, nil, err
	}
	at := r.find(key)
	if at == nil {
		return &r, nil, nil
	}
	b, err := objectAt(t.Text, at.value)
	if err != nil {
		return &r, nil, fmt.Errorf("%q: %v", key, err)
	}
	return &r, &b, nil
}

// begin is the text of a new file.
func (t *Tree) begin() {
	t.Text = []byte(cmp.Or(t.New, "{}\n"))
}

// once refuses a key that is written twice: an edit of one would not be what counts.
func once(c *container, key string) error {
	n := 0
	for _, it := range c.items {
		if it.key == key {
			n++
		}
	}
	if n > 1 {
		return fmt.Errorf("the key %q is written %d times", key, n)
	}
	return nil
}

// Add puts a group at the end of an event. raw is JSON on one line.
func (t *Tree) Add(event string, raw []byte) error {
	for {
		root, hooks, err := t.hooks()
		if err != nil {
			return err
		}
		switch {
		case root == nil:
			t.begin()
			continue
		case hooks == nil:
			t.Text, err = appended(t.Text, root, "hooks", wrap(event, raw))
			return err
		}
		at := hooks.find(event)
		if at == nil {
			t.Text, err = appended(t.Text, hooks, event, append(append([]byte{'['}, raw...), ']'))
			return err
		}
		if string(t.Text[at.value:at.end]) == "null" {
			t.Text = slices.Concat(t.Text[:at.value], []byte("[]"), t.Text[at.end:])
			continue
		}
		list, err := listAt(t.Text, at.value)
		if err != nil {
			return fmt.Errorf("the hooks of %s are not a list", event)
		}
		t.Text, err = appended(t.Text, &list, "", raw)
		return err
	}
}

// Replace puts another group into the place of group i of an event.
func (t *Tree) Replace(event string, i int, raw []byte) error {
	list, err := t.list(event)
	if err != nil || list == nil || i >= len(list.items) {
		return err
	}
	t.Text, err = replaced(t.Text, list.items[i], raw)
	return err
}

// wrap is {"EVENT":[RAW]}.
func wrap(event string, raw []byte) []byte {
	return fmt.Appendf(nil, "{%q:[%s]}", event, raw)
}

// Drop takes the handlers for which ours holds out of an event, groups that held nothing else, and
// what is empty then. It reports whether it has changed anything.
func (t *Tree) Drop(event string, ours func(raw json.RawMessage) bool) (changed bool, err error) {
	for {
		found, err := t.dropOne(event, ours)
		if err != nil || !found {
			return changed, err
		}
		changed = true
	}
}

// dropOne takes one handler out, if there is one.
func (t *Tree) dropOne(event string, ours func(json.RawMessage) bool) (found bool, err error) {
	list, err := t.list(event)
	if err != nil || list == nil {
		return false, err
	}
	for i, it := range list.items {
		g, err := t.Group(t.Text[it.value:it.end])
		if err != nil {
			return false, fmt.Errorf("the hooks of %s: %v", event, err)
		}
		for k, raw := range g.Handlers {
			if !ours(raw) {
				continue
			}
			if len(g.Handlers) > 1 {
				return true, t.dropHandler(it, k)
			}
			t.Text = removed(t.Text, list, i)
			if len(list.items) == 1 {
				return true, t.prune(event)
			}
			return true, nil
		}
	}
	return false, nil
}

// dropHandler takes handler k out of a group that has others.
func (t *Tree) dropHandler(group item, k int) error {
	g, err := objectAt(t.Text, group.value)
	if err != nil {
		return err
	}
	list, err := listAt(t.Text, g.find("hooks").value)
	if err != nil {
		return err
	}
	t.Text = removed(t.Text, &list, k)
	return nil
}

// prune takes an event without groups away, and hooks without events.
func (t *Tree) prune(event string) error {
	root, hooks, err := t.hooks()
	if err != nil || hooks == nil {
		return err
	}
	for i := range hooks.items {
		if hooks.items[i].key != event {
			continue
		}
		if len(hooks.items) > 1 {
			t.Text = removed(t.Text, hooks, i)
			return nil
		}
	}
	for i := range root.items {
		if root.items[i].key == "hooks" {
			t.Text = removed(t.Text, root, i)
			return nil
		}
	}
	return nil
}

// mark is the byte order mark, which the client skips.
const mark = "\xef\xbb\xbf"

func skipMark(text []byte) int {
	return len(text) - len(bytes.TrimPrefix(text, []byte(mark)))
}

func blank(text []byte) bool { return len(bytes.Trim(text[skipMark(text):], " \t\r\n")) == 0 }
