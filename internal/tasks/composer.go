package tasks

import (
	"path"
	"strings"
)

// Scripts of composer.json (composer 2.8, EventDispatcher): a text or a list of texts. What begins
// with @ is another script, or one of composer's own words; CLASS::METHOD and names of classes are
// code of PHP; the rest goes to a shell in the directory of the file, with vendor/bin first in
// PATH.

func (r *reader) composer() {
	file, source, state := r.upward(r.call.Dir, "composer.json")
	root, ok := parseJSON(source, false)
	switch {
	case state != Found:
		r.unknown("no composer.json was found")
	case !ok || root.kind != mapping:
		r.unknown(file + " is not understood")
	case len(r.call.Names) != 1:
		r.unknown("which script runs is not known")
	default:
		c := &composer{r, file, root.get("scripts")}
		if config := root.get("config"); config.get("bin-dir") != nil ||
			config.get("vendor-dir") != nil {
			r.unknown("the settings of composer.json may change what runs")
		}
		c.run(r.call.Names[0], r.call.Args, 0)
	}
}

type composer struct {
	*reader
	file    string
	scripts *value
}

func (c *composer) run(name string, args []string, depth int) {
	v := c.scripts.get(name)
	if v == nil || depth > MaxNested {
		c.unknown("there is no script " + name)
		return
	}
	if !c.enter(name + "\x02" + strings.Join(args, "\x02")) {
		return
	}
	items := []*value{v}
	if v.kind == list {
		items = v.items
	}
	for _, item := range items {
		if item.kind != text {
			c.unknown("the script " + name + " is not understood")
			continue
		}
		c.text(name, item, args, depth)
	}
}

func (c *composer) text(name string, v *value, args []string, depth int) {
	line := v.text
	if !plainWords(args) && len(args) > 0 {
		c.unknown("how composer quotes the arguments is not known")
	}
	if without, ok := strings.CutSuffix(line, " @no_additional_args"); ok {
		line, args = without, nil
	}
	if strings.Contains(line, "@additional_args") || strings.Contains(line, "@no_additional_args") {
		c.unknown("arguments of " + name + " are not understood")
	}
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case word == "@php":
		line = "php " + rest
	case word == "@composer":
		line = "composer " + rest
	case word == "@putenv":
		c.unknown("a script sets variables")
		return
	case strings.HasPrefix(word, "@"):
		if rest != "" && !plainWords(strings.Fields(rest)) {
			c.unknown("arguments of " + word + " are not understood")
		}
		c.run(word[1:], append(strings.Fields(rest), args...), depth+1)
		return
	case !strings.Contains(line, " ") && (strings.Contains(line, "::") || strings.Contains(line, `\`)):
		c.unknown("the script " + name + " is code of PHP")
		return
	case !strings.ContainsAny(line, " /-.") && line != "" && line[0]&0x20 == 0:
		c.unknown("the script " + name + " may be a class of PHP")
	}
	for _, a := range args {
		line += " " + quote(a)
	}
	c.add(Line{Text: line, File: c.file, Line: v.line, Dir: path.Dir(c.file), Shell: "sh",
		Task: name}, "")
}

// Tasks of deno 2 in deno.json or deno.jsonc: a text, or a mapping with command and dependencies.
// They go to a shell of deno's own, which reads as sh does what is no more than words.

func (r *reader) deno() {
	file, source, state := r.upward(r.call.Dir, "deno.json", "deno.jsonc")
	root, ok := parseJSON(source, true)
	switch {
	case state != Found:
		r.unknown("no deno.json was found")
	case !ok || root.kind != mapping:
		r.unknown(file + " is not understood")
	case len(r.call.Names) != 1:
		r.unknown("which task runs is not known")
	default:
		if root.get("workspace") != nil || root.get("nodeModulesDir") != nil {
			r.unknown("the settings of " + path.Base(file) + " may change what runs")
		}
		d := &deno{r, file, root.get("tasks")}
		d.run(r.call.Names[0], r.call.Args, 0)
	}
}

type deno struct {
	*reader
	file  string
	tasks *value
}

func (d *deno) run(name string, args []string, depth int) {
	v := d.tasks.get(name)
	if v == nil || depth > MaxNested || strings.Contains(name, "*") {
		d.unknown("there is no task " + name)
		return
	}
	if !d.enter(name) {
		return
	}
	if v.kind == mapping {
		for i, key := range v.names {
			switch key {
			case "command", "description":
			case "dependencies":
				names, ok := v.items[i].texts()
				if !ok {
					d.unknown("what " + name + " needs is not understood")
				}
				for _, n := range names {
					d.run(n, nil, depth+1)
				}
			default:
				d.unknown("the task " + name + " has " + key + ", which may change what runs")
			}
		}
		if v = v.get("command"); v == nil {
			return
		}
	}
	if v.kind != text || !portable(v.text) || !plainWords(args) {
		d.unknown("the shell of deno may read " + name + " in another way")
	}
	line := v.text
	for _, a := range args {
		line += " " + quote(a)
	}
	d.add(Line{Text: line, File: d.file, Line: v.line, Dir: path.Dir(d.file), Shell: "sh",
		Task: name}, "")
}
