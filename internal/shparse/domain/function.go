package domain

import "slices"

// File is a file whose text is interpreted.
type File struct {
	Number int    // the caller's number of it, from 1
	Text   string // as it is read
	Before int    // lines of the file that stand before the text
}

// Function is a shell function with the text that its nodes index.
type Function struct {
	Body  any // its tree; only its identity matters here
	Text  string
	Via   []string
	Own   bool
	File  *File      // that holds it; nil: it stands in the call
	Alts  []Function // other definitions that branches may have left
	Maybe bool       // on some ways it is not defined
	Fixed bool       // readonly -f: it stays as it is
	// Redirected bodies may not run, as a redirection may fail
	Redirected bool
	Exported   bool // shells that the script starts may have it
}

// addDefinitions adds another definition and its alternatives to the list. Those beyond maxAlts are
// left out, and visited as if nothing called them.
func (f *Function) addDefinitions(o Function) {
	more := o.Alts
	o.Alts = nil
	for i := -1; i < len(more); i++ {
		if i >= 0 {
			o = more[i]
		}
		if o.Body != f.Body && len(f.Alts) < maxAlts && !f.hasBody(o.Body) {
			f.Alts = append(f.Alts[:len(f.Alts):len(f.Alts)], o)
		}
	}
}

func (f *Function) hasBody(body any) bool {
	return slices.ContainsFunc(f.Alts, func(a Function) bool { return a.Body == body })
}
