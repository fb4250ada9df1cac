package domain

// File is a file of which the text is interpreted.
type File struct {
	Number int    // by which the caller knows it, from 1
	Text   string // as it is read
	Before int    // lines of the file that stand before the text
}
