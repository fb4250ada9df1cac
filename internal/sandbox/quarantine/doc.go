// Package quarantine looks, after a run, for what the sandbox could not keep from being made or changed:
// protected names. Their files are moved into a quarantine and reported, and what was there is put
// back where it is known.
//
// What is new is known by change times, which nobody can set: a name that is older than the run, in a
// directory that was there, is what it was. A directory was there if it is older, or the one above it
// is, or if it was seen there before the run changed it. So nothing has to be read before a run, and
// another process, or the next run, can look in place of the one that began it. Paths are opened
// below the writable directory and through no link, so that what goes on in the background can lead
// nowhere else.
package quarantine
