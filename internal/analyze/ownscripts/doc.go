// Package ownscripts says which scripts are the project's own: the last commit has all that is read of
// them, and the call gives them nothing that could make other code of them.
//
// It needs the scripts, tasks and inline code of the whole call, and the changes. It returns Ours, or
// the reason why not, for each file of the facts. Package decide lets pass in such a script what asks
// for want of knowledge: the default, hazards, rules that only may apply, and the bundled questions
// about calls in code. A command whose name comes from the arguments (exec "$@") still asks.
//
//   - Package filelists says whether HEAD has the bytes that were read. It asks git once for a call, about
//     the repository of the project's directory. Borrowed objects, replacements and the index do not
//     count. The commit may be the agent's, so it vouches for no file that was changed since the session
//     began. A script that runs what stands in another file vouches for that file as long.
//   - Arguments, input, variables and directory can make other code of a script, and so can what the
//     line or the script writes.
//   - What is not known of a loaded module passes if HEAD has all that was loaded, and if the code
//     hands the module only words, names in the project and data, and sets nothing of it. A file that
//     is too long to be followed is unknown.
//   - Whether an earlier call of the session wrote a file is looked up last.
//
// Order of files, each uses those before it:
//
//	ownscripts.go ownreads.go program.go settlewritten.go settle.go
package ownscripts
