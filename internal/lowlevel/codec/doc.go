// Package codec is the one form of packed data: of what rulegen makes of the presets, the specs and
// the tables, which lies in the program, and of compiled policies and YAML files, which lie in the
// user's files. Data is read in place: a program builds nothing of it when it starts, a text that
// was read is a part of the data, and of a table only the record is read that somebody asks for.
//
//	a number   7 bits in each byte, the lowest first; the high bit says that more follow
//	a word     one byte: a value of an enumeration, or a switch, 0 or 1
//	a text     a number, that of its bytes, and the bytes
//	a list     a number, 0 where the list is not given, else the number of its values and 1; the values
//	a table    records with keys, see Table
//
// The data does not say what its values mean. Each type has one function that writes and reads it,
// so that both agree.
//
// A Coder compares each length with what is left before it believes it, and reads nothing behind a
// value that does not fit. A file is sealed with a sum besides.
package codec
