// Package nodes answers questions about words, expansions and commands that their trees alone
// decide. It knows no state of a shell.
//
// Order of files, each uses those before it:
//
//	arithmetic.go words.go commands.go parameters.go placeholder.go
package nodes
