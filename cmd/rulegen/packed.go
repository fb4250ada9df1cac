package main

import (
	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// packedTable collects the records of a table in generated code, where each is a constant.
type packedTable struct {
	codec.TableWriter
	names []string
}

// add writes a record, which stands at a place of the YAML, and notes it.
func (t *packedTable) add(f *File, name, src, record string, keys ...string) {
	t.Add(record, keys...)
	t.names = append(t.names, name)
	f.Comment(src)
	f.Const().Id(name).Op("=").Lit(codec.Record(record))
}

// emit writes the table: its head and the records, a line each.
func (t *packedTable) emit(f *File, name, doc string) {
	sum := Lit(t.Head())
	for _, r := range t.names {
		sum.Op("+").Line().Id(r)
	}
	f.Line()
	f.Comment(doc)
	f.Const().Id(name).Op("=").Add(sum)
}
