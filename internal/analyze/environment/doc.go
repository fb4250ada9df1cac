// Package environment judges the variables that a command gets, and names that a pattern may turn into
// options.
//
// It needs the assignments of the call and the changes. It says of a variable that it may make a
// program run other code, or that nobody can know.
//
// Order of files, each uses those before it:
//
//	environ.go dash.go environfiles.go variables.go
package environment
