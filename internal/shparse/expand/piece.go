package expand

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// Piece is a part of a word during expansion (POSIX XCU 2.6).
type Piece struct {
	Text    string
	Suffix  string // of an unknown piece: what it is known to end with
	Unknown bool
	Quoted  bool            // protects from splitting and patterns
	Split   bool            // result of an unquoted expansion: subject to field splitting
	Inert   bool            // result of an expansion in zsh: pattern characters in it do not act
	Brk     bool            // a field ends here ("$@" and arrays)
	Many    bool            // unknown, and any number of fields
	Glob    bool            // the names of files that match text
	Plain   bool            // such names hold no blanks and pattern characters
	MayLack bool            // there may be no such name
	Number  bool            // of an unknown piece: see fact.Word.Number
	Given   bool            // of an unknown piece: see fact.Word.Given
	Form    Form            // of an unknown piece
	Several bool            // the names of an element of a list: each of them is a word
	Kind    fact.OriginKind // TextOrigin: none, or one that from alone tells
	From    string          // as written, or the name of what kind says
	Names   *fact.Names     // of files that an unknown piece may be
	Listed  *fact.Names     // see fact.Origin.Listed
}

// Form is what is known of the text of an unknown piece: see the fields of fact.Word.
type Form struct{ Single, Digits, Sets bool }

// mayBePattern reports whether the characters of a piece can be those of a pattern.
func (p *Piece) mayBePattern() bool { return !p.Quoted && !p.Unknown && !p.Inert && !p.Glob }

// Origin is where a piece comes from.
func (p *Piece) Origin() fact.Origin {
	o := fact.Origin{Kind: p.Kind, Name: p.From, Names: p.Names, Listed: p.Listed}
	if o.Kind == fact.TextOrigin && (p.From != "" || p.Unknown) {
		o.Kind = fact.ComputedOrigin
	}
	return o
}

// mayBeLeftOut reports whether a word means much the same where piece i of it is empty: a letter or
// the like of the same name stands before it, or it is one end of a range of commits.
func mayBeLeftOut(ps []Piece, i int) bool {
	if i > 0 {
		n := len(ps[i-1].Text)
		return !ps[i-1].Glob && n > 0 && (LetterOrDigit(ps[i-1].Text[n-1]) ||
			strings.IndexByte("-_", ps[i-1].Text[n-1]) >= 0)
	}
	var rest strings.Builder
	for _, p := range ps[1:] {
		if p.Glob {
			return false
		}
		rest.WriteString(p.Text)
	}
	end, ok := strings.CutPrefix(strings.Replace(rest.String(), "...", "..", 1), "..")
	return ok && Revision(end)
}

// Revision reports whether a word is a plain name for a commit.
func Revision(s string) bool {
	for i := 0; i < len(s); i++ {
		if !LetterOrDigit(s[i]) && (i == 0 || strings.IndexByte("_.-~^@", s[i]) < 0) {
			return false
		}
	}
	return s != "" && !strings.Contains(s, "..")
}

