package main

import (
	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// words writes the method Words and its two functions: one that selects rules by the first two
// words of a command, and one that evaluates a rule by its number.
func (e *emitter) words(f *File) {
	rules := wordRules(e.doc)
	if len(rules) == 0 {
		e.method(f, "Words").Params(subjectParam(), hitParam()).Block()
		f.Line()
		return
	}
	apply := func(i *Statement) *Statement { return Id(e.ident+"Rule").Call(i, Id("s"), Id("hit")) }
	e.method(f, "Words").Params(subjectParam(), hitParam()).Block(
		List(Id("list"), Id("all")).Op(":=").Id("s").Dot("Select").Call(Id(e.ident+"Select")),
		If(Id("all")).Block(
			For(Id("i").Op(":=").Range().Id("uint16").Call(Lit(len(rules)))).Block(apply(Id("i"))),
			Return(),
		),
		For(List(Id("_"), Id("i")).Op(":=").Range().Id("list")).Block(apply(Id("i"))),
	)
	f.Line()
	e.selector(f, selectRules(rules))
	e.evaluator(f, rules)
}

// selector writes the function that selects rules: a switch over names with switches over second
// words inside.
func (e *emitter) selector(f *File, s selection) {
	var cases []Code
	for i := range s.names {
		cases = append(cases, e.nameCase(&s.names[i]))
	}
	body := []Code{Switch(Id("name")).Block(cases...)}
	if len(s.leads) > 0 {
		body = append(body, Switch().BlockFunc(func(g *Group) {
			for i := range s.leads {
				l := &s.leads[i]
				g.Case(Qual("strings", "HasPrefix").Call(Id("name"), Lit(l.lead))).Block(
					Return(e.list(l.list)))
			}
		}))
	}
	f.Commentf("%sSelect returns the rules that can apply to a command that begins with these words "+
		"(rule.Lookup).", e.ident)
	f.Func().Id(e.ident+"Select").Params(List(Id("name"), Id("sub")).String(),
		Id("known").Bool()).Index().Uint16().Block(
		append(body, Return(e.list(s.every)))...,
	)
	f.Line()
}

func (e *emitter) nameCase(n *nameSelection) *Statement {
	if len(n.subs) == 0 {
		return caseOf(n.names, Return(e.list(n.all)))
	}
	var subs []Code
	for i := range n.subs {
		subs = append(subs, caseOf(n.subs[i].subs, Return(e.list(n.subs[i].list))))
	}
	return caseOf(n.names,
		If(Op("!").Id("known")).Block(Return(e.list(n.all))),
		Switch(Id("sub")).Block(subs...),
		Return(e.list(n.other)),
	)
}

func caseOf(words []string, body ...Code) *Statement {
	return Case(stringsOf(words)...).Block(body...)
}

// evaluator writes the function that evaluates one rule, and the information about each rule in the
// same order.
func (e *emitter) evaluator(f *File, rules []wordRule) {
	var cases []Code
	for i := range rules {
		r := &rules[i]
		cases = append(cases, Case(Lit(i)).Block(comment(r.info.Src, r.text), e.wordRule(r)))
	}
	f.Commentf("%sRule evaluates one rule on words. The numbers are those of %sSelect.", e.ident,
		e.ident)
	f.Func().Id(e.ident+"Rule").Params(Id("i").Uint16(), subjectParam(), hitParam()).Block(
		Switch(Id("i")).Block(cases...))
	f.Line()
}

func (e *emitter) wordRule(r *wordRule) *Statement {
	advice := policy.Advice{Description: r.info.Description, Alternative: r.info.Alternative}
	switch {
	case r.argument != nil:
		return e.argument(r.argument)
	case r.prefix != nil && r.decision == rule.Allow:
		return Qual(rulePkg, "ReportAllowAt").Call(e.info(r.info.ID, r.pos, advice),
			Id("s").Dot("Prefix").Call(literal(r.prefix.Words), True()), Id("hit"))
	}
	d, t := r.decision, Id("s").Dot("Prefix")
	if r.prefix != nil {
		t = t.Call(literal(r.prefix.Words), False())
	} else {
		d, t = rule.Deny, Id("s").Dot("Search").Call(e.regexp(r.regexp), Lit(r.allows))
		if r.allows {
			d = rule.Allow
		}
	}
	report := Qual(rulePkg, "ReportAt").Call(e.info(r.info.ID, r.pos, advice), value(d),
		value(rule.Unset), t, Id("hit"))
	if r.regexp == nil {
		return report
	}
	var ends *Statement
	for i, tail := range tails(r.regexp.Src) {
		if i == 0 {
			ends = Id("s").Dot("Ends").Call(Lit(tail))
		} else {
			ends = ends.Op("||").Id("s").Dot("Ends").Call(Lit(tail))
		}
	}
	if ends != nil {
		return If(ends).Block(report)
	}
	return report
}

// argument evaluates an argument rule: command, then subcommand, then the predicates.
func (e *emitter) argument(r *policy.ArgumentRule) *Statement {
	report := func(t *Statement) *Statement { return e.report(r.ID(), r.Pos, &r.Outcome, t) }
	named := If(nameIs(Id("s").Dot("Name"), r.Command).Clone())
	if r.Subcommands == nil {
		return named.Block(report(e.predicate(r, 0)))
	}
	groups := bySkip(r)
	if len(groups) == 1 {
		return named.Block(
			If(Id("t").Op(":=").Add(e.subcommands(r, groups[0])),
				Id("t").Op("!=").Qual(factPkg, "No")).Block(
				report(e.and(Id("t"), r, len(groups[0][0])))))
	}
	body := []Code{Id("got").Op(":=").Qual(factPkg, "No")}
	for _, g := range groups {
		body = append(body, If(Id("t").Op(":=").Add(e.subcommands(r, g)),
			Id("t").Op("!=").Qual(factPkg, "No")).Block(
			Id("got").Op("=").Id("got").Dot("Or").Call(e.and(Id("t"), r, len(g[0])))))
	}
	return named.Block(append(body, report(Id("got")))...)
}

// bySkip groups the subcommands of a rule by their number of words where its predicate looks at the
// words that follow.
func bySkip(r *policy.ArgumentRule) [][][]string {
	if r.AnyArgMatches == nil && r.AllArgsMatch == nil {
		return [][][]string{r.Subcommands}
	}
	var groups [][][]string
next:
	for _, words := range r.Subcommands {
		for i := range groups {
			if len(groups[i][0]) == len(words) {
				groups[i] = append(groups[i], words)
				continue next
			}
		}
		groups = append(groups, [][]string{words})
	}
	return groups
}

func (e *emitter) subcommands(r *policy.ArgumentRule, alternatives [][]string) *Statement {
	allows := Lit(r.Decision == rule.Allow)
	if len(alternatives) == 1 {
		return Id("s").Dot("Subcommand").Call(literal(alternatives[0]), allows)
	}
	return Id("s").Dot("Subcommands").Call(literal(alternatives), allows)
}

// and joins the predicate of a rule, if it has one, to what is known already.
func (e *emitter) and(t *Statement, r *policy.ArgumentRule, skip int) *Statement {
	if p := e.predicate(r, skip); p != nil {
		return t.Dot("And").Call(p)
	}
	return t
}

// predicate is the predicate of an argument rule and its unlessFlag; nil where it has neither.
func (e *emitter) predicate(r *policy.ArgumentRule, skip int) *Statement {
	s, allows := Id("s"), r.Decision == rule.Allow
	var t *Statement
	switch {
	case r.AnyArgOutside != nil && allows:
		t = s.Dot("AnyArgOutsideBoth").Call(literal(r.AnyArgOutside))
	case r.AnyArgOutside != nil:
		t = s.Dot("AnyArgOutside").Call(literal(r.AnyArgOutside))
	case r.AllArgsInside != nil && allows:
		t = s.Dot("AllArgsInside").Call(literal(r.AllArgsInside))
	case r.AllArgsInside != nil:
		t = s.Dot("AllArgsInsideEither").Call(literal(r.AllArgsInside))
	case r.AnyArgMatches != nil:
		t = s.Dot("AnyArgMatches").Call(e.regexp(r.AnyArgMatches), Lit(skip), Lit(allows))
	case r.AllArgsMatch != nil:
		t = s.Dot("AllArgsMatch").Call(e.regexp(r.AllArgsMatch), Lit(skip), Lit(allows))
	case r.HasFlag != nil:
		t = s.Dot("HasFlag").Call(literal(r.HasFlag))
	}
	if r.UnlessFlag == nil {
		return t
	}
	unless := Id("s").Dot("HasFlag").Call(literal(r.UnlessFlag)).Dot("Not").Call()
	if t == nil {
		return unless
	}
	return t.Dot("And").Call(unless)
}
