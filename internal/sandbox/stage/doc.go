// Package stage has what the engines native and bwrap share: the stage, which is the first process
// of a sandbox, and the front, which starts it and waits outside.
//
// The engine makes the namespaces, and bubblewrap the mounts, too. The stage does the rest: the
// mounts of the engine native, the sockets that are served from outside, Landlock, the last
// capabilities and seccomp. Then it starts the command. It forwards signals, collects processes and
// says how the command ended.
//
// The plan has some forty steps. An engine starts fencepost-run again in new namespaces, as the
// stage (fencepost-run --inner), and hands it the plan as an open file. The stage turns the steps
// into some two hundred system calls. If one fails it is named, and nothing has run:
//
//	fencepost-run: the sandbox could not be made, and nothing has run: mount_setattr / read-only: …
//
// If a path is not what it was when the plan was made, the plan is made anew, up to ten times:
// other processes start and end, and with them their sockets and files. Each hidden path costs a
// system call, some 0.01 ms. "go test ./cmd/fencepost-run -run StartCost -v -args -cost 100"
// measures the start on an idle machine.
package stage
