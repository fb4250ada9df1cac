// Package effort counts what the analysis of a call may do. Each of its limits is a number of
// steps, names, bytes or questions and no time, so that a call is judged alike on an idle and on a
// busy machine.
//
// A call that has spent a budget asks. So a log can be judged anew with the same answers.
//
//	what is counted                                        where
//	statements, words, commands, calls of functions        shparse; those of a script also analyze
//	steps of the earlier calls of a session                analyze
//	bytes, files and rounds of the project's own code      analyze
//	directories and names in them                          paths (Resolver.Look)
//	names and bytes of trees, questions to git             tree
//	steps of inline code, bytes that its parser allocates  cmd/fencepost-interp, interp/treesitter
//	commands and effects that rules are asked about        decide
//
// A call that reaches a bound ends in less than about half a second. The clock has two uses.
// siblings.LastResort ends a call and its programs after seconds, before the agent gives up, and the
// call falls under onError. And a person's expression that needs backtracking has 50 milliseconds
// for each search.
package effort
