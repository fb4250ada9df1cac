// Package buildtasks reads the tasks of the project that commands run: a target of a makefile, a script
// of package.json.
//
// It needs the spec's word for the task and the files of the project. The lines of a task are
// interpreted as a part of the call. So are files that builds and tests load by themselves, where the
// agent has written them in the session (presets/loads.yaml). Other files that it has written then may
// name places outside the project, which counts as a guess of what the program reads and writes.
//
// Order of files, each uses those before it:
//
//	tasks.go includes.go runner.go start.go writtentests.go table.go reaches.go loaded.go
package buildtasks
