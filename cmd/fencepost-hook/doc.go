// Command fencepost-hook is the gate alone: one hook event of an agent as JSON on standard input,
// at most one JSON object on standard output. It starts before every call of the agent, so it links
// nothing but what judges a call; everything for people is in cmd/fencepost.
//
//	fencepost-hook [AGENT] [--home DIR] [--managed]
//	fencepost-hook --agent-shell[=HOME] LINE
//	fencepost-hook --version
//
// With --agent-shell it takes the place of the agent's shell, and runs a line confined.
//
// `fencepost install` writes the entry that starts it. docs/hooks.md says what goes in and out.
//
// A process starts before every call, so what happens before main is counted in microseconds. The
// program is built without cgo. No package of this module that it links builds anything then:
// tables are switch statements and static data, and an expression is compiled when it is first
// searched with. Tests fail if a package-level map or expression creeps in. What decides by a name
// only is a switch that rulegen writes; all other tables are packed (package codec). Nothing that is
// built is edited: go install, go build and build.sh give the same program, and a test compares
// them. links_test.go lists what it must never link. The rest of the cost is pages of memory that
// are touched for the first time, a microsecond or more each.
package main
