// Package command knows commands. By its spec a parser makes the words of a command a line. One
// finder looks for the programs that the line runs, another one for its effects, and Resolve gives
// the command what they found. rulegen compiles specs in presets/commands into static data.
//
// It looks at no file but through Disk, and runs nothing. What a text in a little language does
// (sed, SQL, ex, Perl) it asks package lang.
//
// Order of files, each uses those before it:
//
//	spec.go printspec.go treespec.go taskspec.go encoding.go table.go world.go words.go
//	operandwords.go line.go operandlist.go findings.go findfiles.go passedoptions.go parser.go
//	options.go operands.go roles.go findwords.go shellwords.go pwshwords.go parse.go programs.go
//	code.go optionprograms.go shellprograms.go inputprograms.go gitsettings.go payload.go
//	operandeffects.go copies.go giteffects.go cmdletpaths.go unknowncommands.go servedfiles.go
//	textnames.go effects.go printvalues.go prints.go trees.go tasks.go cmdlet.go judge.go
//	resolve.go
package command
