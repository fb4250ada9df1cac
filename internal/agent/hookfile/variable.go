package hookfile

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Variable returns the value of a variable in the "env" of the file, nil where it is not set.
func (t *Tree) Variable(name string) (json.RawMessage, error) {
	_, env, err := t.env()
	if err != nil || env == nil {
		return nil, err
	}
	at := env.find(name)
	if at == nil {
		return nil, nil
	}
	return t.Text[at.value:at.end], nil
}

// env finds the root and the object of variables; nil for what is not there.
func (t *Tree) env() (root, env *container, err error) {
	root, env, err = t.block("env")
	if err != nil && root != nil {
		if at := root.find("env"); string(t.Text[at.value:at.end]) == "null" {
			return root, nil, nil
		}
	}
	return root, env, err
}

// SetVariable sets a variable in the "env" of the file. raw is JSON on one line.
func (t *Tree) SetVariable(name string, raw []byte) error {
	root, env, err := t.env()
	switch {
	case err != nil:
		return err
	case root == nil:
		t.begin()
		return t.SetVariable(name, raw)
	case env != nil:
		if err := once(env, name); err != nil {
			return err
		}
		if at := env.find(name); at != nil {
			t.Text, err = replaced(t.Text, *at, raw)
			return err
		}
		t.Text, err = appended(t.Text, env, name, raw)
		return err
	}
	if at := root.find("env"); at != nil { // null
		t.Text = slices.Concat(t.Text[:at.value], []byte("{}"), t.Text[at.end:])
		return t.SetVariable(name, raw)
	}
	t.Text, err = appended(t.Text, root, "env", fmt.Appendf(nil, "{%q:%s}", name, raw))
	return err
}

// DropVariable takes a variable out of the "env" of the file if ours holds for its value, and an
// "env" that is empty then.
func (t *Tree) DropVariable(name string, ours func(raw json.RawMessage) bool) error {
	root, env, err := t.env()
	if err != nil || env == nil {
		return err
	}
	i := slices.IndexFunc(env.items, func(it item) bool { return it.key == name })
	if i < 0 || !ours(t.Text[env.items[i].value:env.items[i].end]) {
		return nil
	}
	if len(env.items) > 1 {
		t.Text = removed(t.Text, env, i)
		return nil
	}
	i = slices.IndexFunc(root.items, func(it item) bool { return it.key == "env" })
	t.Text = removed(t.Text, root, i)
	return nil
}

// putVariable is Put for a plan of a variable. One that is somebody else's stays, and is an error:
// two programs cannot stand at the same place.
func (p *Plan) putVariable(t *Tree) error {
	now, err := t.Variable(p.Variable)
	switch {
	case err != nil:
		return err
	case Same(now, p.Raw):
		return nil
	case now != nil && string(now) != `""` && !p.Ours(now):
		return fmt.Errorf("\"env\" sets %s to %s, which is somebody else's", p.Variable, now)
	}
	return t.SetVariable(p.Variable, p.Raw)
}

// againVariable is again for a plan of a variable.
func (p *Plan) againVariable(from, into *Tree) error {
	now, err := from.Variable(p.Variable)
	if err != nil || now == nil || !p.Ours(now) {
		return err
	}
	return into.SetVariable(p.Variable, now)
}
