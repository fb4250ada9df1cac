package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// temporary is the name that mktemp gives to what it makes, as far as it is known (GNU coreutils
// 18.4, mktemp). Of a call that may fail nothing is known: what it prints is empty then, and
// "$d"/etc another directory.
func (r *resolver) temporary() string {
	template, ok := r.onlyValue("TEMPLATE")
	dir, okDir := r.onlyValue("-p", "--tmpdir")
	suffix, okSuffix := r.onlyValue("--suffix")
	for i := range r.given {
		if o := r.given[i].opt; o != nil && o.Arg == RequiredArg && r.c.Flags[i].Value < 0 {
			return "" // mktemp fails
		}
	}
	if !ok || !okDir || !okSuffix || strings.Contains(suffix, "/") {
		return ""
	}
	below := template == "" || r.has([]string{"-t", "-p", "--tmpdir"})
	slash := strings.LastIndexByte(template, '/')
	switch {
	case below && slash >= 0, r.has([]string{"-t"}) && (dir != "" || template == ""):
		return ""
	case !below && slash <= 0: // it is made in the current directory, which may be none to write in
		return ""
	case template == "":
		template = "tmp.XXXXXX"
	case suffix != "" && !strings.HasSuffix(template, "X"):
		return ""
	}
	if dir != "" {
		template = strings.TrimSuffix(dir, "/") + "/" + template
	}
	begin, end := randomPart(template)
	if begin == end {
		return ""
	}
	return template[:begin] + fact.RandomPart + template[end:] + suffix
}

// randomPart is where in a template for names random letters take the place of its own.
func randomPart(template string) (begin, end int) {
	end = strings.LastIndexByte(template, 'X') + 1
	begin = len(strings.TrimRight(template[:end], "X"))
	if end-begin < leastRandom || strings.Contains(template[end:], "/") {
		return 0, 0
	}
	return begin, end
}

// fresh is the word of an operand, with a stand-in for the random part of what mktemp makes.
func (r *resolver) fresh(o *fact.Operand) *fact.Word {
	if r.spec.Is&fact.Fresh == 0 || o.Flag != "" || !o.Word.Known() || r.has([]string{"-u"}) {
		return &o.Word
	}
	w := o.Word
	if begin, end := randomPart(w.Text); begin < end {
		w.Text = w.Text[:begin] + fact.StandIn("new") + w.Text[end:]
	}
	return &w
}

// leastRandom is the least number of X with which GNU mktemp makes anything.
const leastRandom = 3

// onlyValue is the value of the only operand, or argument of an option, with one of some names: ""
// where there is none. ok is false where there are several, or it is not known or empty.
func (r *resolver) onlyValue(names ...string) (value string, ok bool) {
	list := r.named(names)
	if len(list) == 0 {
		return "", true
	}
	w := &list[0].Word
	return w.Text, len(list) == 1 && w.Known() && w.Text != ""
}
