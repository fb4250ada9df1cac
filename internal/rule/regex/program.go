package regex

import (
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode"

	"github.com/fencepost/fencepost/internal/rule"
)

// maxProgram bounds a program, in instructions and in bytes of its operands.
const maxProgram = 1<<16 - 1

// Program returns the program of a JavaScript expression; "" where only the backtracking engine
// reads it, for it looks behind or back, or where it would be too large.
func Program(src string) rule.Program {
	w := programWriter{at: map[string]int{}}
	start, ok := w.expression(src)
	if !ok || len(w.code) > maxProgram || len(w.operands) > maxProgram {
		return ""
	}
	out := []byte{byte(len(w.code) >> 8), byte(len(w.code)), byte(start >> 8), byte(start)}
	for _, in := range w.code {
		out = append(out, in.op, byte(in.out>>8), byte(in.out), byte(in.arg>>8), byte(in.arg))
	}
	return rule.Program(out) + rule.Program(w.operands)
}

// instruction is one of a program that is being written.
type instruction struct {
	op       byte
	out, arg int
}

type programWriter struct {
	code     []instruction
	operands []byte
	at       map[string]int // where an operand lies
}

// expression writes an expression, and those that it looks ahead for behind it. It returns the
// instruction to begin with.
func (w *programWriter) expression(src string) (start int, ok bool) {
	plain, ahead, ok := lookAheads(src)
	if !ok {
		return 0, false
	}
	re := Parse(plain)
	if re == nil {
		return 0, false
	}
	names := re.CapNames()
	prog, err := syntax.Compile(re.Simplify())
	if err != nil || len(prog.Inst) > maxProgram {
		return 0, false
	}
	first := len(w.code)
	start = w.instructions(prog, func(in *syntax.Inst) (int, bool) {
		n, found := strings.CutPrefix(names[in.Arg/2], placeholder)
		if !found || in.Arg%2 == 1 {
			return 0, false
		}
		i, _ := strconv.Atoi(n)
		return i, true
	})
	own, parts := len(w.code), make([]int, len(ahead))
	for i, a := range ahead {
		if parts[i], ok = w.part(a.src); !ok {
			return 0, false
		}
	}
	w.point(w.code[first:own], parts, ahead)
	return start, true
}

// part writes an expression that another one looks ahead for.
func (w *programWriter) part(src string) (at int, ok bool) {
	at = len(w.code)
	w.code = append(w.code, instruction{op: rule.ProgPart})
	start, ok := w.expression(src)
	w.code[at].out, w.code[at].arg = start, len(w.code)
	return at, ok
}

// aheadOf marks an instruction that looks ahead, and whose part is not written yet: the argument is
// which of them it is.
const aheadOf = 255

// point tells the instructions that look ahead where their parts are.
func (w *programWriter) point(code []instruction, parts []int, ahead []lookAhead) {
	for i := range code {
		if in := &code[i]; in.op == aheadOf {
			in.op = rule.ProgAhead
			if ahead[in.arg].not {
				in.op = rule.ProgNotAhead
			}
			in.arg = parts[in.arg]
		}
	}
}

// instructions writes a program of package syntax, literals as one instruction. looks says of which
// look-ahead an instruction is the beginning of the group that stands for it.
func (w *programWriter) instructions(prog *syntax.Prog,
	looks func(*syntax.Inst) (int, bool)) (start int) {
	from, follows := entries(prog), behind(prog)
	number := make([]int, len(prog.Inst)) // of each instruction of prog, in the program
	var lead []int
	for i := range prog.Inst {
		if _, ok := single(&prog.Inst[i]); ok && from[i] == 1 && follows[i] {
			continue // it is read with those before it
		}
		number[i] = len(w.code) + len(lead)
		lead = append(lead, i)
	}
	for _, i := range lead {
		in := w.instruction(prog, i, from, looks)
		in.out = number[in.out]
		if in.op == rule.ProgSplit {
			in.arg = number[in.arg]
		}
		w.code = append(w.code, in)
	}
	return number[prog.Start]
}

