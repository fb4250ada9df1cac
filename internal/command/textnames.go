package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// A value that fencepost cannot know may be any word of the text that makes it: $_ in
// true .env; cat $_, or the output of jq -n '".env"'. So a read of an unknown path may be a read of
// each file that the call names.

// maxTextNames bounds the names that one text gives. With more of them, a hidden file is one.
const maxTextNames = 48

// textNames are the files that an unknown word may name: those that the text of the call holds, and
// what is left of the word where the unknown part is empty, as in .e${x}nv.
func textNames(w *fact.Word, text string) *fact.Names {
	names := fact.NewNames()
	if w.Origin.Kind == fact.PipeOrigin {
		return names
	}
	ends, below := w.Text+w.Suffix, w.Text == "" && strings.HasPrefix(w.Suffix, "/")
	if strings.Trim(ends, "./~*") != "" && !below {
		names.List = append(names.List, fact.Lit(ends))
	}
	if w.Given || w.Number {
		return names // no text gave the unknown part
	}
	for piece := range strings.FieldsFuncSeq(text, betweenNames) {
		if piece[0] == '-' { // of an option with its value attached
			piece = piece[max(1, strings.IndexAny(piece, "./~")):]
		}
		if len(piece) < 3 || names.Has(w.Text+piece+w.Suffix, false) {
			continue
		}
		if len(names.List) == maxTextNames {
			names.List = append(names.List, fact.Word{Text: ".*", Glob: true})
			break
		}
		names.List = append(names.List, fact.Lit(w.Text+piece+w.Suffix))
	}
	return names
}

// betweenNames reports whether a character ends a name in a text. One that needs quotes does.
func betweenNames(r rune) bool {
	return r < 0x80 && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
		strings.ContainsRune("._/~-", r))
}
