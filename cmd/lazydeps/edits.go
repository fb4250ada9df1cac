package main

import "strings"

// dependency is a module, or a package of the standard library, and what is changed in its copy.
type dependency struct {
	path  string
	only  []string // packages that are needed of a large module; empty: all
	edits []edit
	adds  map[string]string // further files

	withStandard []edit // what else is changed where the standard library is
}

// edit replaces text in one file.
type edit struct {
	file    string
	find    string // a regular expression
	replace string // as for Regexp.ReplaceAll
	times   int    // how often it matches
}

// dependencies lists what is changed. Each of them shows up in `GODEBUG=inittrace=1 fencepost hook`
// without it. A language version before 1.18 in their go.mod rules out sync.OnceValue.
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
			{"resolve.go", `var resolveMap = make\(map\[string\]resolveMapItem\)`,
				"var resolveMap map[string]resolveMapItem\nvar words sync.Once", 1},
			{"resolve.go", `func init\(\) \{\n\tt := resolveTable\n`,
				"func makeWords() {\n\tt := &resolveTable\n\tresolveMap = make(map[string]resolveMapItem)\n",
				1},
			{"resolve.go", `\n(\t+)(hint = resolveTable\[|if item, ok := resolveMap\[)`,
				"\n${1}words.Do(makeWords)\n$1$2", 2},

			{"resolve.go", `var (longTags|shortTags) = make\(map\[string\]string\)`,
				"var $1 map[string]string", 2},
			{"resolve.go", `func init\(\) \{\n(\tfor _, stag := range .*\n\t\tltag := )longTag\(stag\)`,
				"var tags sync.Once\n\nfunc makeTags() {\n\tlongTags, shortTags = make(map[string]string), " +
					"make(map[string]string)\n${1}longTagPrefix + stag[2:]", 1},
			{"resolve.go", `\n(\t+)(if stag, ok := shortTags\[|if ltag, ok := longTags\[)`,
				"\n${1}tags.Do(makeTags)\n$1$2", 2},

			{"decode.go", `\nvar \(\n\tnodeType .*\n(?:\t.*\n)*\)\n`, "\n", 1},
			{"decode.go", `([^.\w])(nodeType|durationType|ifaceType)\b`, "$1$2()", 6},
			{"decode.go", `: ( *)(stringMapType|generalMapType),`, ": $1$2(),", 2},
			{"yaml.go", `var structMap = make\(map\[reflect.Type\]\*structInfo\)`,
				"var structMap map[reflect.Type]*structInfo", 1},
			{"yaml.go", `\n(\tstructMap\[st\] = sinfo)`,
				"\n\tif structMap == nil {\n\t\tstructMap = make(map[reflect.Type]*structInfo)\n\t}\n$1", 1},
			{"yaml.go", `var unmarshalerType reflect.Type\n\nfunc init\(\) (\{\n\tvar v ` +
				`Unmarshaler\n\t)unmarshalerType = (.*)\n`, "func unmarshalerType() reflect.Type ${1}return " +
				"$2\n", 1},
			{"yaml.go", `Implements\(unmarshalerType\)`, "Implements(unmarshalerType())", 1},
		},
		adds: map[string]string{"lazy.go": lazyRegexp("yaml"), "types.go": yamlTypes},
	},
	{
		// The classes of Unicode, and the sets of characters that \w, \s and the like stand for.
		path: "github.com/dlclark/regexp2",
		edits: []edit{
			{"syntax/charclass.go",
				`var unicodeCategories = func\(\) (map(?:.*\n)*?\treturn retVal\n\})\(\)`,
				"func makeCategories() $1", 1},
			{"syntax/charclass.go", `unicodeCategories\[`, "unicodeCategories()[", 3},
			{"syntax/charclass.go", `(?m)^\t(\w+)( +)= (getCharSetFrom(?:OldString|CategoryString)\(.*\))$`,
				"\t$1$2= func() *CharSet { return lazy$1.get(func() func() *CharSet { return $3 }) }", 17},
			{"syntax/charclass.go", `unicode\.Categories\["(\w+)"\]`, "unicode.$1", 8},
		},
		withStandard: []edit{
			{"syntax/charclass.go", `range unicode\.(Scripts|Categories|Properties) `, "range unicode.$1() ",
				3},
		},
		adds: map[string]string{"syntax/lazy.go": lazySets},
	},
	{
		// The limits of the process's cgroup, read from four files to find out how many threads may run
		// at once, and a thread for each of these: the gate answers before a second one has anything to
		// do. What runs longer calls runtime.SetDefaultGOMAXPROCS. Only Linux has cgroups.
		path: "runtime",
		edits: []edit{
			{"cgroup_linux.go", `func defaultGOMAXPROCSInit\(\) \{\n\tc, err := ` +
				`cgroup\.OpenCPU\(cgroupScratch\[:\]\)\n\tif err != nil \{`,
				"func defaultGOMAXPROCSInit() {\n\tc, err := cgroup.CPU{}, cgroup.ErrNoCgroup\n\tif err != " +
					"nil {", 1},
			{"proc.go", `\n\t\tprocs = defaultGOMAXPROCS\(numCPUStartup\)\n`,
				"\n\t\tprocs = 1\n\t\tsched.customGOMAXPROCS = true\n", 1},
		},
	},
	{
		// Tables by name, that only expressions with \p{NAME} need. Whatever else used one of them would
		// not compile.
		path: "unicode",
		edits: []edit{
			{"tables.go", `(?m)^var (Categories|CategoryAliases|Scripts|Properties|` +
				`FoldCategory|FoldScript) = (map\[string\][*\w]+)(\{(?:\n\t.*)*\n\})$`,
				"func $1() $2 {\n\treturn $2$3\n}", 6},
		},
	},
	{
		path: "regexp/syntax",
		edits: []edit{
			{"perl_groups.go", `(?m)^var (perl|posix)Group = (map\[string\]charGroup)(\{(?:\n\t.*)*\n\})$`,
				"func ${1}Groups() $2 {\n\treturn $2$3\n}", 2},
			{"parse.go", `(perl|posix)Group\[`, "lazyTables().${1}Group[", 2},
			{"parse.go", `unicode\.(Categories|Scripts|FoldCategory|FoldScript)\[`, "lazyTables().$1[", 8},
			{"parse.go", `range unicode\.CategoryAliases `, "range unicode.CategoryAliases() ", 1},
		},
		adds: map[string]string{"lazy.go": lazyTables},
	},
	{
		// Slices of tables, and the errors of another interface than the one that is used here.
		path: "golang.org/x/text",
		only: []string{"unicode/norm", "transform"},
		edits: []edit{
			{"unicode/norm/trie.go", `(?s)var nfcSparse = .*?\n\)\n`, "", 1},
			{"unicode/norm/tables15.0.0.go", `(nfk?cSparse)\.`, "$1().", 2},
			{"unicode/norm/tables17.0.0.go", `(nfk?cSparse)\.`, "$1().", 2},
			{"unicode/norm/forminfo.go", `(nfk?cData)\.`, "$1().", 4},
			{"unicode/norm/input.go", `(nfk?cData)\.`, "$1().", 4},
			{"unicode/norm/transform.go", `var errs = (.*)\n`, "func errs(i int) error { return $1[i] }\n",
				1},
			{"unicode/norm/transform.go", `errs\[-end\]`, "errs(-end)", 1},
		},
		adds: map[string]string{"unicode/norm/lazy.go": lazyNorm},
	},
}

