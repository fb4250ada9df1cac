package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// find finds the programs that the command would run.
func (f *programFinder) find() {
	l, programs, syntax := f.l, &f.l.spec.Programs, &f.l.spec.Syntax
	run := programs.Run
	switch run {
	case RunShell:
		shellPrograms(f)
	case RunEval:
		evalPrograms(f)
	case RunSource:
		sourcePrograms(f)
	case RunTrap:
		trapPrograms(f)
	case RunXargs:
		xargsPrograms(f)
	case RunEnv:
		envPrograms(f)
	case RunParallel:
		parallelPrograms(f)
	case RunPwsh:
		f.byRoles()
		f.pwshStdin()
	default:
		if l.payloadAt > 0 || l.any.roles&programRoles != 0 || programs.CodePrefix != "" {
			f.byRoles()
		}
	}
	if l.any.programs || len(programs.Keys) > 0 {
		f.keyPrograms()
		f.optionTexts()
	}
	if l.variant != nil && l.variant.Stdin != fact.RoleNone && !l.any.harmless {
		f.codeOrTextOnStdin()
	}
	if l.spec.Is&fact.Makefile != 0 {
		f.recipesOnStdin()
	}
	if sub := l.canon.sub; l.name == "git" && (len(sub) == 0 || sub[0] == "rebase" ||
		l.any.is&Code != 0 || len(l.c.Assigns) > 0) {
		gitPrograms(f)
	}
	if run == RunFound {
		fdPrograms(f)
	}
	if syntax.Parse == Find {
		findPrograms(f)
	}
	if run == RunCode {
		f.codeOnStdin()
	}
	if syntax.TakesCommand || run == RunShell || run == RunCode && l.doubts.bareUnknown ||
		syntax.Parse == Find && l.doubts.payload {
		f.uncertain()
	}
}

// programRoles are the roles of operands and option-arguments that byRoles reads.
const programRoles roleSet = 1<<fact.RoleShell | 1<<fact.RoleProgram | 1<<fact.RoleWords |
	1<<fact.RoleCode | 1<<fact.RoleScript | 1<<fact.RoleText | 1<<fact.RoleStarts |
	1<<fact.RoleCommand | 1<<fact.RoleShellArg

// uncertain reports a wrapper whose payload cannot be found for sure.
func (f *programFinder) uncertain() {
	for i := range f.out.nested {
		if f.out.nested[i].Kind == fact.NestedUnknown {
			return // said already
		}
	}
	switch {
	case f.l.doubts.unknown != "":
		f.out.nested = append(f.out.nested, fact.Nested{Kind: fact.NestedUnknown})
		f.out.hazard(hazards.UnknownOption, f.l.doubts.unknown,
			"fencepost does not know the option "+f.l.doubts.unknown+", so it cannot tell what code runs")
	case f.l.doubts.payload:
		f.out.nested = append(f.out.nested, fact.Nested{Kind: fact.NestedUnknown})
		f.out.dynamicPayload(f.l.c.Text)
	}
}

// byRoles takes the payload and the operands that are shell text, code or a script.
func (f *programFinder) byRoles() {
	if f.l.spec.Programs.CodePrefix != "" {
		f.markedCode()
	}
	if f.l.payloadAt > 0 {
		if f.payloadRole() == fact.RoleShell {
			f.shellText(joinWords(f.l.c.Argv[f.l.payloadAt:]), false)
		} else {
			words := f.l.c.Argv[f.l.payloadAt:]
			if f.l.spec.Programs.DropsDashes && len(words) > 1 && words[1].IsLiteral() &&
				words[1].Text == "--" {
				words = append([]fact.Word{words[0]}, words[2:]...)
			}
			if f.l.spec.Programs.Placeholder != "" {
				words = markReplaced(words, f.l.spec.Programs.Placeholder)
			}
			f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
		}
	}
	for i := range f.l.operands {
		o := &f.l.operands[i]
		switch o.Role {
		case fact.RoleShell, fact.RoleProgram, fact.RoleWords:
			f.programOperand(i)
		case fact.RoleCode:
			f.codeOperand(i)
		case fact.RoleScript:
			if !o.IsPath {
				continue // "-": standard input
			}
			f.scriptFile(o)
		case fact.RoleText:
			if !f.l.any.harmless {
				f.shellText(f.fullScript(o.Word), false)
			}
		case fact.RoleStarts:
			f.startedProgram(i)
		case fact.RoleCommand:
			// An option whose argument is a program with its arguments in one word.
			f.shellText(o.Word, false)
		}
	}
	if f.l.any.roles&(1<<fact.RoleShellArg) != 0 {
		f.shellArgs()
	}
}

