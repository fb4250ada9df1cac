package redirect

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// trace finds out where each literal of a text is used: the text is analysed once more with another
// name in the place of each, and where that name turns up the literal is used, by whatever way it
// came there: through a variable, a function's parameter, or the text for another shell.
type trace struct {
	*line
	source   string
	literals []int
	mark     string // a mark is this with the literal's number behind it
	uses     []use
	torn     bool
	walk     *walk
}

// use says what is done with a literal.
type use struct {
	moves bool  // as a path that has to move
	stays bool  // as a path that must not
	texts []int // as something else: indexes of the commands, -1 for the shell itself
	said  []int // as what inline code prints: indexes of the commands
	apart bool  // on another machine
}

var _ visitor = (*trace)(nil)

// follow returns the literals that have to move; ok is false where one would have to move and to
// stay.
func (t *trace) follow(was Seen, analyse analysis) (moving []int, ok bool) {
	t.mark = "/fp"
	for strings.Contains(t.source, t.mark) {
		t.mark += "q"
	}
	t.uses = make([]use, len(t.literals))
	is := analyse(t.marked())
	t.walk = &walk{visitor: t, given: t.given}
	if !t.walk.compare(&was, &is) || t.torn {
		return nil, false
	}
	for k := range t.uses {
		u := &t.uses[k]
		if u.moves && (u.stays || len(u.texts) > 0 && !t.told(was.Facts, u) || u.apart) {
			return nil, false
		}
		if u.moves {
			moving = append(moving, t.literals[k])
		}
	}
	return moving, len(moving) > 0
}

// marked is the text with a mark in the place of each literal.
func (t *trace) marked() string {
	var b strings.Builder
	last := 0
	for k, at := range t.literals {
		b.WriteString(t.source[last:at])
		b.WriteString(t.name(k))
		last = at + len(t.Tmp)
	}
	b.WriteString(t.source[last:])
	return b.String()
}

// name is the mark of a literal: a directory beside Tmp.
func (t *trace) name(k int) string {
	number := string([]byte{'a' + byte(k>>4), 'a' + byte(k&15)})
	return strings.TrimSuffix(path.Dir(t.Tmp), "/") + t.mark + number
}

// each calls f for the marks in s.
func (t *trace) each(s string, f func(k int)) {
	for {
		i := strings.Index(s, t.mark)
		if i < 0 || len(s) < i+len(t.mark)+2 {
			return
		}
		s = s[i+len(t.mark):]
		if k := int(s[0]-'a')<<4 + int(s[1]-'a'); k >= 0 && k < len(t.uses) {
			f(k)
		}
	}
}

func (t *trace) path(was, is *fact.Path, spelled, spells *fact.Word) bool {
	if !was.Known {
		return t.partial(spelled, spells)
	}
	for i := range forms(was) {
		old, now := path.Clean(forms(was)[i]), path.Clean(forms(is)[i])
		_, moves := t.place(old, was.Glob)
		if old == now {
			t.torn = t.torn || moves
			continue // no literal leads here
		}
		k := t.origin(old, now)
		if k < 0 {
			if moves || t.unmarked(now) != old {
				return false
			}
			t.each(now, func(k int) { t.uses[k].stays = true }) // as in /var/tmp/x
			continue
		}
		t.uses[k].moves = t.uses[k].moves || moves
		t.uses[k].stays = t.uses[k].stays || !moves
	}
	return true
}

func (t *trace) dir(was, is *fact.Path) bool { return t.path(was, is, nil, nil) }

// origin returns the literal that a path begins with; -1 if it is not that with the rest of the
// path.
func (t *trace) origin(old, now string) int {
	if !subpath.In(old, t.Tmp) {
		return -1
	}
	found := -1
	t.each(now, func(k int) {
		if now == t.name(k)+old[len(t.Tmp):] {
			found = k
		}
	})
	return found
}

// partial notes the use of a literal in a path that is not wholly known.
func (t *trace) partial(spelled, spells *fact.Word) bool {
	t.each(spells.Text, func(k int) {
		_, moves := t.place(path.Clean(spelled.Text), false)
		t.uses[k].moves = t.uses[k].moves || moves && isFound(spelled)
		t.uses[k].stays = t.uses[k].stays || !moves || !isFound(spelled)
	})
	return true
}

// text notes the use of a literal as something else than a path.
func (t *trace) text(was, is *fact.Word) bool {
	if t.unmarked(is.Text) != was.Text || t.unmarked(is.Suffix) != was.Suffix {
		return false
	}
	note := func(k int) {
		if t.walk.says && t.walk.moveable {
			t.uses[k].said = append(t.uses[k].said, t.walk.at)
		} else if t.walk.moveable {
			t.uses[k].texts = append(t.uses[k].texts, t.walk.at)
		} else {
			t.uses[k].apart = true
		}
	}
	t.each(is.Text, note)
	t.each(is.Suffix, note)
	return true
}

func (t *trace) free(was, is *fact.Word) bool { return true }

// unmarked is a text with Tmp in the place of each mark.
func (t *trace) unmarked(s string) string {
	if !strings.Contains(s, t.mark) {
		return s
	}
	for k := range t.uses {
		s = strings.ReplaceAll(s, t.name(k), t.Tmp)
	}
	return s
}
