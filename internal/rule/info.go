package rule

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// The separators of encoded infos: those that ASCII has for units and records.
const (
	unit   = "\x1f"
	record = "\x1e"

	enforced = unit + "enforced" // ends the info of a rule of an enforced policy
)

// EncodeInfos returns infos as one string for InfoAt. Generated code holds them as a constant, so that what is said of a
// rule costs nothing until the rule hits.
func EncodeInfos(infos []Info) string {
	clean := strings.NewReplacer(unit, " ", record, " ")
	var b strings.Builder
	for i, in := range infos {
		if i > 0 {
			b.WriteString(record)
		}
		for k, s := range [...]string{in.ID, in.Description, in.Alternative, in.Src} {
			if k > 0 {
				b.WriteString(unit)
			}
			b.WriteString(clean.Replace(s))
		}
		if in.Enforced {
			b.WriteString(enforced)
		}
	}
	return b.String()
}

// InfoAt returns the nth of the encoded infos.
func InfoAt(data string, n int) *Info {
	for range n {
		_, data, _ = strings.Cut(data, record)
	}
	data, _, _ = strings.Cut(data, record)
	in := &Info{}
	data, in.Enforced = strings.CutSuffix(data, enforced)
	in.ID, data, _ = strings.Cut(data, unit)
	in.Description, data, _ = strings.Cut(data, unit)
	in.Alternative, in.Src, _ = strings.Cut(data, unit)
	return in
}

// ReportAt is Report for a rule whose info is the nth of the encoded ones. It is decoded only if the rule applies.
func ReportAt(infos string, n int, d, unknown Decision, t fact.Tri, hit func(Hit)) {
	if _, ok := Resolve(d, unknown, t); ok {
		Report(InfoAt(infos, n), d, unknown, t, hit)
	}
}

// ReportAllowAt is ReportAllow for a rule whose info is the nth of the encoded ones.
func ReportAllowAt(infos string, n int, t fact.Tri, hit func(Hit)) {
	if t == fact.Yes {
		ReportAllow(InfoAt(infos, n), t, hit)
	}
}
