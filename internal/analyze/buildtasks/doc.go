// Package buildtasks reads the tasks of the project that commands run: a target of a makefile, a script
// of package.json.
//
// It needs the spec's word for the task and the files of the project. The lines of a task are
// interpreted as a part of the call.
//
// Order of files, each uses those before it:
//
//	tasks.go includes.go runner.go start.go writtentests.go
package buildtasks
