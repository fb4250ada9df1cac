// Package packed writes checked documents so that a call can be judged by them without reading
// YAML, and reads them again: what is small at once, rules where they may apply.
package packed

import (
	"encoding/binary"

	"github.com/fencepost/fencepost/internal/policy"
)

// magic begins every file; its last byte is the version of the form.
const magic = "fencepst\x01"

// maxFile bounds a compiled file, in bytes: expressions are longer when they are compiled.
const maxFile = 64 << 20

// Unit is one config file, read.
type Unit struct {
	Program          string // identifies the program that has read it
	File             string // its path
	Source           string // what it holds
	Document         *policy.Document
	Errors, Warnings []policy.Problem
}

// Encode returns the unit as bytes: magic, the checksum of the rest, and the rest.
func Encode(u *Unit) []byte {
	c := coder{writing: true}
	c.unit(u)
	d := u.Document
	if len(u.Errors) == 0 { // of a broken config no rule is asked
		c.rules(d)
	}
	out := append([]byte(magic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(out[len(magic):], checksum(string(c.out)))
	return append(out, c.out...)
}

// Decode reads what Encode wrote. The texts of the unit are parts of data, which must not change
// any more. It is false where anything is missing or wrong.
func Decode(data []byte) (*Unit, bool) {
	text := asString(data)
	if len(text) < len(magic)+4 || text[:len(magic)] != magic || len(text) > maxFile {
		return nil, false
	}
	sum, rest := u32(text[len(magic):]), text[len(magic)+4:]
	if uint32(sum) != checksum(rest) {
		return nil, false
	}
	u := &Unit{Document: &policy.Document{}}
	c := coder{in: rest}
	c.unit(u)
	if !c.bad && len(u.Errors) == 0 {
		c.rules(u.Document)
	}
	if c.bad || c.in != "" {
		return nil, false
	}
	return u, true
}

// unit is what is read at once.
func (c *coder) unit(u *Unit) {
	c.text(&u.Program)
	c.text(&u.File)
	c.text(&u.Source)
	list(c, &u.Errors, (*coder).problem)
	list(c, &u.Warnings, (*coder).problem)
	c.settings(u.Document)
}

// settings are all that a document says but its rules.
func (c *coder) settings(d *policy.Document) {
	c.text(&d.File)
	word(c, &d.Kind)
	list(c, &d.Import, (*coder).importOf)
	list(c, &d.Scalars, (*coder).scalar)
	word(c, &d.Default)
	word(c, &d.OnError)
	word(c, &d.Output.Allow)
	word(c, &d.Mode)
	word(c, &d.ReadOnly)
	word(c, &d.Dynamic)
	c.entries(&d.Protect)
	list(c, &d.Tools.Require, (*coder).toolRequire)
	word(c, &d.Tools.Bash.DiscourageChaining)
	word(c, &d.Tools.Bash.OfferManualRun)
	c.entries(&d.Tools.Bash.Interpreters.Python.Names)
	c.entries(&d.Tools.Bash.Interpreters.JavaScript.Names)
	word(c, &d.Project.Read)
	word(c, &d.Project.Unchanged)
	word(c, &d.Redirect.Tmp)
	c.text(&d.Redirect.TmpTarget)
	word(c, &d.Guidance.Enabled)
	word(c, &d.Guidance.IncludeDefaults)
	c.entries(&d.Guidance.Extra)
	word(c, &d.Audit.Enabled)
	c.text(&d.Audit.Path)
	c.size(&d.Audit.MaxBytes)
	c.size(&d.Audit.Keep)
	list(c, &d.Parts, (*coder).part)
	c.text(&d.Meta.Title)
	c.text(&d.Meta.Description)
	c.text(&d.Baked.Name)
	c.text(&d.Baked.Version)
	word(c, &d.Baked.Enforced)
	c.text(&d.Baked.Default)
}

// size is a number that may be missing.
func (c *coder) size(n **int64) {
	is := *n != nil
	if c.bool(&is); !is {
		*n = nil
		return
	}
	if !c.writing {
		*n = new(int64)
	}
	u := uint64(**n)
	c.number(&u)
	**n = int64(u)
}

// rules are the tables, and what is known of all of them.
func (c *coder) rules(d *policy.Document) {
	t := &tables{doc: d}
	if c.writing {
		t.python, t.javascript = interpreterText(&d.Tools.Bash.Interpreters.Python),
			interpreterText(&d.Tools.Bash.Interpreters.JavaScript)
		t.loosens, t.loosensDenying = policy.Loosens(d, false), policy.Loosens(d, true)
		for _, text := range texts(d) {
			c.text(&text)
		}
	} else {
		d.Packed = t
		for _, table := range t.all() {
			var text string
			c.text(&text)
			var ok bool
			if *table, ok = openTable(text); !ok {
				c.fail()
				return
			}
		}
	}
	c.text(&t.python)
	c.text(&t.javascript)
	c.bool(&t.loosens)
	c.bool(&t.loosensDenying)
}

func interpreterText(in *policy.Interpreter) string {
	c := coder{writing: true}
	c.interpreter(in)
	return string(c.out)
}
