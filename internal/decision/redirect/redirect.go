// Package redirect moves paths at or below /tmp into the scratch directory.
//
// It never trusts its own reading of a text. It proposes another text, has that analysed like the
// first one, and takes it only if the two do exactly the same: the same commands with the same
// words, but that each path which has to move has moved, wherever it is used. So a literal may be
// rewritten where it is written (in a for loop's list, in an assignment, in the text for bash -c),
// and a line of which one part cannot move is left alone as a whole.
//
// What moves and what stays is space.go; finding the literals is shell.go; comparing what two texts
// do is walk.go and compare.go; what a text mentions without doing anything with it is mention.go.
package redirect

import (
	"path"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// Move is one path that a call names and that was moved, as spelled before and after.
type Move = rule.Move

// Seen is what the analysis of a text has found out.
type Seen struct {
	Facts *fact.Facts
	Looks []fact.Look // values that the shell itself looks into
}

// Rewrite is a text in which paths were moved.
type Rewrite struct {
	Text  string
	Seen  Seen // what its analysis has found out
	Moves []Move

	moved []string // clean paths
	loose bool     // the line has a path that is not known
}

// File moves the path of a file tool. writes says that the tool may change the file.
func (s *Space) File(name string, writes bool) (moved string, ok bool) {
	if !subpath.In(name, s.Tmp) {
		return name, false
	}
	was := fact.Path{Abs: path.Clean(name), Known: true}
	l := line{Space: s}
	if writes {
		l.written = []string{was.Abs}
	}
	to, moves := l.place(was.Abs, false)
	moved = s.Target + name[len(s.Tmp):]
	if !moves || path.Clean(moved) != to {
		return name, false
	}
	return moved, true
}
