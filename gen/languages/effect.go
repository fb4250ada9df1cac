package languages

// Effect is what a call of a function does with its arguments.
type Effect struct {
	Verb  Verb
	Least uint8  // number of arguments
	Most  uint8  // and no more than that
	On    uint8  // the argument that it is about
	Rest  bool   // and all behind it
	Flag  string // a named argument that says that a tree is meant: recursive
}

// Verb is what is done with an argument.
type Verb uint8

// The verbs, as the tables have them.
const (
	None        Verb = iota
	Read             // read PATH
	Write            // write PATH
	WriteLast        // write-last PATH...: the last one
	Append           // append PATH
	Delete           // delete PATH
	DeleteTree       // delete-tree PATH: with all that is below
	DeleteNamed      // delete-named PATH: the same, but not the sign / alone
	DeleteGlob       // delete-glob PATH [FLAG]: what matches; with the flag all that is below
	Move             // move FROM TO
	Mkdir            // mkdir PATH
	Meta             // meta PATH: its mode or owner
	Run              // run COMMAND...: one argument is shell text, several are words
	Opens            // opens PATH MODE: by the mode
)
