package tasks

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// Justfiles (just 1.40). Each line of a recipe goes to sh -cu, or the shell that the file sets, in
// the directory of the file. What {{…}} puts in is known where it is made of texts and arguments.

type justfile struct {
	*reader
	file, dir string
	words     []string // recipes and arguments of the line
	sets      []string // NAME=VALUE of the line
	names     []string // of variables
	values    []string
	exports   []string
	recipes   []*recipe
	aliases   [][2]string
	globals   int // variables that are not parameters
	shell     string
	program   string // the words of a program that gets the lines in place of a shell
	export    bool
}

type recipe struct {
	name   string
	params []param
	before []string // names of recipes
	after  []string
	lines  []recipeLine
	file   string
	noCD   bool
	why    string // it may be more than it seems
}

type param struct {
	name   string
	value  string // an expression
	plain  bool   // it has no value of its own
	many   bool
	export bool
}

func (r *reader) just() {
	file, source, state := "", "", Missing
	if len(r.call.Files) == 1 {
		file = subpath.From(r.call.Dir, r.call.Files[0])
		source, state = r.read(file)
	} else {
		file, source, state = r.upward(r.call.Dir, "justfile", "Justfile", ".justfile", "JUSTFILE",
			".Justfile")
	}
	if state != Found {
		r.unknown("no justfile was found")
		return
	}
	j := &justfile{reader: r, file: file, dir: path.Dir(file), shell: "sh", words: r.call.Names}
	j.sets = r.call.Sets
	for len(j.words) > 0 && !strings.HasPrefix(j.words[0], "=") && isOverride(j.words[0]) {
		j.sets, j.words = append(j.sets, j.words[0]), j.words[1:]
	}
	j.load(file, source)
	j.globals = len(j.names)
	j.start()
}

// isOverride reports whether a word sets a variable.
func isOverride(w string) bool {
	name, _, ok := strings.Cut(w, "=")
	return ok && name != "" && strings.Trim(name, plainLetters) == "" &&
		!strings.ContainsAny(name, "./:,@+%^")
}

// start runs the recipes that the line names; each takes the words that follow it.
func (j *justfile) start() {
	words := j.words
	if len(words) == 0 {
		if len(j.recipes) == 0 {
			j.unknown("the justfile has no recipes")
			return
		}
		words = []string{j.recipes[0].name}
	}
	for len(words) > 0 {
		r := j.recipe(words[0])
		if r == nil {
			j.unknown("there is no recipe " + words[0])
			return
		}
		n := 1
		for _, p := range r.params {
			if p.many {
				n = len(words)
			} else if n < len(words) {
				n++
			}
		}
		j.run(r, words[1:n], 0)
		words = words[n:]
	}
}

// recipe is the one of that name; the last one counts.
func (j *justfile) recipe(name string) (found *recipe) {
	for _, a := range j.aliases {
		if a[0] == name {
			name = a[1]
			break
		}
	}
	for _, r := range j.recipes {
		if r.name == name {
			if found != nil {
				j.unknown("there are several recipes " + name)
			}
			found = r
		}
	}
	return found
}

// run takes the lines of a recipe, with what stands before and behind it.
func (j *justfile) run(r *recipe, args []string, depth int) {
	if depth > MaxNested {
		j.unknown("the recipes need each other too deeply")
		return
	}
	if !j.enter(r.name + " " + strings.Join(args, "\x02")) {
		return
	}
	if r.why != "" {
		j.unknown(r.why)
	}
	names, values := j.names, j.values // of the recipe that needs this one, whose parameters end here
	j.names, j.values = names[:j.globals:j.globals], values[:j.globals:j.globals]
	env := j.bind(r, args)
	j.dependencies(r.before, depth)
	j.body(r, env)
	j.dependencies(r.after, depth)
	j.names, j.values = names, values
}

