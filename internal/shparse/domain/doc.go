// Package domain is the lattice of the abstract interpretation: values that are known in full, in
// part or not at all; the variables, functions and options that make the state of a shell; and how
// two states are joined, widened and forgotten. It knows no tree and runs nothing.
//
// Order of files, each uses those before it:
//
//	words.go function.go value.go state.go statefunctions.go widen.go
package domain
