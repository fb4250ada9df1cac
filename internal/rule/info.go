package rule

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// EncodeInfos returns infos as the text of a table for InfoAt, whose keys are their names.
// Generated code holds it as a constant, so that what is said of a rule costs nothing until the
// rule hits.
func EncodeInfos(infos []Info) string {
	var w codec.TableWriter
	for i := range infos {
		c := codec.Writer()
		infos[i].pack(&c)
		w.Add(c.Written(), infos[i].Name)
	}
	return w.Text()
}

// pack writes or reads all but the name.
func (in *Info) pack(c *codec.Coder) {
	c.Text(&in.ID)
	codec.Word(c, &in.Kind)
	c.Text(&in.Description)
	c.Text(&in.Alternative)
	c.Text(&in.Src)
	c.Bits(&in.Enforced, &in.Unseen, &in.Confined)
	codec.Word(c, &in.Decides)
}

// InfoAt returns the nth of the encoded infos.
func InfoAt(data string, n int) *Info {
	t := codec.Open(data)
	in := &Info{Name: t.Key(n)}
	c := codec.Reader(t.Record(n))
	in.pack(&c)
	return in
}

// InfoNames returns the names of the encoded infos. None is decoded.
func InfoNames(data string) []string {
	t := codec.Open(data)
	names := make([]string, t.Len())
	for i := range names {
		names[i] = t.Key(i)
	}
	return names
}

// FindInfo returns the first of the encoded infos with that name, or nil. No other is decoded.
func FindInfo(data, name string) *Info {
	t := codec.Open(data)
	for i := range t.Len() {
		if name != "" && t.Key(i) == name {
			return InfoAt(data, i)
		}
	}
	return nil
}

// ReportAt is Report for a rule whose info is the nth of the encoded ones. It is decoded only if
// the rule applies.
func ReportAt(infos string, n int, d, unknown Decision, t fact.Tri, hit func(Hit)) {
	if Applies(d, unknown, t) {
		Report(InfoAt(infos, n), d, unknown, t, hit)
	}
}

// ReportPathAt is ReportAt for a rule about paths. IfUnknown tells what it says of unknown ones.
func ReportPathAt(infos string, n int, d, unknown Decision, kind fact.EffectKind, p *fact.Path,
	glob string, t fact.Tri,
	hit func(Hit)) {
	if t != fact.No {
		ReportAt(infos, n, d, IfUnknown(unknown, kind, p, glob), t, hit)
	}
}
