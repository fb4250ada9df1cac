package packed

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// coder writes or reads values, one after the other. Each type has one method for both directions,
// so that what is written is what is read. Texts that were read are parts of the input.
type coder struct {
	out     []byte
	in      string
	writing bool
	bad     bool // the input is not what was written; nothing more is read
}

// asString returns bytes that nobody changes any more as a string, without a copy.
func asString(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// checksum tells a damaged text from a whole one: eight bytes at a time are mixed into it. It is no
// protection from whoever can write the text. (Package hash/crc32 makes a table of 8 KB first.)
func checksum(data string) uint32 {
	const prime = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio, odd
	sum := uint64(len(data))
	for len(data) >= 8 {
		sum = bits.RotateLeft64((sum^u64(data))*prime, 29)
		data = data[8:]
	}
	var last uint64
	for i := range len(data) {
		last = last<<8 | uint64(data[i])
	}
	sum = (sum ^ last) * prime
	return uint32(sum>>32) ^ uint32(sum)
}

func u64(s string) uint64 {
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func (c *coder) fail() {
	c.bad, c.in = true, ""
}

func (c *coder) number(n *uint64) {
	if c.writing {
		c.out = binary.AppendUvarint(c.out, *n)
		return
	}
	*n = 0
	for shift := 0; shift < 64; shift += 7 {
		if c.in == "" {
			break
		}
		b := c.in[0]
		c.in = c.in[1:]
		*n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return
		}
	}
	*n = 0
	c.fail()
}

func (c *coder) int(n *int) {
	u := uint64(*n)
	if c.number(&u); u > 1<<31 {
		c.fail()
		u = 0
	}
	*n = int(u)
}

func (c *coder) text(s *string) {
	n := len(*s)
	c.int(&n)
	switch {
	case c.writing:
		c.out = append(c.out, *s...)
	case n > len(c.in):
		*s = ""
		c.fail()
	default:
		*s, c.in = c.in[:n], c.in[n:]
	}
}

func (c *coder) bool(b *bool) {
	var n byte
	if *b {
		n = 1
	}
	word(c, &n)
	*b = n != 0
}

// word is a value of an enumeration.
func word[T ~uint8](c *coder, v *T) {
	switch {
	case c.writing:
		c.out = append(c.out, byte(*v))
	case c.in == "":
		*v = 0
		c.fail()
	default:
		*v, c.in = T(c.in[0]), c.in[1:]
	}
}

// list is a list of values; one that is not given is told from an empty one. each is the method of
// a value.
func list[T any](c *coder, values *[]T, each func(*coder, *T)) {
	n := 0
	if *values != nil {
		n = len(*values) + 1
	}
	c.int(&n)
	if !c.writing {
		*values = nil
		if n == 0 || n-1 > len(c.in) { // each value is a byte at least
			if n > 0 {
				c.fail()
			}
			return
		}
		*values = make([]T, n-1)
	}
	for i := range *values {
		if each(c, &(*values)[i]); c.bad {
			return
		}
	}
}

func (c *coder) texts(list0 *[]string) { list(c, list0, (*coder).text) }

func (c *coder) place(p *policy.Pos) {
	c.int(&p.Line)
	c.int(&p.Col)
}

func (c *coder) entry(e *policy.Entry) {
	c.text(&e.Text)
	c.place(&e.Pos)
}

func (c *coder) entries(l *[]policy.Entry) { list(c, l, (*coder).entry) }

func (c *coder) prefix(p *policy.Prefix) {
	c.text(&p.Text)
	c.texts(&p.Words)
	c.place(&p.Pos)
}

// regexp is an expression that may be missing, with what searches without an engine.
func (c *coder) regexp(r **rule.Regexp) {
	is := *r != nil
	if c.bool(&is); !is {
		*r = nil
		return
	}
	if !c.writing {
		*r = &rule.Regexp{}
	}
	re := *r
	c.text(&re.Src)
	c.text(&re.Need)
	dfa, prog := string(re.DFA), string(re.Prog)
	c.text(&dfa)
	c.text(&prog)
	c.bool(&re.Open)
	re.DFA, re.Prog = rule.DFA(dfa), rule.Program(prog)
}

func (c *coder) pattern(p *policy.Pattern) {
	c.regexp(&p.Regexp)
	c.text(&p.Written)
	c.place(&p.Pos)
}
