// Package core interprets inline code abstractly, in whatever language: it carries what is known of
// variables, functions and objects through the code, joins what branches leave, resolves callees,
// and reports calls with their effects. What a language means it asks the Language.
//
// It over-approximates. Both branches run, loops run until nothing new is learned, functions that
// nobody is seen to call run with unknown arguments. What cannot be computed is unknown, never
// guessed: Data where nothing but data can be the result, and Top where it could be a module or a
// function as well.
package core
