// Package interp sees through inline code: it is the client of fencepost-interp, the program that
// holds the grammars, and the protocol between the two.
//
// The grammars live in a process of their own. A C parser that is fed with hostile text cannot take
// the gate down, and a plain command pays nothing for what it does not use.
//
// The first question starts the helper, while the rest of the call is still being interpreted. It
// does little else than read, parse, interpret and answer, in one thread. A crash of it is "could
// not be checked". A static build with musl starts fastest. Each side first says its build (package
// beside). A helper of another build, or one that was built without a C compiler, answers nothing,
// and the call asks.
//
// What it reads becomes a tree (eval/syntax, treesitter), which eval/core interprets as package
// shparse does shell text, with eval/python or eval/javascript for what only one language has.
// eval/tables has what is known of callees. The helper answers with calls and their effects, before
// paths are resolved.
package interp
