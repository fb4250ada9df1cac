package tasks

import (
	"path"
	"strings"
)

// Scripts of pdm 2 and rye ([tool.pdm.scripts]) and of the environments of hatch 1
// ([tool.hatch.envs.NAME.scripts]) in pyproject.toml. What no script has for its name is a program
// of the environment, and none of this reader's business.

func (r *reader) pyRun() {
	file, source, state := r.upward(r.call.Dir, "pyproject.toml")
	if r.Program = state == Missing; state != Found || len(r.call.Names) != 1 {
		r.unknown("no pyproject.toml was found")
		return
	}
	root, ok := parseTOML(source)
	if !ok {
		r.unknown(file + " is not understood")
		return
	}
	p := &pyRun{reader: r, file: file}
	name := r.call.Names[0]
	switch r.call.Tool {
	case "pdm", "rye":
		p.scripts = root.at("tool", r.call.Tool, "scripts")
		if p.scripts.get("_") != nil {
			r.unknown("what all scripts share may change what runs")
		}
	case "hatch":
		p.shell = true
		name = p.environment(root, name)
	}
	if r.Program = p.scripts == nil || p.scripts.kind != mapping ||
		p.scripts.get(name) == nil; r.Program {
		return
	}
	if r.call.Tool == "pdm" {
		p.hook("pre_"+name, 0)
	}
	p.run(name, r.call.Args, 0)
	if r.call.Tool == "pdm" {
		p.hook("post_"+name, 0)
	}
}

type pyRun struct {
	*reader
	file    string
	scripts *value
	env     []string
	shell   bool // lines go to a shell
}

// environment takes the environment that a name of hatch begins with, and returns the rest. All
// have what the one has that is called default.
func (p *pyRun) environment(root *value, name string) string {
	p.absent(path.Dir(p.file), "hatch.toml")
	env := "default"
	if before, rest, found := strings.Cut(name, ":"); found {
		env, name = before, rest
	}
	for _, e := range [...]string{env, "default"} {
		v := root.at("tool", "hatch", "envs", e)
		if v == nil || v.kind != mapping {
			continue
		}
		for i, key := range v.names {
			switch item := v.items[i]; key {
			case "scripts":
				if p.scripts == nil || p.scripts.get(name) == nil {
					p.scripts = item
				}
			case "env-vars":
				var ok bool
				if p.env, ok = variables(p.env, item); !ok {
					p.unknown("the variables of " + e + " are not understood")
				}
			case "dependencies", "extra-dependencies", "features", "python", "description", "type",
				"detached", "template", "skip-install", "dev-mode", "platforms", "matrix", "installer",
				"system-packages", "path", "dependency-groups":
			default:
				p.unknown("hatch: " + key + " may change what runs")
			}
		}
	}
	return name
}

// hook takes a script that runs before or behind another one, where it is there.
func (p *pyRun) hook(name string, depth int) {
	if p.scripts.get(name) != nil {
		p.run(name, nil, depth)
	}
}

// run takes a script by its name.
func (p *pyRun) run(name string, args []string, depth int) {
	v := p.scripts.get(name)
	if v == nil || depth > MaxNested {
		p.unknown("there is no script " + name)
		return
	}
	if !p.enter(name + "\x02" + strings.Join(args, "\x02")) {
		return
	}
	switch {
	case v.kind == text:
		p.line(name, v, args, p.env, path.Dir(p.file), p.shell, depth)
	case v.kind == list && p.shell:
		for _, item := range v.items {
			p.line(name, item, args, p.env, path.Dir(p.file), true, depth)
		}
	case v.kind == mapping:
		p.table(name, v, args, depth)
	default:
		p.unknown("the script " + name + " is not understood")
	}
}

// table takes a script of pdm with options.
func (p *pyRun) table(name string, v *value, args []string, depth int) {
	env, dir := p.env, path.Dir(p.file)
	for i, key := range v.names {
		item, ok := v.items[i], true
		switch key {
		case "cmd", "shell", "composite", "help", "keep_going", "site_packages":
		case "env":
			env, ok = variables(env, item)
		case "working_dir":
			ok = item.kind == text && !strings.ContainsAny(item.text, "${~")
			dir = under(dir, item.text)
		default:
			ok = false
		}
		if !ok {
			p.unknown("the script " + name + " has " + key + ", which may change what runs")
		}
	}
	switch {
	case v.get("cmd") != nil && v.get("cmd").kind == text:
		p.line(name, v.get("cmd"), args, env, dir, false, depth)
	case v.get("shell") != nil && v.get("shell").kind == text:
		p.line(name, v.get("shell"), args, env, dir, true, depth)
	case v.get("composite") != nil && v.get("composite").kind == list:
		for _, item := range v.get("composite").items {
			words := strings.Fields(item.text)
			if item.kind != text || len(words) == 0 || !plainWords(words) || len(args) > 0 {
				p.unknown("what " + name + " is made of is not understood")
				continue
			}
			p.run(words[0], words[1:], depth+1)
		}
	default:
		p.unknown("the script " + name + " runs code that is not read")
		p.Other = true
	}
}

// line takes one command. A word in front may be the name of another script of hatch.
func (p *pyRun) line(name string, v *value, args, env []string, dir string, shell bool, depth int) {
	if v.kind != text {
		p.unknown("the script " + name + " is not understood")
		return
	}
	source := v.text
	if p.shell {
		source = strings.TrimPrefix(source, "- ")
		if first, rest, _ := strings.Cut(source, " "); p.scripts.get(first) != nil && first != name {
			if strings.TrimSpace(rest) != "" && strings.TrimSpace(rest) != "{args}" {
				p.unknown("arguments of " + first + " are not understood")
			}
			p.run(first, args, depth+1)
			return
		}
	}
	line, filled := p.fill(source, args)
	if !shell && (!portable(line) || strings.ContainsAny(line, "&|;*\\")) {
		p.unknown("the command of " + name + " is not understood")
	}
	if !filled && !p.shell {
		for _, a := range args {
			line += " " + quote(a)
		}
	}
	p.add(Line{Text: line, File: p.file, Line: v.line, Dir: dir, Shell: "sh", Task: name, Env: env},
		"what stands in braces is not known")
}

// fill puts the arguments in the place of {args} and {args:default}.
func (p *pyRun) fill(source string, args []string) (line string, filled bool) {
	for {
		before, rest, found := strings.Cut(source, "{args")
		if !found {
			break
		}
		inside, after, closed := strings.Cut(rest, "}")
		given, isDefault := strings.CutPrefix(inside, ":")
		if !closed || !isDefault && inside != "" {
			break
		}
		if len(args) > 0 {
			given = ""
			for _, a := range args {
				given += " " + quote(a)
			}
		}
		line, source, filled = line+before+strings.TrimSpace(given), after, true
	}
	if strings.Contains(source, "{") {
		source = strings.ReplaceAll(source, "{", unknown)
	}
	return line + source, filled
}
