package rule

// Baked is one organisation policy that a program was built with.
type Baked struct {
	Preset   string // name under which its rules are found, and can be imported
	Version  string // as the policy calls it; "" for none
	Hash     string // SHA-256 of its source in hexadecimal digits
	Src      string // its file
	Enforced bool   // it always applies, and no other layer can loosen it
	Default  string // preset that applies where there is no config; "" for none
}
