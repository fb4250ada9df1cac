package main

import (
	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// words writes the method Words, which evaluates the rules that can apply by their numbers, and the
// table that selects these by the first two words of a command.
func (e *emitter) words(f *File) {
	rules := wordRules(e.doc)
	if len(rules) == 0 {
		return
	}
	var cases []Code
	for i := range rules {
		r := &rules[i]
		cases = append(cases, Case(Lit(i)).Block(comment(r.info.Src, r.text), e.wordRule(r)))
	}
	choices := e.ident + "Choices"
	e.method(f, "Words", []Code{subjectParam(), hitParam()},
		[]Code{For(List(Id("_"), Id("i")).Op(":=").Range().Id("s").Dot("Select").
			Call(Id(choices), Lit(len(rules)))).Block(Switch(Id("i")).Block(cases...))})
	f.Comment("// " + choices + " is which rules can apply to which commands (rule.Select).")
	f.Const().Id(choices).Op("=").Lit(rule.EncodeChoices(selectRules(rules)))
	f.Line()
}

func (e *emitter) wordRule(r *wordRule) *Statement {
	o := policy.Outcome{Decision: r.decision, Advice: policy.Advice{
		Description: r.info.Description, Alternative: r.info.Alternative}}
	allows := r.decision == rule.Allow
	switch {
	case r.argument != nil:
		return e.argument(r.argument)
	case r.prefix != nil:
		return e.report(r.info.ID, r.pos, &o,
			Id("s").Dot("Prefix").Call(literal(r.prefix.Words), Lit(allows)))
	}
	r.regexp.Ends = tails(r.regexp.Src)
	return e.report(r.info.ID, r.pos, &o, Id("s").Dot("Search").Call(e.regexp(r.regexp), Lit(allows)))
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
		t = s.Dot("HasFlag").Call(literal(r.HasFlag), Lit(allows))
	}
	if r.UnlessFlag == nil {
		return t
	}
	unless := Id("s").Dot("HasFlag").Call(literal(r.UnlessFlag), Lit(!allows)).Dot("Not").Call()
	if t == nil {
		return unless
	}
	return t.Dot("And").Call(unless)
}
