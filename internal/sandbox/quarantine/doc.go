// Package quarantine looks, after a run, for what the sandbox could not keep from being made or changed:
// protected names. Their files are moved into a quarantine and reported, and what was there is put
// back where it is known.
//
// What is new is known by change times, which nobody can set: a name that is older than the run, in
// a directory that was there, is what it was. A directory was there if it is older, or the one
// above it is, or if it was seen there before the run changed it. So nothing has to be read before
// a run, and another process, or the next run, can look in place of the one that began it. Paths
// are opened below the writable directory and through no link, so that what goes on in the
// background can lead nowhere else.
//
// The kernel sets a change time with every write, rename, link and chmod. If those of a directory
// and of the one above it are both newer than the run, and for overwritten files, the sweep must
// know what was there. It reads the first 400 directories before the run and the others during it,
// on another core. What it reads during the run counts only if unchanged since the beginning.
//
//   - The start is the file system's own time: that of a nameless file made there. So a server's
//     clock does no harm, and this machine's may be set back. A file system mounted within a
//     writable directory is taken to have the same clock.
//   - It also reads directories that the run made unreadable, and moves paths with renameat.
//   - An unchanged directory costs one fstatat; two threads list the others. Older directories come
//     first, and no clock bounds the look. In 33,000 directories it takes some 0.2 s after a run of
//     a moment, less than 0.1 s after a run of a second.
package quarantine