// entries counts the ways to each instruction.
func entries(prog *syntax.Prog) []int {
	from := make([]int, len(prog.Inst))
	from[prog.Start]++
	for i := range prog.Inst {
		in := &prog.Inst[i]
		if in.Op == syntax.InstFail || in.Op == syntax.InstMatch {
			continue
		}
		from[in.Out]++
		if in.Op == syntax.InstAlt || in.Op == syntax.InstAltMatch {
			from[in.Arg]++
		}
	}
	return from
}

// behind returns which instructions follow one that reads a single rune.
func behind(prog *syntax.Prog) []bool {
	is := make([]bool, len(prog.Inst))
	for i := range prog.Inst {
		if _, ok := single(&prog.Inst[i]); ok {
			is[prog.Inst[i].Out] = true
		}
	}
	return is
}

// single returns the rune that an instruction reads if it reads no other.
func single(in *syntax.Inst) (rune, bool) {
	if in.Op != syntax.InstRune1 && in.Op != syntax.InstRune {
		return 0, false
	}
	r := rangesOf(in)
	if len(r) != 2 || r[0] != r[1] || r[0] == unicode.ReplacementChar { // which bytes read as, too
		return 0, false
	}
	return r[0], true
}

// instruction returns one, with the numbers of prog.
func (w *programWriter) instruction(prog *syntax.Prog, i int, from []int,
	looks func(*syntax.Inst) (int, bool)) instruction {
	in := &prog.Inst[i]
	out := instruction{out: int(in.Out), arg: int(in.Arg)}
	switch in.Op {
	case syntax.InstMatch:
		return instruction{op: rule.ProgMatch}
	case syntax.InstAlt, syntax.InstAltMatch:
		out.op = rule.ProgSplit
	case syntax.InstEmptyWidth:
		out.op = rule.ProgEmpty
	case syntax.InstCapture, syntax.InstNop:
		out.op, out.arg = rule.ProgJump, 0
		if in.Op == syntax.InstCapture {
			if n, ok := looks(in); ok {
				out.op, out.arg = aheadOf, n
			}
		}
	case syntax.InstFail:
		return instruction{op: rule.ProgFail}
	default:
		w.reads(&out, prog, i, from)
	}
	return out
}

// reads makes an instruction that reads what one of prog does, or a literal.
func (w *programWriter) reads(out *instruction, prog *syntax.Prog, i int, from []int) {
	var literal strings.Builder
	for k := i; ; k = int(prog.Inst[k].Out) {
		r, ok := single(&prog.Inst[k])
		if !ok || k != i && from[k] != 1 {
			break
		}
		literal.WriteRune(r)
		out.out = int(prog.Inst[k].Out)
	}
	if text := literal.String(); text != "" {
		out.op = rule.ProgText
		out.arg = w.operand(append([]byte{byte(len(text) >> 8), byte(len(text))}, text...))
		return
	}
	ranges := rangesOf(&prog.Inst[i])
	set := []byte{byte(len(ranges) / 2 >> 8), byte(len(ranges) / 2)}
	for _, r := range ranges {
		set = append(set, byte(r>>16), byte(r>>8), byte(r))
	}
	out.op, out.arg, out.out = rule.ProgRune, w.operand(set), int(prog.Inst[i].Out)
}

// operand writes an operand, once, and returns where it lies.
func (w *programWriter) operand(data []byte) int {
	at, ok := w.at[string(data)]
	if !ok {
		at = len(w.operands)
		w.at[string(data)] = at
		w.operands = append(w.operands, data...)
	}
	return at
}

// rangesOf returns the first and the last rune of each range that an instruction reads.
func rangesOf(in *syntax.Inst) []rune {
	switch {
	case in.Op == syntax.InstRuneAny:
		return []rune{0, unicode.MaxRune}
	case in.Op == syntax.InstRuneAnyNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	case len(in.Rune) > 1:
		return in.Rune
	case len(in.Rune) == 0:
		return nil
	}
	one := in.Rune[0]
	out := []rune{one, one}
	if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
		for r := unicode.SimpleFold(one); r != one; r = unicode.SimpleFold(r) {
			out = append(out, r, r)
		}
	}
	return out
}
