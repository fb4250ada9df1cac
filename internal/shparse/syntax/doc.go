// Package syntax turns text into a tree in one dialect: the parser library, and repairs where the
// tree is not what the shell reads, such as quotes in "${x:-'…'}", braces, comments and
// here-documents. What zsh may read in another way is refused.
//
// Order of files, each uses those before it:
//
//	body.go bracelit.go parser.go text.go outcome.go comment.go delimiter.go depth.go pipes.go
//	repair.go read.go requote.go reprint.go zshform.go zshplace.go
package syntax
