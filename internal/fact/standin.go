package fact

import "strings"

// A program that makes a new file with a random name says what it is called. Where it lies is
// known, and that nothing of that name was there: such a name is written here with a stand-in
// for its random part, as in /tmp/tmp._mktemp_1_. It is a text like any other as long as it is
// only handed on, and joined with other texts. What depends on its letters or its length is not
// known.

// standIn marks a name with a random part.
const standIn = "_mktemp_"

// StandIn is the text that stands for a random part; id is another one for each name, and one
// that nobody can know who writes the call.
func StandIn(id string) string { return standIn + id + "_" }

// StandInDir is the id of a directory's name, or the beginning of one.
func StandInDir(id string) string { return "d" + id }

// HasStandInDir reports whether a name has a random part, is that of a directory, and has an id
// that begins with a text.
func HasStandInDir(name, id string) bool { return strings.Contains(name, standIn+StandInDir(id)) }

// HasStandIn reports whether a part of a text is random.
func HasStandIn(text string) bool { return strings.Contains(text, standIn) }

// Random reports whether a part of the word's value is random: no more is known of it than where
// it stands.
func (w *Word) Random() bool { return w.Kind == Literal && HasStandIn(w.Text) }
