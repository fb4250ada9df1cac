package packed

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/pack"
	"github.com/fencepost/fencepost/internal/policy"
)

// The rules of each kind.

func advice(c *pack.Coder, a *policy.Advice) {
	c.Text(&a.Name)
	c.Text(&a.Description)
	c.Text(&a.Alternative)
	pack.Word(c, &a.Unseen)
	pack.Word(c, &a.Confined)
}

func outcome(c *pack.Coder, o *policy.Outcome) {
	pack.Word(c, &o.Decision)
	pack.Word(c, &o.Unknown)
	advice(c, &o.Advice)
}

func toolDeny(c *pack.Coder, r *policy.ToolDeny) {
	c.Text(&r.Tool)
	advice(c, &r.Advice)
	place(c, &r.Pos)
}

func toolRequire(c *pack.Coder, r *policy.ToolRequire) {
	c.Text(&r.Tool)
	pack.Word(c, &r.Mode)
	place(c, &r.Pos)
}

func normaliseRule(c *pack.Coder, r *policy.NormaliseRule) {
	prefix(c, &r.Prefix)
	pack.List(c, &r.Strip, regexp)
	place(c, &r.Pos)
}

func checkRule(c *pack.Coder, r *policy.CheckRule) {
	regexp(c, &r.Test)
	advice(c, &r.Advice)
	place(c, &r.Pos)
}

func redirectRule(c *pack.Coder, r *policy.RedirectRule) {
	pack.Word(c, &r.Mode)
	c.Texts(&r.Outside)
	c.Text(&r.Glob)
	outcome(c, &r.Outcome)
	place(c, &r.Pos)
}

func argumentRule(c *pack.Coder, r *policy.ArgumentRule) {
	c.Text(&r.Command)
	c.Text(&r.Subcommand)
	c.Texts(&r.AnyArgOutside)
	c.Texts(&r.AllArgsInside)
	regexp(c, &r.AnyArgMatches)
	regexp(c, &r.AllArgsMatch)
	c.Texts(&r.HasFlag)
	c.Texts(&r.UnlessFlag)
	outcome(c, &r.Outcome)
	place(c, &r.Pos)
	pack.List(c, &r.Subcommands, (*pack.Coder).Texts)
}

func effectRule(c *pack.Coder, r *policy.EffectRule) {
	pack.List(c, &r.On, pack.Word[fact.EffectKind])
	c.Texts(&r.Outside)
	c.Text(&r.Glob)
	c.Text(&r.Host)
	c.Text(&r.Variable)
	pack.Word(c, &r.Recursive)
	pack.Word(c, &r.Names)
	pack.Word(c, &r.Mkdir)
	outcome(c, &r.Outcome)
	place(c, &r.Pos)
}

func togetherRule(c *pack.Coder, r *policy.TogetherRule) {
	pack.Word(c, &r.What)
	outcome(c, &r.Outcome)
	place(c, &r.Pos)
}

func callRule(c *pack.Coder, r *policy.CallRule) {
	c.Text(&r.Match)
	regexp(c, &r.ArgMatches)
	regexp(c, &r.AllArgsMatch)
	c.Texts(&r.PathArgsOutside)
	outcome(c, &r.Outcome)
	place(c, &r.Pos)
}

func writeRule(c *pack.Coder, r *policy.WriteRule) {
	c.Texts(&r.Outside)
	outcome(c, &r.Outcome)
	place(c, &r.Pos)
}

func importRule(c *pack.Coder, r *policy.ImportRule) {
	c.Text(&r.Match)
	outcome(c, &r.Outcome)
	place(c, &r.Pos)
}

// interpreter is the rules on inline code; the names of interpreters are a setting.
func interpreter(c *pack.Coder, in *policy.Interpreter) {
	pack.List(c, &in.Calls, callRule)
	if c.Has(in.Writes != nil) {
		if !c.Writing() {
			in.Writes = &policy.WriteRule{}
		}
		writeRule(c, in.Writes)
	}
	pack.List(c, &in.Imports, importRule)
}

func importOf(c *pack.Coder, i *policy.Import) {
	c.Text(&i.Preset)
	entries(c, &i.Off)
	entries(c, &i.Ask)
	place(c, &i.Pos)
}

func part(c *pack.Coder, p *policy.Part) {
	c.Text(&p.Name)
	regexp(c, &p.Match)
	place(c, &p.Pos)
}

func scalar(c *pack.Coder, s *policy.Scalar) {
	c.Text(&s.Key)
	c.Text(&s.Value)
	place(c, &s.Pos)
}

func problem(c *pack.Coder, p *policy.Problem) {
	c.Text(&p.File)
	c.Int(&p.Line)
	c.Int(&p.Col)
	c.Text(&p.Text)
	c.Text(&p.Mend)
}
