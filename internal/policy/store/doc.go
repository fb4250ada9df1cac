// Package store keeps checked documents so that a call can be judged by them without reading YAML:
// what is small is read at once, a rule if it may apply.
//
// Nothing simpler is quick enough. A process that reads 2,000 rules may take 2.2 times as long as
// an empty one, and takes 1.9; all rules at once add 0.3 ms, encoding/gob 0.5 ms, encoding/json 2.2
// ms and YAML 4.4 ms, which are 0.3, 0.5, 2.3 and 4.7 times an empty one.
//
// The hook reads the bytes of each config. It looks for the compiled form in
// ~/.claude/fencepost/compiled, by the path and the build id (package siblings). That file holds the
// text that it was made from. If anything does not fit, the hook has fencepost beside it compile
// the config in the same call, once, in some milliseconds. So no call is judged by an older config.
// A damaged or missing store costs time and nothing else. Without a fencepost beside the hook
// everything is denied.
//
// Rules lie in tables with a key for each: the first word of a prefix, the literal of an
// expression, the kinds of effects. The key passes over those that say nothing, and the
// interpreter's own code asks the rest. An expression is compiled if the text has the literal that
// it needs. A search that fails counts as a match for rules that restrict, and not for those that
// allow.
//
// Whoever can write into ~/.claude/fencepost could write the person's config. The directory is the
// person's own (mode 0700, checked), and a protected path for the agent. A checksum tells damage,
// not forgery. A built-in organisation policy never comes from there.
//
// The hook reads a policy that is handed out with its signature at every call. It compares both,
// and the key, with what was checked before. fencepost checks a signature before it looks at
// anything else of the file, and keeps the result in the same store. Linking crypto/ed25519 would
// cost the hook 14 page faults before every call. The files become presets of that process.
package store
