package shparse

import (
	"time"

	"github.com/fencepost/fencepost/internal/fact"
)

// The bounds of the analysis. Exceeding one is a hazard of kind Failure: what was found before still counts.
const (
	maxText     = 1 << 19 // bytes of one script
	maxNesting  = 400     // of brackets in one script, and 16 times as many control structures: the parser recurses
	maxDepth    = 16      // of scripts in scripts
	maxCommands = 20000   // visited in one call
	maxSteps    = 200000  // statements and words interpreted in one call
	maxFields   = 1024    // that one word expands to
	maxUnroll   = 32      // items of a for loop that are followed one by one
	maxCalls    = 24      // of functions in functions
	maxAllCalls = 1024    // of functions in one call: one that calls itself on several ways is called without end
	maxValue    = 1 << 16 // bytes of a computed value
)

// budget counts the work of one call, nested scripts included.
type budget struct {
	commands int
	steps    int
	calls    int // functions that are being run
	allCalls int // functions that may still be called
	deadline time.Time
	spent    bool // a bound was reported
}

func newBudget(deadline time.Time) budget {
	return budget{commands: maxCommands, steps: maxSteps, allCalls: maxAllCalls, deadline: deadline}
}

// clockSteps is the number of steps between two looks at the clock.
const clockSteps = 64

func (b *budget) command() bool {
	b.commands--
	return b.commands >= 0 && !(b.commands%clockSteps == 0 && b.late())
}

func (b *budget) step() bool {
	b.steps--
	return b.steps >= 0 && !(b.steps%clockSteps == 0 && b.late())
}

// late reports whether the deadline has passed. From then on no step is left.
func (b *budget) late() bool {
	if b.deadline.IsZero() || time.Now().Before(b.deadline) {
		return false
	}
	b.steps, b.commands = 0, 0
	return true
}

// bound reports once that a limit was reached.
func (in *Interp) bound(what, why string) {
	if in.budget.spent {
		return
	}
	in.budget.spent = true
	in.Report(fact.Hazard{ID: "bound-" + what, Kind: fact.Failure, Text: what, Why: why})
}

// deeperThan reports whether brackets or control structures of the text nest deeper than max. It is counted before
// parsing because the parser recurses: a megabyte of "$(" overflows its stack, which cannot be recovered. Quotes are
// not considered, so the count errs on the high side.
func deeperThan(text string, max int) bool {
	if len(text) <= max {
		return false // each level takes a byte at least
	}
	depth, clauses, operators := 0, 0, 0
	first := true // the next word stands where a command may begin
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '{', '[':
			first = first || c != '['
			if depth++; depth > max {
				return true
			}
		case ')', '}', ']':
			depth = pop(depth)
		case ' ', '\t':
		case '\n', ';', '&', '|', '`':
			first = true
			operators += backslashed(text, i)
		case '!', '~', '-', '+':
			operators++
		default:
			n := wordLen(text[i:])
			if first {
				switch text[i : i+n] {
				case "if", "while", "until", "for", "case", "select", "time", "coproc", "repeat", "foreach":
					clauses++
				case "fi", "done", "esac", "end":
					clauses = pop(clauses)
				case "then", "do", "else", "elif", "in":
				default:
					first = false
				}
			}
			i += n - 1
		}
		if depth > max || clauses > clausesPerBracket*max || operators > 64*max {
			return true
		}
	}
	return false
}

// clausesPerBracket is how many more control structures than brackets may be open: they take less of the stack, and a
// here-document that holds another language has many of their words, none of which ends one.
const clausesPerBracket = 16

func pop(depth int) int { return max(depth-1, 0) }

// backslashed is 1 for an escaped backtick: each level of nested backticks doubles their number.
func backslashed(text string, i int) int {
	if text[i] == '`' && i > 0 && text[i-1] == '\\' {
		return 1
	}
	return 0
}

// wordLen is the length of the run of bytes up to the next blank, operator or bracket; at least 1.
func wordLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', ';', '&', '|', '(', ')', '{', '}', '[', ']', '`', '!':
			return i
		}
	}
	return len(s)
}
