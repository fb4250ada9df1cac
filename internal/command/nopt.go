package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// scanNopt walks the words as npm's parser of options does, and lets the last of several options
// that contradict each other count: npm ci --ignore-scripts --no-ignore-scripts.
func (r *resolver) scanNopt() {
	r.scanFrom(1)
	for i := range r.given {
		if r.given[i].opt == nil || r.overruled(i) == i {
			continue
		}
		last := &r.given[r.overruled(i)]
		if r.given[i].off, r.given[i].open = last.off, last.open; last.off || last.open {
			f := &r.c.Flags[i]
			f.Name, f.Names = r.c.Flags[r.overruled(i)].Name, nil
			f.Written = f.Name
		}
	}
}

// overruled returns the index of the last option that is the same as the i-th.
func (r *resolver) overruled(i int) int {
	for j := len(r.given) - 1; j > i; j-- {
		if r.given[j].opt != nil && r.given[j].opt.Names[0] == r.given[i].opt.Names[0] {
			return j
		}
	}
	return i
}

// nopt takes --name, -name, --name=value, --no-name, and abbreviations of all of them. A switch may
// be followed by the word true or false.
func (r *resolver) nopt(i int, w *fact.Word) int {
	name, cut, ok := r.longName(w)
	if !ok {
		return i + 1
	}
	o, off := r.noptName(name)
	if o == nil {
		return r.noptCluster(i, w, cut)
	}
	if o.Arg != NoArg && !off {
		return r.take(i, o, name, cut)
	}
	value, open := "", false
	switch {
	case cut > 0:
		v := subWord(w, cut)
		value, open = v.Text, v.Kind != fact.Literal
	case i+1 < len(r.c.Argv) && !looksLikeOption(&r.c.Argv[i+1]):
		next := &r.c.Argv[i+1]
		if open = !next.IsLiteral(); next.Text == "true" || next.Text == "false" {
			value = next.Text
			i++
		}
	}
	if value == "false" {
		off = !off
	}
	r.flag(o, name, -1)
	g := &r.given[len(r.given)-1]
	g.off, g.open = off, open
	if off || open {
		f := &r.c.Flags[len(r.c.Flags)-1]
		f.Name, f.Names = "--no-"+strings.TrimLeft(o.Names[0], "-"), nil
		f.Written = f.Name
	}
	return i + 1
}

// noptName finds the option of a name with one or more dashes; off is true for --no-name.
func (r *resolver) noptName(text string) (o *Option, off bool) {
	if o := r.lookup(text); o != nil {
		return o, false
	}
	name := strings.TrimLeft(text, "-")
	for {
		if o := r.lookup("--" + name); o != nil {
			return o, off
		}
		rest, ok := strings.CutPrefix(name, "no-")
		if !ok {
			break
		}
		name, off = rest, !off
	}
	if name == "" || len(text)-len(name) == 1 && len(name) == 1 {
		return nil, off
	}
	return r.abbreviated("--" + name), off
}

// noptCluster takes -abc where each letter is an option of its own.
func (r *resolver) noptCluster(i int, w *fact.Word, cut int) int {
	text := w.Text
	if cut == 0 && len(text) > 1 && text[1] != '-' {
		for j := 1; j < len(text); j++ {
			if o, _ := r.short(text[j]); o == nil || o.Arg != NoArg {
				break
			}
			if j == len(text)-1 {
				return r.cluster(i, w)
			}
		}
	}
	if cut > 0 {
		text = text[:cut-1]
	}
	r.unknownOption(text, w, cut)
	return i + 1
}
