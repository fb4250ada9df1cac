// Package wrap is what runs in place of the agent's shell: it takes the line that the agent has
// assembled, judges the command in it once more, and runs the whole line in the sandbox.
package wrap
