package packed

import (
	"github.com/fencepost/fencepost/internal/pack"
	"github.com/fencepost/fencepost/internal/policy"
)

// sandbox is the block of that name, which may be missing.
func sandbox(c *pack.Coder, b **policy.Sandbox) {
	if !c.Has(*b != nil) {
		*b = nil
		return
	}
	if !c.Writing() {
		*b = &policy.Sandbox{}
	}
	s := *b
	for _, w := range []*string{&s.Mode, &s.Scope, &s.Require, &s.OnUnavailable, &s.Profile,
		&s.Read.ProjectSecrets, &s.Network.Mode, &s.Home, &s.Tmp, &s.Caches, &s.Background} {
		c.Text(w)
	}
	for _, l := range []*[]policy.Entry{&s.Except, &s.Write.Allow, &s.Write.Deny, &s.Read.Allow,
		&s.Read.Deny, &s.Network.Allow, &s.Network.Deny, &s.Network.DenyResolved, &s.Network.Sockets,
		&s.Env.Keep} {
		entries(c, l)
	}
	words(c, &s.Answers)
	words(c, &s.Env.Scrub)
	pack.List(c, &s.Network.Localhost, port)
	publish(c, &s.Network.Publish)
	pack.List(c, (*[]policy.HostReason)(&s.Network.Reasons), reason)
}

// words is a list that says something where it is empty, too.
func words(c *pack.Coder, w *policy.Words) {
	if !c.Has(*w != nil) {
		*w = nil
		return
	}
	if pack.List(c, (*[]policy.Entry)(w), entry); *w == nil {
		*w = policy.Words{}
	}
}

func port(c *pack.Coder, p *policy.Port) {
	c.Int(&p.Number)
	place(c, &p.Pos)
}

func publish(c *pack.Coder, p **policy.Publish) {
	if !c.Has(*p != nil) {
		*p = nil
		return
	}
	if !c.Writing() {
		*p = &policy.Publish{}
	}
	c.Bool(&(*p).Auto)
	pack.List(c, &(*p).Ports, port)
}

func reason(c *pack.Coder, r *policy.HostReason) {
	c.Text(&r.Host)
	c.Text(&r.Text)
	place(c, &r.Pos)
}
