package main

import (
	"strings"

	"github.com/fencepost/fencepost/gen"
)

// runCompletion prints a completion script for a shell.
func runCompletion(s stdio, args []string) int {
	operands, err := newOptions("completion").parse(s, args)
	if err != nil {
		return status(err)
	}
	if len(operands) == 1 {
		switch operands[0] {
		case "bash":
			s.printf("%s", bashCompletion())
			return exitOK
		case "zsh":
			s.printf("%s", zshCompletion())
			return exitOK
		case "fish":
			s.printf("%s", fishCompletion())
			return exitOK
		}
	}
	return s.fail("completion: name the shell: bash, zsh or fish")
}

func names() []string {
	var out []string
	for _, c := range commands() {
		out = append(out, c.name)
	}
	return out
}

// nextWords is what may follow a subcommand, flags aside; "" for files.
func nextWords(name string) string {
	switch name {
	case "presets":
		return "show " + strings.Join(gen.Presets{}.Names(), " ")
	case "audit":
		return "export"
	case "completion":
		return "bash zsh fish"
	case "help":
		return strings.Join(names(), " ")
	}
	return ""
}

func bashCompletion() string {
	var b strings.Builder
	b.WriteString("# bash completion for fencepost; put it into a file of " +
		"~/.local/share/bash-completion/completions\n" +
		"_fencepost() {\n  local cur=${COMP_WORDS[COMP_CWORD]}\n  COMPREPLY=()\n  if ((COMP_CWORD == " +
		"1)); then\n" +
		"    COMPREPLY=($(compgen -W '" + strings.Join(names(), " ") +
		"' -- \"$cur\"))\n    return\n  fi\n" +
		"  case ${COMP_WORDS[1]} in\n")
	for _, c := range commands() {
		words := strings.TrimSpace(strings.Join(c.flags, " ") + " " + nextWords(c.name))
		if words != "" {
			b.WriteString("  " + c.name + ") COMPREPLY=($(compgen -W '" + words + "' -- \"$cur\")) ;;\n")
		}
	}
	b.WriteString("  esac\n}\ncomplete -o default -F _fencepost fencepost\n")
	return b.String()
}

func zshCompletion() string {
	var b strings.Builder
	b.WriteString("#compdef fencepost\n# zsh completion for fencepost; put it into a file " +
		"_fencepost of a directory in $fpath\n" +
		"_fencepost() {\n  local -a list\n  if ((CURRENT == 2)); then\n    list=(\n")
	for _, c := range commands() {
		b.WriteString("      '" + c.name + ":" + strings.NewReplacer("'", `'\''`, ":",
			`\:`).Replace(c.summary) + "'\n")
	}
	b.WriteString("    )\n    _describe command list\n    return\n  fi\n  case $words[2] in\n")
	for _, c := range commands() {
		words := strings.TrimSpace(strings.Join(c.flags, " ") + " " + nextWords(c.name))
		if words != "" {
			b.WriteString("  " + c.name + ") compadd -- " + words + " ;;\n")
		}
	}
	b.WriteString("  esac\n  [[ $words[2] == (verify|test) ]] && _files\n}\ncompdef _fencepost " +
		"fencepost\n")
	return b.String()
}

func fishCompletion() string {
	var b strings.Builder
	b.WriteString("# fish completion for fencepost; put it into ~/.config/" +
		"fish/completions/fencepost.fish\ncomplete -c fencepost -f\n")
	for _, c := range commands() {
		b.WriteString("complete -c fencepost -n __fish_use_subcommand -a " + c.name + " -d '" +
			strings.ReplaceAll(c.summary, "'", `\'`) + "'\n")
		seen := "-n '__fish_seen_subcommand_from " + c.name + "'"
		for _, f := range c.flags {
			b.WriteString("complete -c fencepost " + seen + " -l " + strings.TrimPrefix(f, "--") + "\n")
		}
		if words := nextWords(c.name); words != "" {
			b.WriteString("complete -c fencepost " + seen + " -a '" + words + "'\n")
		}
	}
	b.WriteString("complete -c fencepost -n '__fish_seen_subcommand_from verify test' -F\n")
	return b.String()
}
