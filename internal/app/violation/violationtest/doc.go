// Package violationtest holds what the sandbox stops to what is told of it: with real programs in a
// real sandbox, and with the hook and the wrapper as the agent starts them.
package violationtest
