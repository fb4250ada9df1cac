// Package planted finds the commands that may run what the session has just written, or what it has
// built from the project.
//
// It needs the commands and changes of the whole call, and the earlier calls of the session. It
// returns for each command the file that it may run (Planted), or that its program is a build of the
// project (Built). Package decide asks about those that a rule would have let pass: the rule knew the
// program that was there.
//
//   - A program counts for every rule. It is named with its path, is a script, or lies in
//     node_modules, .venv, .cargo and their like. An executable file of the project counts if
//     something runs that starts others.
//
//   - A source or settings file that builds and tests look for (Makefile, conftest.py, a new .ts)
//     counts with the presets build and npm. An edit in place of a source does not: it stands in the
//     call. A checkout or merge counts for the settings files that differ.
//
//   - Some tools run nothing of the sources that they look at (presets/languages/any.yaml). For them
//     a source is no program. Settings whose keys are all known to name no code count for nobody.
//
//   - A link that a patch, an archive or a commit brings makes the paths below it unknown.
//
//   - Agents edit sources and package.json, and run the tests in the next call. That stays allowed,
//     but for what is denied or asked about in the task that runs. Nobody writes by hand where package
//     managers install programs. If a call runs something from there, the last 64 KB of the audit log
//     are read. A file that an allowed call of the same session wrote there asks, unless git's index
//     has it. What an installer makes (python3 -m venv, npm ci) is its own.
//
//   - What an earlier call has cloned, unpacked or downloaded is nobody's code that was seen. What
//     runs it asks, until a person has let a run of it pass. Calls that were asked about are looked
//     for in the last 256 KB of the log.
//
// Order of files, each uses those before it:
//
//	programs.go earlier.go built.go checks.go computes.go own.go foreign.go planted.go
package planted
