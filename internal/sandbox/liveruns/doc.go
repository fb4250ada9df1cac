//go:build linux

// Package liveruns knows which runs of fencepost-run go on: those whose processes have outlived their
// command, and those that share a session. Each has a file and a socket in a directory of the
// user's cache; the process that serves the run answers at the socket. What a file says is shown and no more:
// whatever is done to a run is asked of that process.
//
// The directory is ~/.cache/fencepost/runs (0700, the user's; refused if others may read or write
// it). A file says what a run is, with its processes by number, start time and boot. No process is
// ended by a number in it. The keeper (fencepost-run --keeper) takes over what outlives a command:
// the state as a value, sockets and connections as open files. A run whose command goes on has a
// file there for the sweep that it owes. After a crash the next look makes the sweep and forgets
// the file. Every sandbox hides the directory, and the keeper refuses a caller in one.
package liveruns
