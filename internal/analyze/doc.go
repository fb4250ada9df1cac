// Package analyze turns a tool call into facts. The interpreter of shell text hands it one command
// after the other. Take has it resolved, and asks each pass that has something to look at. Follow
// returns what the command leads to: payloads, which the interpreter runs in the same way, and passes
// that look at what has run. Passes that need the whole call come last. Each is a package below this
// one. It gets the record of the call, and the passes that it needs.
//
// Order of files, each uses those before it:
//
//	analyze.go nested.go
package analyze
