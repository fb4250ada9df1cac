// Package bench measures what a call costs, and holds the figures against budgets.
//
// A class is one kind of call. It is measured twice: in this process (allocations and bytes of a
// call), and as a whole process, which is what the agent waits for. A process is
// measured in alternation with floors: an empty Go program built by the same plain toolchain, and
// the system's true. Budgets (budget.yaml) are ratios to these floors, allocations and bytes, never
// absolute times, so that the verdict does not depend on how fast a machine is. Page faults,
// allocations and bytes are what can fail; times are reported.
//
// Instead of the suite's, what a user has can be measured: see Own. That is held to no budget.
package bench
