package codec

import (
	"iter"
	"math"
	"unsafe"
)

// Coder writes or reads values, one after the other. It reads nothing behind a value that is not as
// it was written: all values from there on are zero.
type Coder struct {
	out     []byte
	in      string
	limit   int // the most values that a list may have; 0: any number
	writing bool
	bad     bool
}

// Writer returns a Coder that writes.
func Writer() Coder { return Coder{writing: true} }

// Reader returns a Coder that reads a text.
func Reader(text string) Coder { return Coder{in: text} }

// Rewind has a Coder write anew, in the same memory. What Written returned before is not valid then.
func (c *Coder) Rewind() { *c = Coder{writing: true, out: c.out[:0]} }

// Limit bounds how many values a list may have. It is for data of another program.
func (c *Coder) Limit(values int) { c.limit = values }

// Writing reports whether values are written.
func (c *Coder) Writing() bool { return c.writing }

// Written returns what was written. The Coder must write nothing more, but for Rewind.
func (c *Coder) Written() string { return unsafe.String(unsafe.SliceData(c.out), len(c.out)) }

// Bytes is Written as bytes.
func (c *Coder) Bytes() []byte { return c.out }

// Size is how many bytes were written.
func (c *Coder) Size() int { return len(c.out) }

// More reports whether there is more to read.
func (c *Coder) More() bool { return c.in != "" }

// Bad reports whether something was not as it was written, or is too large to be written.
func (c *Coder) Bad() bool { return c.bad }

// Done reports whether all was read, and nothing was wrong.
func (c *Coder) Done() bool { return !c.bad && c.in == "" }

// Fail ends the reading: a value was read that nobody writes.
func (c *Coder) Fail() { c.bad, c.in = true, "" }

// Number writes or reads a number. One that its type does not hold is not read.
func Number[T ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int](c *Coder, v *T) {
	if c.writing {
		c.put(uint64(*v))
		return
	}
	n := c.take()
	if *v = T(n); uint64(*v) != n {
		*v = 0
		c.Fail()
	}
}

func (c *Coder) put(n uint64) {
	for ; n >= 0x80; n >>= 7 {
		c.out = append(c.out, byte(n)|0x80)
	}
	c.out = append(c.out, byte(n))
}

// take reads a number.
func (c *Coder) take() (n uint64) {
	if c.in != "" && c.in[0] < 0x80 { // most are
		n, c.in = uint64(c.in[0]), c.in[1:]
		return n
	}
	for i := 0; i < len(c.in) && i < maxNumber; i++ {
		b := c.in[i]
		if i == maxNumber-1 && b > 1 {
			break
		}
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.in = c.in[i+1:]
			return n
		}
	}
	c.Fail()
	return 0
}

// maxNumber is how many bytes a number has at most; the last of them is a single bit.
const maxNumber = 10

// Int is Number for a number below 2³¹.
func (c *Coder) Int(n *int) {
	if c.writing && uint64(*n) > math.MaxInt32 {
		c.Fail()
	}
	if Number(c, n); uint64(*n) > math.MaxInt32 {
		*n = 0
		c.Fail()
	}
}

// Text writes or reads a text. What it reads is a part of the Reader's text.
func (c *Coder) Text(s *string) {
	if c.writing {
		c.put(uint64(len(*s)))
		c.out = append(c.out, *s...)
		return
	}
	n := c.take()
	if n > uint64(len(c.in)) {
		c.Fail()
		n = 0
	}
	*s, c.in = c.in[:n], c.in[n:]
}

// Word writes or reads a value of an enumeration.
func Word[T ~uint8](c *Coder, v *T) {
	switch {
	case c.writing:
		c.out = append(c.out, byte(*v))
	case c.in == "":
		*v = 0
		c.Fail()
	default:
		*v, c.in = T(c.in[0]), c.in[1:]
	}
}

// Has writes whether something follows, or reads whether it does.
func (c *Coder) Has(is bool) bool {
	c.Bits(&is)
	return is
}

// Bits writes or reads up to eight switches as one word.
func (c *Coder) Bits(list ...*bool) {
	var n byte
	for i, b := range list {
		if *b {
			n |= 1 << i
		}
	}
	if Word(c, &n); n>>len(list) != 0 {
		n = 0
		c.Fail()
	}
	for i, b := range list {
		*b = n&(1<<i) != 0
	}
}

// Sized writes or reads how many values a list has, and makes it so long. The caller writes or
// reads each of them: a function for them would put the Coder on the heap.
func Sized[T any](c *Coder, list *[]T) []T {
	n := -1
	if *list != nil {
		n = len(*list)
	}
	if n = c.size(n); !c.writing {
		if *list = nil; n >= 0 {
			*list = make([]T, n)
		}
	}
	return *list
}

// size writes or reads how many values a list has; -1 stands for a list that is not given.
func (c *Coder) size(n int) int {
	if c.writing {
		c.put(uint64(n + 1))
		return n
	}
	given := c.take()
	if given > uint64(len(c.in))+1 || c.limit > 0 && given > uint64(c.limit)+1 { // each value is a byte at least
		c.Fail()
		given = 0
	}
	return int(given) - 1
}

// List writes or reads a list of values, by a function for one of them.
func List[T any](c *Coder, list *[]T, each func(*Coder, *T)) {
	for i := range Sized(c, list) {
		if each(c, &(*list)[i]); c.bad {
			return
		}
	}
}

// Texts writes or reads a list of texts.
func (c *Coder) Texts(list *[]string) {
	for i := range Sized(c, list) {
		c.Text(&(*list)[i])
	}
}

// Join packs texts as one, one behind the other, for Split.
func Join(texts []string) string {
	c := Writer()
	for i := range texts {
		c.Text(&texts[i])
	}
	return c.Written()
}

// Split yields the texts of Join, in place.
func Split(joined string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for c, s := Reader(joined), ""; c.More(); {
			if c.Text(&s); c.bad || !yield(s) {
				return
			}
		}
	}
}
