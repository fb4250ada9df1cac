// Package dialect says in what the shells differ that fencepost reads: bash, zsh, and a shell that
// has nothing but what POSIX asks for, such as dash. A difference is a trait with a name of its
// own, so that the interpreter asks what a shell does and not which one it is.
//
// Order of files, each uses those before it:
//
//	dialect.go optiontable.go traits.go parameters.go
package dialect
