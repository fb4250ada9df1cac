// Package filelists reads the names that a command would write, where its words do not hold them: those
// of a directory, of a patch, of the index of an archive, and those that change between two commits
// of a git repository.
//
// Nothing that is read is trusted. Each reader takes all names that any usual program could find in
// its input, so that where two programs read it differently both readings are judged, and it gives
// up where it does not know what a program would do. What is read is bounded; giving up is an
// answer, and the call is asked about then.
//
// Git is run with plumbing commands that read objects and the index. It has an empty environment
// and a directory of the system, and its settings start no hook, filter, monitor, pager or
// transport. A test gives a repository programs in all these places.
package filelists
