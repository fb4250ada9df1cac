package fact

// Glance is what is seen of a path at a glance. Policies have hundreds of rules about names of files,
// and nearly all of them are told from nearly all paths by a few letters.
type Glance struct {
	// Hidden is whether the path may have a component that begins with a dot, or else no restrictive
	// glob that begins with **/. matches it; Below is the same for those that end in /** as well.
	Hidden, Below bool

	End   byte      // the last letter of all names that a pattern stands for, small; 0: not known
	Pairs [4]uint64 // of characters that stand side by side in one of its readings, as PairBit has them
}

// anyGlance is that of a path of which nothing is known.
var anyGlance = Glance{Hidden: true, Below: true,
	Pairs: [4]uint64{1<<64 - 1, 1<<64 - 1, 1<<64 - 1, 1<<64 - 1}}

// AnyGlance is what all paths may look like.
func AnyGlance() Glance { return anyGlance }

// PairBit is the bit of two ASCII characters, of which letters count as small ones.
func PairBit(a, b byte) uint8 {
	h := uint(small(a))*37 + uint(small(b))*101
	return uint8(h ^ h>>8)
}

func small(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// AddPairs adds those of a text.
func (l *Glance) AddPairs(s string) {
	for i := 1; i < len(s); i++ {
		n := PairBit(s[i-1], s[i])
		l.Pairs[n>>6] |= 1 << (n & 63)
	}
}

// May reports whether the path may be one of which a glob speaks that has these pairs of characters
// in each path, and ends with a letter; 0 for one that is not known.
func (l *Glance) May(end byte, a, b, c uint8) bool {
	return l.Pairs[a>>6]>>(a&63)&(l.Pairs[b>>6]>>(b&63))&(l.Pairs[c>>6]>>(c&63))&1 != 0 &&
		(l.End == end || l.End == 0 || end == 0)
}
