package packed

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
)

// The rules of each kind.

func (c *coder) advice(a *policy.Advice) {
	c.text(&a.Name)
	c.text(&a.Description)
	c.text(&a.Alternative)
	word(c, &a.Unseen)
}

func (c *coder) outcome(o *policy.Outcome) {
	word(c, &o.Decision)
	word(c, &o.Unknown)
	c.advice(&o.Advice)
}

func (c *coder) toolDeny(r *policy.ToolDeny) {
	c.text(&r.Tool)
	c.advice(&r.Advice)
	c.place(&r.Pos)
}

func (c *coder) toolRequire(r *policy.ToolRequire) {
	c.text(&r.Tool)
	word(c, &r.Mode)
	c.place(&r.Pos)
}

func (c *coder) normaliseRule(r *policy.NormaliseRule) {
	c.prefix(&r.Prefix)
	list(c, &r.Strip, (*coder).regexp)
	c.place(&r.Pos)
}

func (c *coder) checkRule(r *policy.CheckRule) {
	c.regexp(&r.Test)
	c.advice(&r.Advice)
	c.place(&r.Pos)
}

func (c *coder) redirectRule(r *policy.RedirectRule) {
	word(c, &r.Mode)
	c.texts(&r.Outside)
	c.text(&r.Glob)
	c.outcome(&r.Outcome)
	c.place(&r.Pos)
}

func (c *coder) argumentRule(r *policy.ArgumentRule) {
	c.text(&r.Command)
	c.text(&r.Subcommand)
	c.texts(&r.AnyArgOutside)
	c.texts(&r.AllArgsInside)
	c.regexp(&r.AnyArgMatches)
	c.regexp(&r.AllArgsMatch)
	c.texts(&r.HasFlag)
	c.texts(&r.UnlessFlag)
	c.outcome(&r.Outcome)
	c.place(&r.Pos)
	list(c, &r.Subcommands, (*coder).texts)
}

func (c *coder) effectRule(r *policy.EffectRule) {
	list(c, &r.On, word[fact.EffectKind])
	c.texts(&r.Outside)
	c.text(&r.Glob)
	c.text(&r.Host)
	c.text(&r.Variable)
	word(c, &r.Recursive)
	word(c, &r.Names)
	word(c, &r.Mkdir)
	c.outcome(&r.Outcome)
	c.place(&r.Pos)
}

func (c *coder) togetherRule(r *policy.TogetherRule) {
	word(c, &r.What)
	c.outcome(&r.Outcome)
	c.place(&r.Pos)
}

func (c *coder) callRule(r *policy.CallRule) {
	c.text(&r.Match)
	c.regexp(&r.ArgMatches)
	c.regexp(&r.AllArgsMatch)
	c.texts(&r.PathArgsOutside)
	c.outcome(&r.Outcome)
	c.place(&r.Pos)
}

func (c *coder) writeRule(r *policy.WriteRule) {
	c.texts(&r.Outside)
	c.outcome(&r.Outcome)
	c.place(&r.Pos)
}

func (c *coder) importRule(r *policy.ImportRule) {
	c.text(&r.Match)
	c.outcome(&r.Outcome)
	c.place(&r.Pos)
}

// interpreter is the rules on inline code; the names of interpreters are a setting.
func (c *coder) interpreter(in *policy.Interpreter) {
	list(c, &in.Calls, (*coder).callRule)
	is := in.Writes != nil
	if c.bool(&is); is {
		if !c.writing {
			in.Writes = &policy.WriteRule{}
		}
		c.writeRule(in.Writes)
	}
	list(c, &in.Imports, (*coder).importRule)
}

func (c *coder) importOf(i *policy.Import) {
	c.text(&i.Preset)
	c.entries(&i.Off)
	c.entries(&i.Ask)
	c.place(&i.Pos)
}

func (c *coder) part(p *policy.Part) {
	c.text(&p.Name)
	c.regexp(&p.Match)
	c.place(&p.Pos)
}

func (c *coder) scalar(s *policy.Scalar) {
	c.text(&s.Key)
	c.text(&s.Value)
	c.place(&s.Pos)
}

func (c *coder) problem(p *policy.Problem) {
	c.text(&p.File)
	c.int(&p.Line)
	c.int(&p.Col)
	c.text(&p.Text)
	c.text(&p.Mend)
}
