package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser library takes what follows a function's definition with &&, || or | into its body. For
// the shells the body is one compound command (POSIX XCU 2.9.5), and what follows runs when the
// function is defined, not when it is called:
//
//	f() { rm() { :; }; } && rm -rf /etc
//
// The trees are put right here, before anything else looks at them.

// endBodies ends the bodies of functions below a node where the shells end them.
func endBodies(n syntax.Node, text string) {
	if !mayDefine(text) {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok && hasTail(s) {
			top := buildList(flattenList(s))
			s.Cmd, s.Negated, s.Redirs = top.Cmd, top.Negated, top.Redirs
		}
		return true
	})
}

// mayDefine reports whether a text could define a function: with a keyword, or with parentheses
// that hold nothing.
func mayDefine(text string) bool {
	if strings.Contains(text, "function") {
		return true
	}
	for rest := text; ; {
		i := strings.IndexByte(rest, '(')
		if i < 0 {
			return false
		}
		if rest = strings.TrimLeft(rest[i+1:], " \t\r\n\\"); rest != "" && rest[0] == ')' {
			return true
		}
	}
}

// hasTail reports whether in a list of commands a function's body holds more than a command.
func hasTail(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		return hasTail(c.X) || hasTail(c.Y)
	case *syntax.FuncDecl:
		if c.Body == nil {
			return false
		}
		_, list := c.Body.Cmd.(*syntax.BinaryCmd)
		return list || hasTail(c.Body)
	case *syntax.TimeClause:
		return c.Stmt != nil && hasTail(c.Stmt)
	case *syntax.CoprocClause:
		return c.Stmt != nil && hasTail(c.Stmt)
	}
	return false
}

// linked is a command of a list, with the operator before it. The first command has no operator.
type linked struct {
	op  syntax.BinCmdOperator
	pos syntax.Pos
	s   *syntax.Stmt
}

func (l *linked) pipe() bool { return l.op == syntax.Pipe || l.op == syntax.PipeAll }

// flattenList returns the commands of a list in their order. A bang stands at the first command of
// its pipeline.
func flattenList(s *syntax.Stmt) []linked {
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		first, second := flattenList(c.X), flattenList(c.Y)
		first[0].s.Negated = first[0].s.Negated != s.Negated
		second[0].op, second[0].pos = c.Op, c.OpPos
		return append(first, second...)
	case *syntax.FuncDecl:
		if c.Body != nil {
			body := flattenList(c.Body)
			c.Body = body[0].s
			body[0] = linked{s: copyStmt(s)}
			return body
		}
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return splitClause(s, flattenList(c.Stmt), &c.Stmt)
		}
	case *syntax.CoprocClause:
		if c.Stmt != nil {
			return splitClause(s, flattenList(c.Stmt), &c.Stmt)
		}
	}
	return []linked{{s: copyStmt(s)}}
}

// splitClause keeps the pipeline behind a keyword such as time with it, and takes the rest off.
func splitClause(s *syntax.Stmt, list []linked, stmt **syntax.Stmt) []linked {
	n := 1
	for n < len(list) && list[n].pipe() {
		n++
	}
	*stmt = buildList(list[:n])
	return append([]linked{{s: copyStmt(s)}}, list[n:]...)
}

// copyStmt copies a statement without what ends it: the original stays in the tree, and becomes the
// whole list.
func copyStmt(s *syntax.Stmt) *syntax.Stmt {
	return &syntax.Stmt{Position: s.Position, Cmd: s.Cmd, Negated: s.Negated, Redirs: s.Redirs}
}

// buildList puts a list together: pipelines bind more tightly, and all operators to the left (POSIX
// XCU 2.9.3).
func buildList(list []linked) *syntax.Stmt {
	var whole *syntax.Stmt
	for i := 0; i < len(list); {
		part, negated := list[i].s, false
		k := i + 1
		if k < len(list) && list[k].pipe() {
			negated, part.Negated = part.Negated, false // it is the pipeline that is negated
		}
		for ; k < len(list) && list[k].pipe(); k++ {
			part = join(part, &list[k], list[k].s)
		}
		part.Negated = part.Negated || negated
		if whole == nil {
			whole = part
		} else {
			whole = join(whole, &list[i], part)
		}
		i = k
	}
	return whole
}

func join(x *syntax.Stmt, at *linked, y *syntax.Stmt) *syntax.Stmt {
	return &syntax.Stmt{Position: x.Position, Cmd: &syntax.BinaryCmd{OpPos: at.pos, Op: at.op, X: x,
		Y: y}}
}
