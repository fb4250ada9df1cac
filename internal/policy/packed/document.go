// Package packed writes checked documents so that a call can be judged by them without reading
// YAML, and reads them again: what is small at once, rules where they may apply.
package packed

import (
	"github.com/fencepost/fencepost/internal/pack"
	"github.com/fencepost/fencepost/internal/policy"
)

// magic begins every file; its last byte is the version of the form.
const magic = "fencepst\x04"

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

// Encode returns the unit as the bytes of a file.
func Encode(u *Unit) []byte {
	c := pack.Writer()
	unit(&c, u)
	if len(u.Errors) == 0 { // of a broken config no rule is asked
		rules(&c, u.Document)
	}
	return pack.Seal(magic, c.Written())
}

// Decode reads what Encode wrote. The texts of the unit are parts of data, which must not change
// any more. It is false where anything is missing or wrong.
func Decode(data []byte) (*Unit, bool) {
	text, ok := pack.Unseal(magic, data)
	if !ok || len(data) > maxFile {
		return nil, false
	}
	u := &Unit{Document: &policy.Document{}}
	c := pack.Reader(text)
	unit(&c, u)
	if !c.Bad() && len(u.Errors) == 0 {
		rules(&c, u.Document)
	}
	if !c.Done() {
		return nil, false
	}
	return u, true
}

// unit is what is read at once.
func unit(c *pack.Coder, u *Unit) {
	c.Text(&u.Program)
	c.Text(&u.File)
	c.Text(&u.Source)
	pack.List(c, &u.Errors, problem)
	pack.List(c, &u.Warnings, problem)
	settings(c, u.Document)
}

// settings are all that a document says but its rules.
func settings(c *pack.Coder, d *policy.Document) {
	c.Text(&d.File)
	c.Text(&d.Sum)
	pack.Word(c, &d.Kind)
	pack.List(c, &d.Import, importOf)
	pack.List(c, &d.Scalars, scalar)
	pack.Word(c, &d.Default)
	pack.Word(c, &d.OnError)
	pack.Word(c, &d.Output.Allow)
	pack.Word(c, &d.Mode)
	pack.Word(c, &d.ReadOnly)
	pack.Word(c, &d.Dynamic)
	entries(c, &d.Protect)
	pack.List(c, &d.Tools.Require, toolRequire)
	pack.Word(c, &d.Tools.Bash.DiscourageChaining)
	pack.Word(c, &d.Tools.Bash.OfferManualRun)
	entries(c, &d.Tools.Bash.Interpreters.Python.Names)
	entries(c, &d.Tools.Bash.Interpreters.JavaScript.Names)
	pack.Word(c, &d.Project.Read)
	pack.Word(c, &d.Project.Unchanged)
	pack.Word(c, &d.Redirect.Tmp)
	c.Text(&d.Redirect.TmpTarget)
	sandbox(c, &d.Sandbox)
	pack.Word(c, &d.Guidance.Enabled)
	pack.Word(c, &d.Guidance.IncludeDefaults)
	entries(c, &d.Guidance.Extra)
	pack.Word(c, &d.Audit.Enabled)
	c.Text(&d.Audit.Path)
	size(c, &d.Audit.MaxBytes)
	size(c, &d.Audit.Keep)
	c.Text(&d.Policy)
	c.Text(&d.PolicyKey)
	c.Bool(&d.Bare)
	pack.List(c, &d.Parts, part)
	c.Text(&d.Meta.Title)
	c.Text(&d.Meta.Description)
	c.Text(&d.Baked.Name)
	c.Text(&d.Baked.Version)
	pack.Word(c, &d.Baked.Enforced)
	c.Text(&d.Baked.Default)
}

// size is a number that may be missing.
func size(c *pack.Coder, n **int64) {
	if !c.Has(*n != nil) {
		*n = nil
		return
	}
	if !c.Writing() {
		*n = new(int64)
	}
	u := uint64(**n)
	pack.Number(c, &u)
	**n = int64(u)
}

// rules are the tables, and what is known of all of them.
func rules(c *pack.Coder, d *policy.Document) {
	t := &tables{doc: d}
	if c.Writing() {
		t.python, t.javascript = interpreterText(&d.Tools.Bash.Interpreters.Python),
			interpreterText(&d.Tools.Bash.Interpreters.JavaScript)
		t.loosens, t.loosensDenying = policy.Loosens(d, false), policy.Loosens(d, true)
		for _, text := range texts(d) {
			c.Text(&text)
		}
	} else {
		d.Packed = t
		for _, table := range t.all() {
			var text string
			if c.Text(&text); !pack.Whole(text) {
				c.Fail()
				return
			}
			table.Table = pack.Open(text)
		}
	}
	c.Text(&t.python)
	c.Text(&t.javascript)
	c.Bool(&t.loosens)
	c.Bool(&t.loosensDenying)
}

func interpreterText(in *policy.Interpreter) string {
	c := pack.Writer()
	interpreter(&c, in)
	return c.Written()
}
