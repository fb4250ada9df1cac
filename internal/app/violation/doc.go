// Package violation finds out what the sandbox has stopped in a run, tells the agent, and turns the
// same command sent again into one question that names the missing right.
//
// What a program prints is no proof: who is refused a file for another reason prints the same, and
// who wants a right can print what he likes. So a text only says where to look. What counts is
// confirmed against what the run was kept to (Fence) and against the machine outside of it (Host).
//
// The record of a run is exact about hosts, which fencepost-run serves itself, and about protected
// names that the sweep has moved away. About files, sockets and ports of the machine there are only
// the errors that programs print. Such an error counts if the plan as carried out has the thing
// closed, and the machine has it open to this user:
//
//	EROFS         path          the plan has it not writable, and this user could write it outside
//	EBUSY         path          the plan keeps it, or something in it, as it is
//	EXDEV         path          the plan keeps it as it is
//	              two paths     they are on two mounts of the plan: -w names both, or one is outside
//	EACCES        path          the plan hides it, and this user could read it outside
//	ENOENT        path          it exists outside, and the run has another directory in its place
//	                            (/tmp), or hides it
//	ECONNREFUSED  port          somebody of this machine listens there outside
//	              socket        the plan hides it, and it exists outside
//	ENXIO         /dev/tty      always: a run has no terminal of its own
//	no host       host          the run has no network at all, else the record knows
//	EPERM         system call   unshare, mount, chmod u+s: the sandbox lets nobody make that call
//
// Names come from the error itself or the lines around it. Relative ones are looked for where the
// command works. testdata/outputs.txt has what some ninety programs print. A program that names no
// file tells nothing: curl -so ~/x. If a closed call ends well, its output is what files hold, and
// is not looked at.
package violation
