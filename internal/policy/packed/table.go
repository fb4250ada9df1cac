package packed

import (
	"encoding/binary"
	"strings"
)

// table is a list of rules that are unpacked one by one. As text:
//
//	4 bytes               number of rules, little endian
//	4 bytes for each      where the rule ends, among the rules
//	4 bytes               length of the keys
//	the keys              what tells, without unpacking, that a rule says nothing: each its length as a
//	                      uvarint, and its text
//	the rules
type table struct {
	n             int
	ends          string
	keys, records string
}

// tableOf writes a table.
func tableOf[T any](rules []T, key func(*T) string, each func(*coder, *T)) string {
	var ends, keys []byte
	records := coder{writing: true}
	for i := range rules {
		k := key(&rules[i])
		keys = append(binary.AppendUvarint(keys, uint64(len(k))), k...)
		each(&records, &rules[i])
		ends = binary.LittleEndian.AppendUint32(ends, uint32(len(records.out)))
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(rules)))
	out = append(out, ends...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(keys)))
	return string(append(append(out, keys...), records.out...))
}

func u32(s string) int {
	return int(s[0]) | int(s[1])<<8 | int(s[2])<<16 | int(s[3])<<24
}

// openTable reads what tableOf wrote, and looks whether all of it is there.
func openTable(text string) (t table, ok bool) {
	if len(text) < 4 {
		return t, false
	}
	if t.n = u32(text); t.n > (len(text)-8)/4 {
		return table{}, false
	}
	t.ends, text = text[4:4+4*t.n], text[4+4*t.n:]
	if len(text) < 4 || u32(text) > len(text)-4 {
		return table{}, false
	}
	t.keys, t.records = text[4:4+u32(text)], text[4+u32(text):]
	if !t.whole() {
		return table{}, false
	}
	return t, true
}

// whole reports whether every rule, and every key, lies inside.
func (t *table) whole() bool {
	last, keys := 0, t.keys
	for i := range t.n {
		end := t.end(i)
		if end < last || end > len(t.records) {
			return false
		}
		last = end
		var ok bool
		if _, keys, ok = nextKey(keys); !ok {
			return false
		}
	}
	return last == len(t.records) && keys == ""
}

func (t *table) end(i int) int { return u32(t.ends[4*i:]) }

// record is the text of a rule.
func (t *table) record(i int) string {
	if i == 0 {
		return t.records[:t.end(0)]
	}
	return t.records[t.end(i-1):t.end(i)]
}

// nextKey takes a key off the keys.
func nextKey(keys string) (key, rest string, ok bool) {
	c := coder{in: keys}
	c.text(&key)
	return key, c.in, !c.bad
}

// pick unpacks the rules whose key may be that of a rule that applies.
func pick[T any](t *table, may func(key string) bool, each func(*coder, *T)) []T {
	var out []T
	keys := t.keys
	for i := range t.n {
		var key string
		if key, keys, _ = nextKey(keys); may(key) {
			out = append(out, *unpack(t.record(i), each))
		}
	}
	return out
}

// unpack reads one rule. That it cannot be read is no case: openTable has seen it, and the checksum
// that it is as it was written.
func unpack[T any](record string, each func(*coder, *T)) *T {
	c := coder{in: record}
	v := new(T)
	if each(&c, v); c.bad || c.in != "" {
		panic("a compiled policy is damaged")
	}
	return v
}

func every(string) bool { return true }

func noKey[T any](*T) string { return "" }

// has returns whether a key names a byte.
func has(key string, b byte) bool { return strings.IndexByte(key, b) >= 0 }