// standard reports whether a path is one of the standard library, whose packages no module can take
// the place of: files of them are replaced by `go build -overlay`.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
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

type lazySet struct {
	once sync.Once
	set  func() *CharSet
}

func (l *lazySet) get(make func() func() *CharSet) *CharSet {
	l.once.Do(func() { l.set = make() })
	return l.set()
}

var lazyAnyClass, lazyECMAAnyClass, lazyNoneClass, lazyECMAWordClass, lazyNotECMAWordClass, lazyECMASpaceClass,
	lazyNotECMASpaceClass, lazyECMADigitClass, lazyNotECMADigitClass, lazyWordClass, lazyNotWordClass, lazySpaceClass,
	lazyNotSpaceClass, lazyDigitClass, lazyNotDigitClass, lazyRE2SpaceClass, lazyNotRE2SpaceClass lazySet
`

const lazyTables = `package syntax

import (
	"sync"
	"unicode"
)

type groupTables struct {
	once                                          sync.Once
	Categories, Scripts, FoldCategory, FoldScript map[string]*unicode.RangeTable
	perlGroup, posixGroup                         map[string]charGroup
}

var groups groupTables

func lazyTables() *groupTables {
	groups.once.Do(func() {
		groups.Categories, groups.Scripts = unicode.Categories(), unicode.Scripts()
		groups.FoldCategory, groups.FoldScript = unicode.FoldCategory(), unicode.FoldScript()
		groups.perlGroup, groups.posixGroup = perlGroups(), posixGroups()
	})
	return &groups
}
`

const yamlTypes = `package yaml

import (
	"reflect"
	"time"
)

func nodeType() reflect.Type       { return reflect.TypeOf(Node{}) }
func durationType() reflect.Type   { return reflect.TypeOf(time.Duration(0)) }
func stringMapType() reflect.Type  { return reflect.TypeOf(map[string]interface{}{}) }
func generalMapType() reflect.Type { return reflect.TypeOf(map[interface{}]interface{}{}) }
func ifaceType() reflect.Type      { return generalMapType().Elem() }
`

const lazyNorm = `package norm

func nfcSparse() *sparseBlocks {
	return &sparseBlocks{values: nfcSparseValues[:], offset: nfcSparseOffset[:]}
}

func nfkcSparse() *sparseBlocks {
	return &sparseBlocks{values: nfkcSparseValues[:], offset: nfkcSparseOffset[:]}
}

func nfcData() *nfcTrie   { return newNfcTrie(0) }
func nfkcData() *nfkcTrie { return newNfkcTrie(0) }
`
