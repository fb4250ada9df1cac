// Package expand is what the expansions of a shell do with text: pieces of words and how they are
// joined and split, patterns and names that match them, quotes, tildes, sequences and the numbers
// of arithmetic. It visits no tree and knows no variable.
//
// Order of files, each uses those before it:
//
//	char.go calc.go filenames.go match.go wild.go piece.go quote.go sequence.go sets.go split.go
//	tildes.go transform.go
package expand
