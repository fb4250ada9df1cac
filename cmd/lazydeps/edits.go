package main

// dependency is a module and what is changed in its copy.
type dependency struct {
	path  string
	edits []edit
	adds  map[string]string // further files
}

// edit replaces text in one file.
type edit struct {
	file    string
	find    string // a regular expression
	replace string // as for Regexp.ReplaceAll
	times   int    // how often it matches
}

// dependencies lists what is changed. Each of them shows up in `GODEBUG=inittrace=1 fencepost hook` without it. A language
// version before 1.18 in their go.mod rules out sync.OnceValue.
var dependencies = []dependency{
	{
		// Two expressions that only printing a comment, and finding script files, need.
		path: "mvdan.cc/sh/v3",
		edits: []edit{
			{"fileutil/file.go", "\t\"regexp\"\n", "", 1},
			{"fileutil/file.go", "regexp\\.MustCompile\\((`[^`]*`)\\)", "lazyRegexp{expr: $1}", 2},
		},
		adds: map[string]string{"fileutil/lazy.go": lazyRegexp("fileutil")},
	},
	{
		// Two expressions for numbers, and the tables of words and tags with a meaning of their own.
		path: "gopkg.in/yaml.v3",
		edits: []edit{
			{"resolve.go", "\t\"regexp\"\n", "\t\"sync\"\n", 1},
			{"encode.go", "\t\"regexp\"\n", "", 1},
			{"resolve.go", "regexp\\.MustCompile\\((`[^`]*`)\\)", "lazyRegexp{expr: $1}", 1},
			{"encode.go", "regexp\\.MustCompile\\((`[^`]*`)\\)", "lazyRegexp{expr: $1}", 1},

			{"resolve.go", `var resolveTable = make\(\[\]byte, 256\)`, "var resolveTable [256]byte", 1},
			{"resolve.go", `var resolveMap = make\(map\[string\]resolveMapItem\)`, "var resolveMap map[string]resolveMapItem\nvar words sync.Once", 1},
			{"resolve.go", `func init\(\) \{\n\tt := resolveTable\n`, "func makeWords() {\n\tt := &resolveTable\n\tresolveMap = make(map[string]resolveMapItem)\n", 1},
			{"resolve.go", `\n(\t+)(hint = resolveTable\[|if item, ok := resolveMap\[)`, "\n${1}words.Do(makeWords)\n$1$2", 2},

			{"resolve.go", `var (longTags|shortTags) = make\(map\[string\]string\)`, "var $1 map[string]string", 2},
			{"resolve.go", `func init\(\) \{\n(\tfor _, stag := range .*\n\t\tltag := )longTag\(stag\)`,
				"var tags sync.Once\n\nfunc makeTags() {\n\tlongTags, shortTags = make(map[string]string), make(map[string]string)\n${1}longTagPrefix + stag[2:]", 1},
			{"resolve.go", `\n(\t+)(if stag, ok := shortTags\[|if ltag, ok := longTags\[)`, "\n${1}tags.Do(makeTags)\n$1$2", 2},
		},
		adds: map[string]string{"lazy.go": lazyRegexp("yaml")},
	},
	{
		// The classes of Unicode, and the sets of characters that \w, \s and the like stand for.
		path: "github.com/dlclark/regexp2",
		edits: []edit{
			{"syntax/charclass.go", `var unicodeCategories = func\(\) (map(?:.*\n)*?\treturn retVal\n\})\(\)`, "func makeCategories() $1", 1},
			{"syntax/charclass.go", `unicodeCategories\[`, "unicodeCategories()[", 3},
			{"syntax/charclass.go", `func getCharSetFromOldString\(`, "func makeOldSet(", 1},
			{"syntax/charclass.go", `func getCharSetFromCategoryString\(`, "func makeCategorySet(", 1},
		},
		adds: map[string]string{"syntax/lazy.go": lazySets},
	},
}

// lazyRegexp is a file that declares an expression which is compiled when it is first searched for.
func lazyRegexp(pkg string) string {
	return `package ` + pkg + `

import (
	"regexp"
	"sync"
)

type lazyRegexp struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

func (l *lazyRegexp) get() *regexp.Regexp {
	l.once.Do(func() { l.re = regexp.MustCompile(l.expr) })
	return l.re
}

func (l *lazyRegexp) MatchString(s string) bool         { return l.get().MatchString(s) }
func (l *lazyRegexp) FindSubmatch(b []byte) [][]byte    { return l.get().FindSubmatch(b) }
`
}

const lazySets = `package syntax

import (
	"sync"
	"unicode"
)

var (
	categoriesOnce sync.Once
	categories     map[string]*unicode.RangeTable
)

func unicodeCategories() map[string]*unicode.RangeTable {
	categoriesOnce.Do(func() { categories = makeCategories() })
	return categories
}

func lazily(make func() func() *CharSet) func() *CharSet {
	var (
		once sync.Once
		set  func() *CharSet
	)
	return func() *CharSet {
		once.Do(func() { set = make() })
		return set()
	}
}

func getCharSetFromOldString(setText []rune, negate bool) func() *CharSet {
	return lazily(func() func() *CharSet { return makeOldSet(setText, negate) })
}

func getCharSetFromCategoryString(negateSet bool, negateCat bool, cats ...string) func() *CharSet {
	return lazily(func() func() *CharSet { return makeCategorySet(negateSet, negateCat, cats...) })
}
`
