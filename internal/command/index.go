package command

import "sort"

// What is looked up by name, the options and the subcommands of a spec, is encoded as an index and
// the records behind it: the number of names, for each name in order two offsets of three bytes
// into the records, that of the name and that of its record, and the records as they were added. A
// record is its names and its body. A name is found by halving, in place: nothing is decoded but
// what was asked for.

// entrySize is the size of a name in an index, in bytes.
const entrySize = 6

// indexer collects the records of an index.
type indexer struct {
	records encoder
	entries []entry
}

type entry struct {
	name       string
	at, record int // offsets into the records
}

// add adds a record under its names.
func (x *indexer) add(names []string, body []byte) {
	record := len(x.records)
	x.records.num(len(names))
	for _, n := range names {
		x.entries = append(x.entries, entry{n, len(x.records), record})
		x.records.str(n)
	}
	x.records = append(x.records, body...)
}

// encode returns the index with its records. Of records with the same name the first that was added
// is found.
func (x *indexer) encode() string {
	sort.SliceStable(x.entries, func(i, k int) bool { return x.entries[i].name < x.entries[k].name })
	var e encoder
	e.num(len(x.entries))
	for _, n := range x.entries {
		e = append(e, byte(n.at), byte(n.at>>8), byte(n.at>>16), byte(n.record), byte(n.record>>8),
			byte(n.record>>16))
	}
	return string(append(e, x.records...))
}

// index is an encoded index. The zero index is empty.
type index struct {
	entries string
	records string
}

func openIndex(s string) index {
	if s == "" {
		return index{}
	}
	d := decoder{s: s}
	size := d.num() * entrySize
	return index{entries: d.s[:size], records: d.s[size:]}
}

// find returns the record of a name, "" if there is none.
func (x index) find(name string) string {
	low, high := 0, len(x.entries)/entrySize
	for low < high {
		mid := int(uint(low+high) / 2)
		if x.name(mid) < name {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low*entrySize == len(x.entries) || x.name(low) != name {
		return ""
	}
	return x.records[offset(x.entries[low*entrySize+3:]):]
}

// name returns the i-th name in order.
func (x index) name(i int) string {
	d := decoder{s: x.records[offset(x.entries[i*entrySize:]):]}
	return d.str()
}

func offset(s string) int { return int(s[0]) | int(s[1])<<8 | int(s[2])<<16 }
