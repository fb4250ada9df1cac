package quarantine

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// name is a protected name, or what is left of one below a directory: small components.
type name struct {
	comps []string
	entry *plan.Protected
}

// table are the protected names. Those of git are not in it: see git_linux.go.
type table struct {
	anywhere map[string][]name // by the first component
	loose    []name            // whose first component has a wildcard
	absolute []name
}

func newTable(entries []plan.Protected, home string) *table {
	t := &table{anywhere: map[string][]name{}}
	for i := range entries {
		e := &entries[i]
		glob := strings.ToLower(e.Glob)
		if e.Open {
			continue
		}
		rest, anywhere := strings.CutPrefix(glob, "**/")
		if !anywhere {
			if below, ok := strings.CutPrefix(glob, "~/"); ok {
				glob = strings.ToLower(home) + "/" + below
			}
			t.absolute = append(t.absolute, name{split(glob), e})
			continue
		}
		n := name{split(rest), e}
		switch first := n.comps[0]; {
		case first == ".git":
		case strings.ContainsAny(first, "*?["):
			t.loose = append(t.loose, n)
		default:
			t.anywhere[first] = append(t.anywhere[first], n)
		}
	}
	return t
}

// readOnly is the entry of the paths that --read-only names.
var readOnly = &plan.Protected{Why: "--read-only"}

// addReadOnly adds such a path. What is there is read-only in the run; here it counts if it is new.
func (t *table) addReadOnly(p string) {
	t.absolute = append(t.absolute, name{split(strings.ToLower(p)), readOnly})
	if !strings.ContainsAny(p, `*?[\`) {
		return
	}
	literal := make([]string, 0, strings.Count(p, "/"))
	for _, c := range split(strings.ToLower(p)) {
		literal = append(literal, plan.Literal(c))
	}
	t.absolute = append(t.absolute, name{literal, readOnly})
}

// found is what a name in a directory means.
type found struct {
	rest  []name          // protected names that go on below it
	exact *plan.Protected // it is a protected name
	cover *plan.Protected // so is all below it
}

// strictest is the entry that counts for it.
func (f *found) strictest() *plan.Protected { return stricter(f.exact, f.cover) }

func stricter(a, b *plan.Protected) *plan.Protected {
	if a == nil || b != nil && a.Ask && !b.Ask {
		return b
	}
	return a
}

// next looks up a name of a directory in which the names begun have begun.
func (t *table) next(begun []name, elem string) (f found) {
	elem = strings.ToLower(elem)
	for _, list := range [...][]name{begun, t.anywhere[elem], t.loose} {
		for _, n := range list {
			f.take(n, elem)
		}
	}
	return f
}

func (f *found) take(n name, elem string) {
	if n.comps[0] != elem {
		if ok, _ := path.Match(n.comps[0], elem); !ok {
			return
		}
	}
	switch rest := n.comps[1:]; {
	case len(rest) == 0:
		f.exact = stricter(f.exact, n.entry)
	case len(rest) == 1 && rest[0] == "**":
		f.cover = stricter(f.cover, n.entry)
	default:
		f.rest = append(f.rest, name{rest, n.entry})
	}
}

// begun are the names that have begun in the directories above a writable one. One that ends there
// has been opened by the flag that makes it writable; the plan refuses all others.
func (t *table) begun(root string) []name {
	begun := t.absolute
	for _, c := range split(root) {
		f := t.next(begun, c)
		begun = f.rest
	}
	return begun
}

func split(p string) []string { return strings.Split(strings.Trim(p, "/"), "/") }

func join(dir, name string) string {
	switch dir {
	case "", "/":
		return dir + name
	}
	return dir + "/" + name
}
