package fact

// Glance is what a path looks like at first sight. Policies have hundreds of rules about names of
// files, and a few letters tell that nearly none of them speaks of a path.
type Glance struct {
	// Hidden is whether the path may have a component that begins with a dot, or else no restrictive
	// glob that begins with **/. matches it; Below is the same for those that end in /** as well.
	Hidden, Below bool

	End   byte      // the last letter of all names that a pattern stands for, small; 0: not known
	Pairs [4]uint64 // bits, as PairBit has them, of neighbouring characters in any of its readings
}

// anyGlance is the glance of an unknown path.
var anyGlance = Glance{Hidden: true, Below: true,
	Pairs: [4]uint64{1<<64 - 1, 1<<64 - 1, 1<<64 - 1, 1<<64 - 1}}

// AnyGlance is what all paths may look like.
func AnyGlance() Glance { return anyGlance }

// PairBit returns the bit of two ASCII characters. Capital letters count as small ones.
func PairBit(a, b byte) uint8 {
	if 'A' <= a && a <= 'Z' {
		a += 'a' - 'A'
	}
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	h := uint(a)*37 + uint(b)*101
	return uint8(h ^ h>>8)
}

// AddPairs adds the pairs of a text.
func (l *Glance) AddPairs(s string) {
	for i := 1; i < len(s); i++ {
		n := PairBit(s[i-1], s[i])
		l.Pairs[n>>6] |= 1 << (n & 63)
	}
}

// May reports whether a glob may match the path. Each path that the glob matches has three pairs of
// characters, by their bits, and ends with a letter; 0 for an unknown letter.
func (l *Glance) May(end byte, a, b, c uint8) bool {
	return l.Pairs[a>>6]>>(a&63)&(l.Pairs[b>>6]>>(b&63))&(l.Pairs[c>>6]>>(c&63))&1 != 0 &&
		(l.End == end || l.End == 0 || end == 0)
}
