package core

import "slices"

// takes reports whether the table speaks of all arguments of a call. An entry without a parameter
// for the rest knows exactly what it lists: os.remove(p, dir_fd=d) is another function than
// os.remove(p).
func (m *Machine) takes(b *Bound, args []Arg) bool {
	for i := range b.params {
		if b.params[i].Rest {
			return m.optionsKnown(b)
		}
	}
	if b.excess || len(b.extra) > 0 {
		return false
	}
	for _, a := range args {
		if a.Spread && m.Traits.Keywords && !listed(a.Val) {
			return false // **options of which nothing is known
		}
	}
	return m.optionsKnown(b)
}

// listed reports whether a spread value can only give arguments by their place.
func listed(v *Value) bool {
	switch v.Kind {
	case KindList, KindStr:
		return true
	case KindObj:
		return v.Type.Listed
	}
	return false
}

// optionsKnown reports whether options objects have no key of which the table does not speak: the
// option flag of fs.readFile may be one that truncates the file.
func (m *Machine) optionsKnown(b *Bound) bool {
	for i := range b.params {
		keys := b.params[i].Keys
		if keys == nil || b.vals[i] == nil {
			continue
		}
		known := true
		b.vals[i].Alts(func(v *Value) {
			switch v.Kind {
			case KindStr, KindNum, KindFunc:
			case KindDict:
				known = known && !v.More && !v.Wild && v.Base == nil
				for _, k := range v.Keys {
					known = known && slices.Contains(keys, k)
				}
			default:
				known = false
			}
		})
		if !known {
			return false
		}
	}
	return true
}
