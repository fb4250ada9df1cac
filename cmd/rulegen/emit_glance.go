package main

import (
	"cmp"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/rule"
)

// someLooks is the number of rules about names of files from which on it pays to look at a path
// first.
const someLooks = 8

// lookedAt reports whether it does.
func lookedAt(rules []policy.EffectRule) bool {
	n := 0
	for i := range rules {
		if lookCondition(&rules[i]) != nil {
			n++
		}
	}
	return n >= someLooks
}

// lookCondition is what the look of a path has to show for a rule to speak of it; nil where any path
// will do.
func lookCondition(r *policy.EffectRule) *Statement {
	if r.Glob == "" {
		return nil
	}
	var text, hidden string
	var end byte
	if r.Decision == rule.Allow {
		text = paths.NeededToAllow(r.Glob)
	} else {
		text, end = paths.Needed(r.Glob)
		switch {
		case !strings.HasPrefix(r.Glob, "**/."):
		case strings.HasSuffix(r.Glob, "/**"):
			hidden = "Below"
		default:
			hidden = "Hidden"
		}
	}
	var cond *Statement
	if hidden != "" {
		cond = Id("look").Dot(hidden)
	}
	bits := rarest(text)
	if len(bits) == 0 {
		return cond
	}
	may := Id("look").Dot("May").Call(Lit(int(end)), Lit(int(bits[0])),
		Lit(int(bits[1%len(bits)])), Lit(int(bits[2%len(bits)])))
	if cond == nil {
		return may
	}
	return cond.Op("&&").Add(may)
}

// common are the characters of names from the most frequent one on. All others are rare.
const common = "etaoinsrlcdumhpgfbywvkxjqz"

// rarest returns the bits of the pairs in a text that the fewest paths have.
func rarest(text string) (bits []uint8) {
	type pair struct {
		bit  uint8
		rank int
	}
	rank := func(c byte) int {
		if i := strings.IndexByte(common, c|0x20); i >= 0 {
			return i
		}
		return len(common)
	}
	var pairs []pair
	for i := 1; i < len(text); i++ {
		pairs = append(pairs, pair{fact.PairBit(text[i-1], text[i]), rank(text[i-1]) + rank(text[i])})
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.rank, a.rank) })
	for _, p := range pairs {
		if !slices.Contains(bits, p.bit) {
			bits = append(bits, p.bit)
		}
	}
	return bits
}
