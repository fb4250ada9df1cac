package domain

// File is a file of which the text is interpreted.
type File struct {
	Number int    // by which the caller knows it, from 1
	Text   string // as it is read
	Line   int    // of the file, in which the text begins; 0: the first one
}