// bind gives the parameters of a recipe their values. Those with a dollar sign are exported.
func (j *justfile) bind(r *recipe, args []string) (env []string) {
	for _, p := range r.params {
		value := ""
		switch {
		case p.many && len(args) > 0:
			value, args = strings.Join(args, " "), nil
		case len(args) > 0:
			value, args = args[0], args[1:]
		case !p.plain:
			value = j.eval(p.value)
		case !p.many:
			j.unknown("an argument of " + r.name + " is missing")
		}
		if strings.Contains(value, Word) {
			value = unknown
		}
		j.names, j.values = append(j.names, p.name), append(j.values, value)
		if p.export || j.export {
			env = append(env, p.name+"="+value)
		}
	}
	for i, n := range j.names[:len(j.names)-len(r.params)] {
		if j.export || slices.Contains(j.exports, n) {
			env = append(env, n+"="+j.values[i])
		}
	}
	if len(args) > 0 {
		j.unknown("the recipe " + r.name + " takes fewer arguments")
	}
	return env
}

func (j *justfile) dependencies(list []string, depth int) {
	for _, name := range list {
		r := j.recipe(name)
		if r == nil {
			j.unknown("there is no recipe " + name)
			continue
		}
		j.run(r, nil, depth+1)
	}
}

// body takes the lines of a recipe. One that begins with #! is a script as a whole.
func (j *justfile) body(r *recipe, env []string) {
	l := Line{File: r.file, Dir: j.dir, Shell: j.shell, Task: r.name, Env: env}
	if r.noCD {
		l.Dir = j.call.Dir
	}
	if len(r.lines) == 0 {
		return
	}
	l.Line = r.lines[0].line
	if strings.HasPrefix(r.lines[0].text, "#!") {
		for _, line := range r.lines {
			l.Text += j.fill(line.text) + "\n"
		}
		if !l.script() {
			j.unknown("the recipe " + r.name + " is code of another language")
			return
		}
		j.step(l)
		return
	}
	for i := 0; i < len(r.lines); i++ {
		l.Line, l.Text = r.lines[i].line, r.lines[i].text
		for strings.HasSuffix(l.Text, `\`) && i+1 < len(r.lines) {
			i++
			l.Text = strings.TrimSuffix(l.Text, `\`) + strings.TrimLeft(r.lines[i].text, " \t")
		}
		l.Text = j.fill(strings.TrimLeft(l.Text, "@-"))
		if strings.TrimSpace(l.Text) != "" {
			if j.program != "" {
				l.Text = j.program + " " + quote(l.Text)
			}
			j.step(l)
		}
	}
}

// step takes a line, which is only shown where recipes are: what is put into it has run by then.
func (j *justfile) step(l Line) {
	if !j.call.Dry {
		j.add(l, "just puts in unknown text")
	}
}

// fill puts values into a line.
func (j *justfile) fill(line string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, "{{")
		b.WriteString(before)
		if !found || b.Len() > maxTexts {
			return b.String()
		}
		if strings.HasPrefix(rest, "{{") {
			b.WriteString("{{")
			line = rest[2:]
			continue
		}
		inside, after, _ := strings.Cut(rest, "}}")
		b.WriteString(j.eval(inside))
		line = after
	}
}

// eval is the value of an expression: a text or a variable. Of anything else the value is not known,
// and what it runs is not followed.
func (j *justfile) eval(source string) string {
	source = strings.TrimSpace(source)
	if value, ok := justText(source); ok {
		return value
	}
	for i := len(j.names) - 1; i >= 0; i-- {
		if j.names[i] == source {
			return j.values[i]
		}
	}
	code, tick := strings.CutPrefix(source, "`")
	code, ends := strings.CutSuffix(code, "`")
	switch {
	case source == "justfile_directory()" || source == "justfile_dir()":
		return j.dir
	case tick && ends && !strings.ContainsAny(code, "`{"):
		j.add(Line{Text: code, File: j.file, Line: 1, Dir: j.dir, Shell: j.shell}, "")
	case strings.Contains(source, "`") || strings.Contains(source, "shell") ||
		strings.Contains(source, "read"):
		j.unknown("an expression runs what is not followed")
	}
	return unknown
}

// justText is a text in quotes, without escapes.
func justText(s string) (value string, ok bool) {
	if len(s) < 2 || s[0] != '\'' && s[0] != '"' || s[len(s)-1] != s[0] {
		return "", false
	}
	value = s[1 : len(s)-1]
	return value, !strings.ContainsAny(value, "\\"+s[:1])
}

func word(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
