// Package cmdoutput computes what a few commands print: those that an obfuscated line is made with,
// or that everyday lines make names with. It knows no shell state. Whatever is not sure is not
// known: where shells, systems or locales differ, where an option is more than the plainest, where
// a tool would say that something is wrong.
//
// Order of files, each uses those before it:
//
//	cmdoutput.go echo.go filter.go sed.go print.go form.go
package cmdoutput
