package packed

import (
	"github.com/fencepost/fencepost/internal/pack"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// The values that rules and settings have in common.

func place(c *pack.Coder, p *policy.Pos) {
	c.Int(&p.Line)
	c.Int(&p.Col)
}

func entry(c *pack.Coder, e *policy.Entry) {
	c.Text(&e.Text)
	place(c, &e.Pos)
}

func entries(c *pack.Coder, l *[]policy.Entry) { pack.List(c, l, entry) }

func prefix(c *pack.Coder, p *policy.Prefix) {
	c.Text(&p.Text)
	c.Texts(&p.Words)
	place(c, &p.Pos)
}

// regexp is an expression that may be missing.
func regexp(c *pack.Coder, r **rule.Regexp) {
	if !c.Has(*r != nil) {
		*r = nil
		return
	}
	if !c.Writing() {
		*r = &rule.Regexp{}
	}
	re := *r
	c.Text(&re.Src)
	c.Texts(&re.Need)
	c.Bool(&re.Open)
}

func pattern(c *pack.Coder, p *policy.Pattern) {
	regexp(c, &p.Regexp)
	c.Text(&p.Written)
	place(c, &p.Pos)
}