// joinedOrigin says what is known of a word of pieces if not all of them are known: a number beside
// digits is a number, and in "a[$i]" an index is given.
func joinedOrigin(ps []Piece) (number, given bool) {
	number, given = true, true
	first, last := -1, -1
	for i := range ps {
		if ps[i].Unknown || ps[i].Glob {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	for i := range ps {
		p := &ps[i]
		switch {
		case p.Unknown || p.Glob:
			given = given && (p.Number || p.Given || p.Glob && p.Plain)
			number = number && p.Number && i == 0 && p.Text+p.Suffix == ""
			given = given && (i == first || p.Text == "") && (i == last || p.Suffix == "")
		default:
			number = number && domain.DigitsOnly(p.Text)
			if i > first && i < last { // it shows neither at the beginning of the word nor at its end
				given = given && strings.Trim(p.Text, "0123456789 .:-+*/") == ""
			}
		}
	}
	return number, given
}

// picksLines reports whether all that is not known of pieces is numbers, and all that is could
// stand in a program of sed that picks lines.
func picksLines(ps []Piece) bool {
	for i := range ps {
		p := &ps[i]
		if p.Glob || p.Brk || p.Unknown && !p.Number || !fact.PicksLines(p.Text+p.Suffix) {
			return false
		}
	}
	return true
}

// MaxValue bounds the bytes of a computed value.
const MaxValue = 1 << 16

// joinOrigin makes the origin of a word whose next piece is p: that of the only part that is not
// known, if there is one.
func joinOrigin(w *fact.Word, p *Piece) {
	switch open := p.Unknown || p.Glob; {
	case !open && w.Origin.Kind != fact.TextOrigin, !open && w.Kind != fact.Literal:
	case open && w.Kind != fact.Literal, open && w.Glob:
		w.Origin = fact.Origin{Kind: fact.ComputedOrigin, Name: w.Origin.Name}
	default:
		w.Origin = p.Origin()
		switch w.Origin.Kind {
		case fact.WordsOrigin, fact.RefOrigin: // of the part, not of the word
			w.Origin.Kind = fact.ComputedOrigin
		}
	}
}

// neverBeginsWithDash reports whether no word of the pieces begins with a dash: each expansion
// stands behind a text without a leading dash, or gives words without one, or gives nothing before
// such a text.
func neverBeginsWithDash(ps []Piece) bool {
	begun := false
	for i := range ps {
		p := &ps[i]
		switch {
		case p.Glob || p.Brk:
			return false
		case !p.Unknown && p.Text == "":
		case !p.Unknown:
			last := i > 0 && ps[i-1].Kind == fact.WordsOrigin // which may end in a blank
			if p.Split || p.Text[0] == '-' && (!begun || last) {
				return false
			}
			begun = true
		case p.Quoted && begun, p.Kind == fact.RefOrigin && begun, p.Kind == fact.WordsOrigin:
		default:
			return false
		}
	}
	return begun
}

// onlyNames returns the names of the only part of a word that is not known.
func onlyNames(ps []Piece) (n *fact.Names) {
	for i := range ps {
		if !ps[i].Unknown && !ps[i].Glob {
			continue
		}
		if n != nil || ps[i].Names == nil {
			return nil
		}
		n = ps[i].Names
	}
	return n
}

// joinedPatterns joins the names of several unknown parts, if each of them has names: ?(x)@(.)y.
func joinedPatterns(ps []Piece) *fact.Names {
	open, text := false, ""
	for i := range ps {
		if ps[i].Unknown || ps[i].Glob {
			if open = true; ps[i].Names == nil && !ps[i].Glob {
				return nil
			}
		}
	}
	if !open {
		return nil
	}
	for i := range ps {
		switch p := &ps[i]; {
		case !p.Unknown && !p.Glob:
			text += p.Text
		case p.Names == nil: // names of files: "$d"/* goes on below them
			text += p.Text
		case len(p.Names.List) == 1:
			text += p.Names.List[0].Text
		default:
			text += Any
		}
	}
	if len(text) > maxSubject {
		return nil
	}
	n := new(fact.Names)
	n.Add(text, true)
	return n
}

// AroundNames puts the text that stands around a value around each of its names.
func AroundNames(before string, n *fact.Names, after string) *fact.Names {
	if n == nil || before == "" && after == "" {
		return n
	}
	m := new(fact.Names)
	for i := range n.List {
		m.Add(before+n.List[i].Text+after, n.List[i].Glob)
	}
	return m
}

// NamedPiece is a value in a place where nothing is split.
func NamedPiece(w fact.Word) Piece {
	text, suffix := w.Text, w.Suffix
	if w.Kind != fact.Literal {
		text, suffix = KnownEnds(w)
	}
	return Piece{Text: text, Suffix: suffix, Unknown: w.Kind != fact.Literal, Quoted: true,
		Glob: w.Glob && w.Kind == fact.Literal, Plain: w.Plain, MayLack: w.Lack,
		Number: w.Number, Given: w.Given, Form: Form{w.Single, w.Digits, w.Sets},
		Names: w.Origin.Names}
}

// JoinPieces concatenates pieces: everything before the first unknown part is the prefix, after the
// last the suffix.
func JoinPieces(ps []Piece) fact.Word {
	if len(ps) == 1 {
		p := &ps[0]
		if !p.Unknown {
			return fact.Word{Text: p.Text, Origin: p.Origin(), Glob: p.Glob, Plain: p.Plain, Lack: p.MayLack,
				Number: p.Number}
		}
		return fact.Word{Text: p.Text, Suffix: p.Suffix, Kind: fact.Partial, Number: p.Number,
			Given: p.Given, Single: p.Form.Single, Digits: p.Number || p.Form.Digits, Sets: p.Form.Sets,
			Origin: p.Origin()}
	}
	if w, ok := joinNames(ps); ok {
		return w
	}
	var w fact.Word
	var head, tail strings.Builder
	for i := range ps {
		p := &ps[i]
		joinOrigin(&w, p)
		switch {
		case p.Glob: // some file's name: what stands before and after the pattern is known
			n, m := PatternEnds(p.Text)
			if w.Kind == fact.Literal {
				w.Kind = fact.Partial
				head.WriteString(p.Text[:n])
			}
			tail.Reset()
			tail.WriteString(p.Text[m:])
		case p.Unknown && w.Kind == fact.Literal:
			w.Kind = fact.Partial
			head.WriteString(p.Text)
			tail.WriteString(p.Suffix)
		case p.Unknown:
			tail.Reset()
			tail.WriteString(p.Suffix)
		case w.Kind == fact.Literal:
			head.WriteString(p.Text)
		default:
			tail.WriteString(p.Text)
		}
		if head.Len()+tail.Len() > MaxValue {
			return fact.Word{Kind: fact.Partial, Origin: p.Origin()}
		}
	}
	w.Text, w.Suffix = head.String(), tail.String()
	if n := onlyNames(ps); n != nil {
		w.Origin.Names = AroundNames(w.Text, n, w.Suffix)
	} else if n := joinedPatterns(ps); n != nil {
		w.Origin.Names = n
	}
	if w.Kind != fact.Literal {
		w.Number, w.Given = joinedOrigin(ps)
		w.Lines, w.Digits, w.Sets = picksLines(ps), onlyNumbers(ps), setsValues(ps)
		if w.Origin.Kind == fact.ComputedOrigin && neverBeginsWithDash(ps) {
			w.Origin.Kind = fact.UndashedOrigin
		}
	}
	return w
}

// joinNames concatenates the names of files with text around them: "$f.bak" with one of src/*.c in
// f is one of src/*.c.bak. Nothing of it may be split, and no character of the text may come to
// match anything.
func joinNames(ps []Piece) (fact.Word, bool) {
	found := false
	for i := range ps {
		switch p := &ps[i]; {
		case p.Unknown, p.Many, p.Brk, p.Glob && !p.Quoted, !p.Glob && !NamesOnly(p.Text):
			return fact.Word{}, false
		case p.MayLack && !mayBeLeftOut(ps, i):
			return fact.Word{}, false
		case p.Glob:
			found = true
		}
	}
	if !found {
		return fact.Word{}, false
	}
	w := fact.Word{Glob: true, Plain: true}
	for i := range ps {
		w.Plain = w.Plain && (ps[i].Plain || !ps[i].Glob)
		if ps[i].From != "" && w.Origin.Kind == fact.TextOrigin {
			w.Origin = ps[i].Origin()
		}
		w.Text += ps[i].Text
	}
	return w, len(w.Text) <= maxSubject && !Climber(w.Text)
}

// JoinBrackets makes one pattern of the pieces over which a bracket expression stretches, as in
// [a"b"] and [\a].
func JoinBrackets(ps []Piece) []Piece {
	for i := range ps {
		if !ps[i].mayBePattern() ||
			strings.LastIndexByte(ps[i].Text, '[') <= strings.LastIndexByte(ps[i].Text, ']') {
			continue
		}
		for k := i + 1; k < len(ps); k++ {
			if !ps[k].mayBePattern() || !strings.Contains(ps[k].Text, "]") {
				continue
			}
			pattern, special := Piece{Split: ps[i].Split, From: ps[i].From}, false
			for j := i; j <= k; j++ {
				pattern.Text += ps[j].Text
				special = special || !ps[j].mayBePattern() && !plainInBrackets(ps[j].Text)
				pattern.Unknown = pattern.Unknown || ps[j].Unknown
				pattern.Many = pattern.Many || ps[j].Many
			}
			if pattern.Unknown {
				return ps // nothing is known of it in any case
			}
			if special { // without its quotes it would be another pattern: an asterisk stands for that, too
				pattern.Text = starsForBrackets(pattern.Text)
			}
			return JoinBrackets(append(append(ps[:i:i], pattern), ps[k+1:]...))
		}
	}
	return ps
}

// starsForBrackets replaces what stands from the first bracket to the last one by an asterisk for
// each part of a path.
func starsForBrackets(s string) string {
	from, to := strings.IndexByte(s, '['), strings.LastIndexByte(s, ']')+1
	return s[:from] + "*" + strings.Repeat("/*", strings.Count(s[from:to], "/")) + s[to:]
}

// plainInBrackets reports whether a text means the same in a bracket expression with and without
// quotes.
func plainInBrackets(s string) bool { return plainText(s, "_/") }

// NamesOnly reports whether a text has only the characters of everyday file names and of the paths
// to them.
func NamesOnly(s string) bool { return plainText(s, "/._-+@,=:") }

// MaybeEmpty reports whether nothing known stands in the pieces.
func MaybeEmpty(ps []Piece) bool {
	return !slices.ContainsFunc(ps, func(p Piece) bool {
		return p.Text != "" || p.Suffix != "" || p.Brk
	})
}

// ProgramPath is what zsh makes of =NAME: the path of a program. What follows in the word belongs
// to the name.
func ProgramPath(name string) Piece {
	if strings.ContainsAny(name, "\\*?[<(|~^#$:") {
		return Piece{Unknown: true, Many: true, From: "=" + name}
	}
	return Piece{Unknown: true, Quoted: true, Suffix: "/" + name, From: "=" + name}
}

// HasPattern reports whether s holds characters of pathname expansion (POSIX XCU 2.14). A bracket
// counts if it closes.
func HasPattern(s string) bool {
	i := strings.IndexAny(s, "*?[")
	if i < 0 {
		return false
	}
	return s[i] != '[' || strings.ContainsAny(s[i:], "*?") || strings.IndexByte(s[i:], ']') > 1
}

// KnownEnds returns what a value begins and ends with. Of a pattern that is what stands before and
// behind all that may be one of its characters.
func KnownEnds(w fact.Word) (begin, end string) {
	const special = "*?[]()+@!#^~<>|{}"
	begin, end = w.Text, w.Suffix
	if w.Kind == fact.Literal {
		end = w.Text
	}
	if w.Glob {
		if i := strings.IndexAny(begin, special); i >= 0 {
			begin = begin[:i]
		}
		end = end[strings.LastIndexAny(end, special)+1:]
	}
	return begin, end
}

// PatternEnds returns where the first pattern character of s stands and where its last one ends.
func PatternEnds(s string) (first, end int) {
	first, end = strings.IndexAny(s, "*?["), strings.LastIndexAny(s, "*?]")+1
	if first < 0 {
		return len(s), len(s)
	}
	return first, max(first, end)
}
