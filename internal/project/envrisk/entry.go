package envrisk

import (
	"github.com/fencepost/fencepost/gen/environment"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// Entry is what the table says of some variables.
type Entry struct {
	Kind     Kind
	Exported bool   // they count only where programs get them
	Words    string // what the kind needs, as codec.Join writes it
	Why      string // what the variables do
}

// Pack writes or reads the entry as a record of environment.Entries.
func (e *Entry) Pack(c *codec.Coder) {
	codec.Word(c, &e.Kind)
	c.Bits(&e.Exported)
	c.Text(&e.Words)
	c.Text(&e.Why)
}

// entryOf returns the entry of a number, from 1; for 0 one that says nothing.
func entryOf(n int) (e Entry) {
	t := codec.Open(environment.Entries)
	if record := t.Record(n - 1); record != "" {
		c := codec.Reader(record)
		e.Pack(&c)
	}
	return e
}
