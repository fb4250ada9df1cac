// Package evaltest holds the interpreters of inline code to tables: a snippet, and what it would do.
// Its oracle runs snippets in the real interpreters, in a directory that is thrown away, with a hook
// that logs what they are about to do to files and programs and then refuses it.
package evaltest

// Home is the home directory in the facts, and the directory in which snippets run.
const Home = "/home/u"
