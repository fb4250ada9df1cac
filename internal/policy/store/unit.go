package store

import (
	"slices"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/policy"
)

// magic begins every file; its last byte is the version of the form.
const magic = "fencepst\x06"

// maxFile bounds a compiled file, in bytes.
const maxFile = 64 << 20

// Unit is what was found of a config file, or of a policy that was handed out.
type Unit struct {
	Program          string          // identifies the program that has read it
	File             string          // its path
	Of               []string        // the text of a config; text, key and signature of a policy
	Members          []policy.Member // of a config one, without a name
	Errors, Warnings []policy.Problem
}

// compiled is what the file of a unit holds.
type compiled struct {
	Unit  Unit         // its documents without their rules
	Rules []ruleTables // those of each member; none of a broken unit, whose rules nobody asks
}

// Encode returns the unit as the bytes of a file.
func Encode(u *Unit) []byte {
	file := compiled{Unit: *u}
	file.Unit.Members = slices.Clone(u.Members)
	for i := range u.Members {
		d := u.Members[i].Document
		settings := *d
		tables := takeRules(&settings)
		file.Unit.Members[i].Document = &settings
		if len(u.Errors) == 0 {
			file.Rules = append(file.Rules, ruleTables{Tables: tables, Loose: policy.Loosens(d, false),
				LooseOverDeny: policy.Loosens(d, true)})
		}
	}
	c := codec.Writer()
	c.Value(&file)
	return codec.Seal(magic, c.Written())
}

// Decode reads what Encode wrote; false where anything is missing or wrong. The texts of the unit
// are parts of data, which must not change after that.
func Decode(data []byte) (*Unit, bool) {
	text, ok := codec.Unseal(magic, data)
	if !ok || len(data) > maxFile {
		return nil, false
	}
	file := &compiled{}
	c := codec.Reader(text)
	c.Value(file)
	u := &file.Unit
	if !c.Done() || len(u.Errors) == 0 && len(file.Rules) != len(u.Members) {
		return nil, false
	}
	for i := range file.Rules {
		rules := &file.Rules[i]
		if rules.doc = u.Members[i].Document; rules.doc == nil || len(rules.Tables) != kinds {
			return nil, false
		}
		rules.doc.Packed = rules
	}
	return u, true
}