// fullScript writes out the short form of a script: npm:lint is npm run lint. A pattern stays as it
// is.
func (f *programFinder) fullScript(w fact.Word) fact.Word {
	manager, script, ok := strings.Cut(w.Text, ":")
	if !ok || !w.IsLiteral() || !slices.Contains(f.l.spec.Programs.Proxies, manager) ||
		!plainWords(script) {
		return w
	}
	return fact.Lit(manager + " run " + script)
}

// startedProgram takes the program that an option names, with the operands as its arguments:
// start-stop-daemon -x PROGRAM -- ARG.
func (f *programFinder) startedProgram(option int) {
	if f.l.any.harmless {
		return
	}
	words := []fact.Word{f.l.operands[option].Word}
	for i := range f.l.args {
		words = append(words, f.l.operands[f.l.args[i].op].Word)
	}
	f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
}

// shellArgs takes the arguments of the shell that the command starts: su USER ARG. A - before the
// user asks for a login shell.
func (f *programFinder) shellArgs() {
	if len(f.out.nested) > 0 || f.l.any.harmless {
		return
	}
	for i := range f.l.args {
		if f.l.operands[f.l.args[i].op].Role != fact.RoleShellArg {
			continue
		}
		if i > 0 && f.l.c.Argv[f.l.args[0].at].Text == "-" {
			i++
		}
		if i < len(f.l.args) {
			words := append([]fact.Word{fact.Lit("sh")}, f.l.c.Argv[f.l.args[i].at:]...)
			f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
		}
		return
	}
}

// envPrograms finds the assignments of env and its command. -S splits its argument into words
// that stand where the option stood.
func envPrograms(f *programFinder) {
	words := f.payloadWords()
	if n := len(f.l.flags); n > 0 && f.l.given[n-1].opt != nil && f.l.flags[n-1].Name == "-S" &&
		f.l.flags[n-1].Value >= 0 {
		split, ok := splitString(&f.l.operands[f.l.flags[n-1].Value].Word)
		if !ok {
			f.l.doubts.payload = true
			return
		}
		if words = append(split, words...); len(words) > 0 && looksLikeOption(&words[0]) {
			f.out.nest(fact.Nested{Kind: fact.NestedArgv, Clear: true,
				Words: append([]fact.Word{fact.Lit(f.l.name)}, words...)})
			return // further options of env
		}
	}
	n := fact.Nested{Kind: fact.NestedArgv, Clear: true}
	var assigns []fact.Assign
	for len(words) > 0 {
		w := &words[0]
		switch {
		case strings.IndexByte(w.Text, '=') > 0:
			assigns = append(assigns, assignment(w))
		case w.Text == "-" && w.Kind == fact.Literal && len(assigns) == 0:
			// the same as -i
		default:
			n.Words = words
		}
		if n.Words != nil {
			break
		}
		words = words[1:]
	}
	if len(n.Words) == 0 {
		f.out.printsEnvironment()
		return
	}
	f.out.nest(n)
	last := &f.out.nested[len(f.out.nested)-1]
	last.Assigns = append(assigns, last.Assigns...)
}
