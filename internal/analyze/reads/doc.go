// Package reads finds what commands read beside the names in their words, and what stands behind such
// names: links, patterns, lists of files, the ignored files that an option adds.
//
// Its functions need the commands so far. They return reads, or the words that a list holds.
//
// Order of files, each uses those before it:
//
//	filtered.go listedcommits.go listedlinks.go standsfor.go listed.go marked.go movesdirs.go
//	near.go patterns.go reach.go readlinks.go staged.go substituted.go writtennames.go xargsinput.go
package reads
