package codec

import (
	"slices"
	"strings"
)

// Table is a list of records with keys, in place: the n-th, or that of a key. Its text:
//
//	a number           how many keys
//	a word             the size of the offsets that follow, 1 to 4 bytes
//	for each key       two offsets, the lowest byte first: where the key ends among the keys, and where
//	                   its record begins among the records
//	the keys           one behind the other
//	the records        each a text
//
// The keys stand together, so that a search among them looks at few pages of memory. Find needs them
// in order. Several keys may have one record. The text may be any: what is not there reads as "". The
// zero Table is empty.
type Table struct {
	index, keys, records string
	count, width         int // of keys; of an offset in bytes
}

// Open returns the table of a text.
func Open(text string) (t Table) {
	if text == Empty {
		return Table{}
	}
	c, width := Reader(text), byte(0)
	n := c.take()
	Word(&c, &width)
	if c.bad || width == 0 || width > 4 || n == 0 || n > uint64(len(c.in)/(2*int(width))) {
		return Table{}
	}
	t.count, t.width = int(n), int(width)
	size := 2 * t.count * t.width
	t.index, c.in = c.in[:size], c.in[size:]
	keys := t.offset(2*t.count - 2)
	if keys > len(c.in) {
		return Table{}
	}
	t.keys, t.records = c.in[:keys], c.in[keys:]
	return t
}

// offset returns a number of the index: those of the key i are 2*i, where the key ends, and 2*i+1,
// where its record begins.
func (t *Table) offset(number int) (n int) {
	for i := t.width - 1; i >= 0; i-- {
		n = n<<8 | int(t.index[number*t.width+i])
	}
	return n
}

// Len is the number of keys.
func (t *Table) Len() int { return t.count }

// Key returns the i-th key; "" where there are fewer.
func (t *Table) Key(i int) string {
	if uint(i) >= uint(t.count) {
		return ""
	}
	begin, end := 0, t.offset(2*i)
	if i > 0 {
		begin = t.offset(2*i - 2)
	}
	if begin > end || end > len(t.keys) {
		return ""
	}
	return t.keys[begin:end]
}

// Keys yields all keys with their numbers. It is quicker than Key for each of them.
func (t *Table) Keys(yield func(i int, key string) bool) {
	begin := 0
	for i := range t.count {
		end, key := t.offset(2*i), ""
		if begin <= end && end <= len(t.keys) {
			key = t.keys[begin:end]
		}
		if begin = end; !yield(i, key) {
			return
		}
	}
}

// Record returns the record of the i-th key; "" where there are fewer.
func (t *Table) Record(i int) (record string) {
	if uint(i) >= uint(t.count) {
		return ""
	}
	if at := t.offset(2*i + 1); at < len(t.records) {
		c := Reader(t.records[at:])
		c.Text(&record)
	}
	return record
}

// Find returns the record of a key, and the key as a part of the table. ok is false if there is no
// such key. Of equal keys it finds the one that was added first.
func (t *Table) Find(key string) (own, record string, ok bool) {
	low, high := 0, t.count
	for low < high {
		mid := int(uint(low+high) / 2)
		if t.Key(mid) < key {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if own = t.Key(low); low == t.count || own != key {
		return "", "", false
	}
	return own, t.Record(low), true
}

// Records yields all records, in the order in which they were added.
func (t *Table) Records(yield func(record string) bool) {
	for c := Reader(t.records); c.in != ""; {
		var record string
		if c.Text(&record); c.bad || !yield(record) {
			return
		}
	}
}

// Empty is the text of a table without keys.
const Empty = ""

// TableWriter collects records. The zero value is a table without any.
type TableWriter struct {
	records Coder
	entries []entry
}

type entry struct {
	key string
	at  int
}

// Add adds a record under its keys.
func (w *TableWriter) Add(record string, keys ...string) {
	w.records.writing = true
	at := w.records.Size()
	for _, k := range keys {
		w.entries = append(w.entries, entry{k, at})
	}
	w.records.Text(&record)
}

// Sort puts the keys in order, for Find.
func (w *TableWriter) Sort() {
	slices.SortStableFunc(w.entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
}

// Text returns the table.
func (w *TableWriter) Text() string { return w.Head() + w.records.Written() }

// Record returns a record as it stands in a table: in generated code each is a constant, and a table
// their sum.
func Record(record string) string {
	c := Writer()
	c.Text(&record)
	return c.Written()
}

// Head returns what stands before the records.
func (w *TableWriter) Head() string {
	if len(w.entries) == 0 {
		return Empty
	}
	var keys []byte
	for i := range w.entries {
		keys = append(keys, w.entries[i].key...)
	}
	c, n, width := Writer(), len(w.entries), byte(1)
	for m := max(len(keys), w.records.Size()) >> 8; m > 0; m >>= 8 {
		width++
	}
	c.Int(&n)
	Word(&c, &width)
	end := 0
	for _, e := range w.entries {
		end += len(e.key)
		for _, n := range [...]int{end, e.at} {
			for range width {
				c.out = append(c.out, byte(n))
				n >>= 8
			}
		}
	}
	c.out = append(c.out, keys...)
	return c.Written()
}
