package hookfile

import (
	"bytes"
	"encoding/json"
)

// Plan is what an installation puts into one event, or into one variable.
type Plan struct {
	Event    string
	Variable string                         // of the file's "env", in place of an event
	Raw      []byte                         // the group, the handler of a flat tree, or the value
	Ours     func(raw json.RawMessage) bool // this program wrote the handler or the value
}

// Put puts the plans into a tree. An entry that is as it should be stays where it is; others of an
// earlier installation go.
func Put(t *Tree, plans []Plan) error {
	for _, p := range plans {
		if p.Variable != "" {
			if err := p.putVariable(t); err != nil {
				return err
			}
			continue
		}
		groups, err := t.Groups(p.Event)
		if err != nil {
			return err
		}
		switch at, alone := p.find(groups); {
		case len(at) == 1 && alone && Same(groups[at[0]].Raw, p.Raw):
			continue
		case len(at) == 1 && alone:
			if err := t.Replace(p.Event, at[0], p.Raw); err != nil {
				return err
			}
			continue
		}
		if _, err := t.Drop(p.Event, p.Ours); err != nil {
			return err
		}
		// A place of its own: a handler in somebody else's group would share its matcher.
		if err := t.Add(p.Event, p.Raw); err != nil {
			return err
		}
	}
	return nil
}

// find returns the groups with handlers of this program, and whether they hold no others.
func (p *Plan) find(groups []Group) (at []int, alone bool) {
	alone = true
	for i, g := range groups {
		n := 0
		for _, raw := range g.Handlers {
			if p.Ours(raw) {
				n++
			}
		}
		if n > 0 {
			at = append(at, i)
			alone = alone && n == 1 && len(g.Handlers) == 1
		}
	}
	return at, alone
}

// Take takes what an installation has put in out of a tree, and leaves everything else.
func Take(t *Tree, plans []Plan) error {
	for _, p := range plans {
		if p.Variable != "" {
			if err := t.DropVariable(p.Variable, p.Ours); err != nil {
				return err
			}
			continue
		}
		if _, err := t.Drop(p.Event, p.Ours); err != nil {
			return err
		}
	}
	return nil
}

// again puts what Take takes from one tree into another, in the order of an installation.
func again(from, into *Tree, plans []Plan) error {
	for _, p := range plans {
		if p.Variable != "" {
			if err := p.againVariable(from, into); err != nil {
				return err
			}
			continue
		}
		groups, err := from.Groups(p.Event)
		if err != nil {
			return err
		}
		for _, g := range groups {
			if len(g.Handlers) != 1 || !p.Ours(g.Handlers[0]) {
				continue
			}
			var raw bytes.Buffer
			if err := json.Compact(&raw, g.Raw); err != nil {
				return err
			}
			if err := into.Add(p.Event, raw.Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Remove takes an installation out of the file: see undo. tree is the form of the file.
func (f *File) Remove(tree Tree, plans []Plan) (changed bool, err error) {
	with := func(text []byte) *Tree {
		t := tree
		t.Text = text
		return &t
	}
	drop := func(text []byte) ([]byte, error) {
		t := with(text)
		err := Take(t, plans)
		return t.Text, err
	}
	redo := func(text []byte) ([]byte, error) {
		t := with(text)
		err := again(with(f.Old), t, plans)
		return t.Text, err
	}
	return f.undo(drop, redo)
}
