package main

import (
	"strconv"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/pack"
)

// packedTable collects records that are found by their numbers, for a constant.
type packedTable struct {
	table   pack.TableWriter
	records []string
	sources []string
}

// add adds a record that stands at a place of the YAML.
func (t *packedTable) add(src string, write func(*pack.Coder)) {
	c := pack.Writer()
	write(&c)
	t.table.Add(c.Written(), "")
	t.records = append(t.records, pack.Record(c.Written()))
	t.sources = append(t.sources, src)
}

// emit writes the constant Entries: the head of the table, and a constant for each record.
func (t *packedTable) emit(f *File, doc string) {
	f.Comment(doc)
	var names []string
	for i := range t.records {
		names = append(names, "entry"+strconv.Itoa(i+1))
	}
	f.Const().Id("Entries").Op("=").Add(sum(t.table.Head(), names))
	f.Line()
	f.Const().DefsFunc(func(g *Group) {
		for i, r := range t.records {
			g.Id(names[i]).Op("=").Lit(r).Comment(t.sources[i])
		}
	})
}
