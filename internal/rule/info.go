package rule

import (
	"fmt"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// unit separates the fields of an encoded info.
const unit = "\x1f"

// enforced ends the info of a rule of an enforced policy.
const enforced = unit + "enforced"

// unseen ends the info of a rule that asks since nobody sees what runs.
const unseen = unit + "unseen"

// indexWidth is the number of hexadecimal digits of an entry of the index.
const indexWidth = 6

// EncodeInfos returns infos as one string for InfoAt: an index of offsets into the string, one of
// fixed width for each info, and the infos. Generated code holds them as a constant, so that what
// is said of a rule costs nothing until the rule hits.
func EncodeInfos(infos []Info) string {
	clean := strings.NewReplacer(unit, " ")
	var index, data strings.Builder
	for _, in := range infos {
		fmt.Fprintf(&index, "%0*x", indexWidth, indexWidth*len(infos)+data.Len())
		data.WriteByte('0' + byte(in.Kind))
		for k, s := range [...]string{in.ID, in.Description, in.Alternative, in.Src, in.Name,
			in.Decides.String()} {
			if k > 0 {
				data.WriteString(unit)
			}
			data.WriteString(clean.Replace(s))
		}
		if in.Unseen {
			data.WriteString(unseen)
		}
		if in.Enforced {
			data.WriteString(enforced)
		}
	}
	return index.String() + data.String()
}

// InfoAt returns the nth of the encoded infos.
func InfoAt(data string, n int) *Info {
	text := data[indexed(data, n):]
	if indexWidth*(n+1) < indexed(data, 0) {
		text = data[indexed(data, n):indexed(data, n+1)]
	}
	in := &Info{Kind: Kind(text[0] - '0')}
	text, in.Enforced = strings.CutSuffix(text[1:], enforced)
	text, in.Unseen = strings.CutSuffix(text, unseen)
	in.ID, text, _ = strings.Cut(text, unit)
	in.Description, text, _ = strings.Cut(text, unit)
	in.Alternative, text, _ = strings.Cut(text, unit)
	in.Src, text, _ = strings.Cut(text, unit)
	in.Name, text, _ = strings.Cut(text, unit)
	in.Decides, _ = ParseDecision(text)
	return in
}

// CountInfos returns how many infos are encoded.
func CountInfos(data string) int {
	if data == "" {
		return 0
	}
	return indexed(data, 0) / indexWidth
}

// FindInfo returns the first of the encoded infos with that name, or nil. Those before it are not
// decoded.
func FindInfo(data, name string) *Info {
	n := 0
	for from := 0; name != ""; from++ {
		i := strings.Index(data[from:], unit+name+unit)
		if i < 0 {
			return nil
		}
		from += i
		for n+1 < CountInfos(data) && indexed(data, n+1) <= from {
			n++
		}
		if in := InfoAt(data, n); in.Name == name {
			return in
		}
	}
	return nil
}

// indexed reads the nth entry of the index. The first one is also the length of the index.
func indexed(data string, n int) int {
	at := 0
	for _, c := range []byte(data[indexWidth*n : indexWidth*(n+1)]) {
		at <<= 4
		if c >= 'a' {
			at += int(c-'a') + 10
		} else {
			at += int(c - '0')
		}
	}
	return at
}

// ReportAt is Report for a rule whose info is the nth of the encoded ones. It is decoded only if
// the rule applies.
func ReportAt(infos string, n int, d, unknown Decision, t fact.Tri, hit func(Hit)) {
	if _, ok := Resolve(d, unknown, t); ok {
		Report(InfoAt(infos, n), d, unknown, t, hit)
	}
}

// ReportPathAt is ReportAt for a rule about paths, of which IfUnknown is what it says of those that
// are not known.
func ReportPathAt(infos string, n int, d, unknown Decision, kind fact.EffectKind, p *fact.Path,
	glob string, t fact.Tri,
	hit func(Hit)) {
	if t != fact.No {
		ReportAt(infos, n, d, IfUnknown(unknown, kind, p, glob), t, hit)
	}
}

// ReportAllowAt is ReportAllow for a rule whose info is the nth of the encoded ones.
func ReportAllowAt(infos string, n int, t fact.Tri, hit func(Hit)) {
	if t == fact.Yes {
		ReportAllow(InfoAt(infos, n), t, hit)
	}
}
