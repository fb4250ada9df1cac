// Package sweep looks, after a run, for what the sandbox could not keep from being made: protected
// names that were not there when it began. Their files are moved into a quarantine and reported.
//
// Only what is known to be new is touched: a name counts as new if the directory that holds it was
// read before the run and had no such name, or was itself not there. What lies in directories that
// were not read (too many, no rights) stays, and is counted. Paths are opened below the writable
// directory and through no link, so that what goes on in the background can lead nowhere else.
package sweep
