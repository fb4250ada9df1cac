package parse

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/policy"
)

func (d *decoder) part(p *policy.Part) {
	if strings.Trim(p.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
		d.mistake(p.Pos, "the name of the part "+policy.Quote(p.Name)+
			" has characters besides letters, digits, - and _",
			"choose another name")
		return
	}
	if _, ok := d.parts[p.Name]; ok {
		d.mistake(p.Pos, "two parts have the name "+policy.Quote(p.Name), "give one of them another name")
		return
	}
	if d.parts == nil {
		d.parts = make(map[string]string)
	}
	d.parts[p.Name] = "(?:" + p.Match.Src + ")"
}

// expandParts puts parts in the places where an expression names them: ^npm run (?&script)$.
func (d *decoder) expandParts(n *yaml.Node, src string) (text string, ok bool) {
	const open = "(?&"
	if !strings.Contains(src, open) {
		return src, true
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(src, open)
		b.WriteString(before)
		if !found || b.Len() > maxPattern { // the caller says what is wrong with a long one
			return b.String(), true
		}
		name, rest, closed := strings.Cut(after, ")")
		part, known := d.parts[name]
		if !known || !closed {
			d.mistake(at(n), "the expression in "+d.place()+" names the part "+policy.Quote(name)+", which is not defined",
				"define it in parts, above its first use")
			return "", false
		}
		b.WriteString(part)
		src = rest
	}
}
