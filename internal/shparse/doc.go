// Package shparse turns shell text into the simple commands that could run, with their words
// resolved as far as that is possible without running anything.
//
// It is an abstract interpreter over the syntax tree of mvdan.cc/sh: it carries variables,
// functions, positional parameters, shell options and the current directory through the script,
// joins branches, and gives subshells a copy. It over-approximates: what could run is visited, and
// what cannot be computed is unknown, never guessed. It knows no command but the shell's own
// builtins, and no rule. Each command goes to the passes of the caller, in order. They return steps:
// payloads, which one loop (Run) runs in the same way, and passes that look at what has run.
//
// What the interpreter holds has three lifetimes:
//
//   - the session only grows: hazards, files written, functions defined, what is left of the
//     budget. A call has one, by pointer.
//   - the context is where the interpreter is: in which text and dialect, behind which wrappers,
//     inside which constructs, where output goes. It is a value that is kept and put back as a
//     whole.
//   - the state is what the shell remembers: variables, functions, options, directories. Branches
//     clone it and join the copies.
//
// The packages below it are phases of their own. dialect says in what shells differ, and nothing
// else asks which shell it is. syntax makes the tree of a text. domain has values and state, and
// knows no tree. expand has what expansions do with text. outputs computes what echo, printf, tr,
// cut, sed and a few more print, and is held to the real tools by a differential test.
//
// Four rules keep a construct from being passed over:
//
//   - Everything is accounted for. Each command, substitution, redirection, here-document,
//     assignment and expansion is marked when it is read. A walk after the run compares. What
//     nobody marked is the hazard "unread", and asks.
//   - Second readings have one door. A shell reads some values again: as an expression, a name, a
//     prompt, a list or a script, as in $((x)), declare -i, a[x]= and ${x@P}. What is not known of
//     such a value is unseen code, unless its origin says that it is a number.
//   - Later code has one way. Traps, hooks, PROMPT_COMMAND and functions that nobody was seen to
//     call run at some time. What they change is unknown from the first moment at which they could.
//   - Origin is a type (fact.Origin). Where a value comes from is data: text, a variable, a
//     command's output with the names that it may hold, a file. No text is compared to find out.
//
// Package enumerate has the real shells run planted commands to find what was passed over.
//
// Order of files, each uses those before it:
//
//	limit.go capture.go context.go payload.go options.go shell.go ways.go discard.go input.go
//	accountant.go directories.go temporary.go writtenfiles.go environmentreads.go printed.go
//	variables.go specialnames.go locals.go lookup.go reread.go arithmetic.go words.go fields.go
//	braces.go zshpatterns.go parameters.go operands.go lists.go substitutions.go assignments.go
//	declarations.go redirections.go functions.go traps.go builtins.go directorybuiltins.go
//	variablebuiltins.go read.go shelloptions.go zshbuiltins.go statements.go outcomes.go
//	mayend.go simplecommand.go loops.go testclause.go interp.go nested.go invisible.go view.go
package shparse
