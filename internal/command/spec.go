package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Spec is what is known of one command or subcommand. Each look-up in a table makes its own.
type Spec struct {
	Name     string
	Aliases  []string // other names of a subcommand
	Src      string   // file:line of the YAML
	Lang     string   // language of RoleCode and RoleScript
	Is       fact.Trait
	Includes fact.IncludeLang // how the files that it reads can have it read others
	Subs     []*Spec

	Syntax   Syntax
	Effects  EffectSpec
	Programs ProgramSpec

	trees  string     // what SetTree was given, encoded
	prints string     // what SetPrints was given, encoded
	tasks  string     // what SetTasks was given, encoded
	lazy   lazyTables // in place of Options, Shared and Subs
}

// Syntax says how a command reads its words.
type Syntax struct {
	Parse         Parse
	Globals       bool // the options may also stand after a subcommand (cobra; git's may not)
	ResponseFiles bool // a word @FILE stands for the words in that file
	// an operand or option names a command: options end where it begins
	TakesCommand bool
	RestOf       string // the command whose options stand behind --: cargo test -- --nocapture
	Options      []Option
	Shared       []*OptionSet // options that several specs have in common, looked up after Options
	Operands     []OperandSpec
	Variants     []Variant // the first one that applies changes Operands, Does and Fixed
}

// EffectSpec says what a command does beside what the roles of its operands say.
type EffectSpec struct {
	Does    Does // what every call does, whatever its operands
	Fixed   []FixedEffect
	Remote  bool // operands may be HOST:PATH or URLs, as those of scp, rsync and git
	Entries bool // a link that is deleted or moved goes itself, and not what it leads to
}

// ProgramSpec says what other programs a command runs, and what code.
type ProgramSpec struct {
	Run          Run
	Wrapper      fact.Wrapper
	Unread       Unread   // what a text in the language may do if not all of it is understood
	StartupFiles []string // files that it runs first where they are there: .Rprofile
	Keys         []Key    // operands KEY=VALUE: make SHELL=PROGRAM
	// what stands in its command for an unknown name: the /_ of entr
	Placeholder string
	// first words that are commands which it runs as they stand: npx tsx FILE
	Proxies []string
	// words that stand before -- and are its own, with a version or without: mise x node@20 -- COMMAND
	VersionedWords []string
	// a -- behind the program that it runs is its own: lldb PROGRAM -- ARG
	DropsDashes bool
	// how operands begin that are code and have no position: the + of vi +CMD
	CodePrefix string
}

// OptionSet is a list of options that several specs share.
type OptionSet struct {
	Options []Option
}

// Parse is how the command reads its arguments.
type Parse uint8

const (
	GNU    Parse = iota // getopt_long: options anywhere, clusters, unambiguous abbreviations, --
	POSIX               // options end at the first operand
	Cobra               // pflag: options anywhere, clusters, no abbreviations
	GoFlag              // one or two dashes, no clusters: -auto-approve, -var=x (terraform, java, go)
	Git                 // GNU, and --no-x for every --x
	Find                // find's expression
	DD                  // key=value operands
	Tar                 // GNU, and a first word without a dash is a cluster
	// gcc, ld: one or two dashes, -nameARG, -name ARG or -name=ARG; the longest name counts
	Joined
	// npm: --no-x for every x, abbreviations, one or two dashes; the last one counts
	Npm
	Raw    // every word is an operand
	Cmdlet // PowerShell's: parameters without case, abbreviated, with lists of values
)

// abbreviates reports whether long options may be abbreviated, as getopt_long has it.
func (p Parse) abbreviates() bool { return p == GNU || p == Git || p == POSIX || p == Tar }

// hasOptions reports whether words that begin with a dash are options.
func (p Parse) hasOptions() bool { return p != Raw && p != DD }

// Run is how a command runs what stands in its words, where roles alone cannot say it.
type Run uint8

const (
	RunRoles    Run = iota // operands and options with the roles command, shell, code and script
	RunShell               // a shell: -c, a script file, or standard input
	RunEval                // eval: the operands joined are shell text for the current shell
	RunSource              // source: a file read by the current shell
	RunTrap                // trap: the first operand is shell text for later
	RunEnv                 // env: assignments, and -S splits a string into words
	RunXargs               // xargs: further operands come from standard input
	RunParallel            // GNU parallel: words and input are put together to shell text
	RunCode                // an interpreter: without a script file the code is on standard input
	RunTest                // test and [: words after a file operator are files
	// fd: its commands get what is found below the operands with the role search
	RunFound
	RunPwsh // pwsh: text, encoded text, a script file, or standard input
	RunArch // setarch: an architecture that may be missing, then the options of linux32
)

// Unread says what a text in the language of a command may do if not all of it is understood.
type Unread uint8

const (
	UnreadAsks   Unread = iota // it is code that nobody sees
	UnreadDoes                 // no more than the spec says; an unknown text asks
	UnreadRules                // what rules say of it, also of an unknown text
	UnreadWrites               // it writes the operands with the role database
)

// Does is a set of effects without a path.
type Does uint16

const (
	DoesRead Does = 1 << iota // it reads, and nothing else but what operands and options say
	DoesExec
	DoesNetwork
	DoesPrivilege
	DoesProcess
	DoesLoseWork
	DoesSystem
	DoesWrite // writes somewhere that no operand names
	DoesList  // what it reads of files are their names and attributes; goes with DoesRead
)

// Option is one option with all its spellings.
type Option struct {
	// with dashes; the first is the canonical one. "-NUM" stands for a number, "if=" for a key of dd
	Names    []string
	Arg      Arg
	Role     fact.Role // of its argument
	Is       Trait
	Does     Does
	Replaces string // name of the operand that it makes superfluous (grep -e, cp -t)
	Makes    []Make // roles that operands and option-arguments get where it is given (sed -i, tar -c)
	If       string // Makes counts if its argument begins so: inplace of awk -i
	// its argument is a text in this language; Code does not count if all of it is understood
	Lang string
	Pipe string // signs behind which its argument is shell text: the | of psql -o '|TEXT'
	Keys []Key  // its argument is KEY=VALUE: ssh -o
	Mark string // what stands in its shell text for something unknown: the {} of zip -TT
	Also string // a further argument with which its program may be called: the -d of tar -I
	// its argument holds options of this command: a separator, then names (",ld", " go tool link"); or
	// "*"
	Passes string
}

// Arg says whether an option takes an argument.
type Arg uint8

const (
	NoArg Arg = iota
	RequiredArg
	OptionalArg // only attached: -iSUFFIX, --color=WHEN
	TwoArgs     // two words: jq --arg NAME VALUE; the role is that of the second
)

// Trait is a set of properties of an option.
type Trait uint32

const (
	// does not change what a subcommand does (git --no-pager): removed without loss
	Neutral   Trait = 1 << iota
	Code            // can make the command run other code: voids allowing prefix rules
	Recursive       // path effects are recursive
	Harmless        // with it nothing is done: --help, --version, --dry-run
	Last            // what follows it are operands (python -c, -m)
	// find: a test that selects; the roots themselves need not be selected
	Filter
	// its argument may hold @FILE, which is read: curl -d @FILE, -F name=@FILE
	AtFile
	// unknown arguments are appended to its shell text: git rebase's editor
	More
	// its argument is harmless as a name or a number only: -Wall, but not -Wl,FILE
	OnlyWord
	// its argument is harmless as NAME=WORD only: -Dtest=AppTest, but not -DoutputFile=/x
	OnlyPair
	// its argument makes the names of backups: sed -i.bak, sed -i'old/*', cp -S .orig
	Suffix
	KeepsMode // what is copied keeps its mode: cp -p
	Stdin     // standard input is code, too, whatever the operands: python -i
	Follows   // links that are found in a tree are followed: grep -R, tar -h
	// its argument is a list of paths with colons between them: -classpath a:b
	List
	InThisShell  // its shell text runs in this shell: emulate -c
	Piped        // its program gets what the command writes: man -P
	NoStart      // the files that the command runs first are not read: R --vanilla
	FromPipeline // of a cmdlet: it takes what comes from the pipeline
	Hidden       // names with a leading dot are searched as well: rg --hidden
	Ignored      // what git ignores is searched as well, and given twice, what is hidden: rg -u
	// its argument is harmless unless it names a host: gh -R HOST/OWNER/NAME, tar -f HOST:FILE
	NoHost
)

// Key is what stands behind a key in KEY=VALUE. Keys have no case.
type Key struct {
	Name string    // a * at its end stands for any end
	Role fact.Role // none, shell or words
	Is   KeyTrait
}

// KeyTrait is a set of properties of a key's value.
type KeyTrait uint8

// The properties of values.
const (
	Percent  KeyTrait = 1 << iota // %h and the like stand for something unknown
	OrNone                        // the word none names no program
	Prefixed                      // signs before the program say how it is run: ExecStart=-/bin/x
	PipedKey                      // the program gets what the command writes
)

// OperandSpec is one position of the operands.
type OperandSpec struct {
	Name      string
	Role      fact.Role
	AnyNumber bool // any number of words; at most one position has it
	Optional  bool
}

// Make gives an operand, or the argument of an option, another role.
type Make struct {
	Operand string // name of an operand, or canonical name of an option
	Role    fact.Role
}

// Variant is another reading of the operands, chosen by options and by the number of operands.
type Variant struct {
	// any of these, by canonical name or any spelling; empty: whatever the options
	Flags       []string
	AtMost      uint8 // 1 + the greatest number of operands; 0: any number
	HasOperands bool  // Operands replaces that of the spec
	Operands    []OperandSpec
	HasDoes     bool // Does and Effects replace those of the spec
	Does        Does
	Effects     []FixedEffect
	Wrapper     fact.Wrapper
	Stdin       fact.Role // what standard input is: RoleCode, RoleShell
}

// FixedEffect is an effect on a path that no operand names.
type FixedEffect struct {
	Kind      fact.EffectKind
	Path      string // relative to the command's directory, such as "."
	Recursive bool
}

// changes reports whether giving the option could make a call do more than read.
func (o *Option) changes() bool {
	return o.Is&Code != 0 || o.Passes != "" || o.Does&^(DoesRead|DoesList) != 0 || len(o.Makes) > 0 ||
		!onlyReads(o.Role)
}

// onlyReads reports whether a word of that role leads to nothing but reading.
func onlyReads(r fact.Role) bool {
	switch r {
	case fact.RoleNone, fact.RolePattern, fact.RoleRead, fact.RoleSearch, fact.RoleStat, fact.RoleDir,
		fact.RoleObject, fact.RoleInclude, fact.RoleDatabase:
		return true
	}
	return false
}

// matches reports whether a key is one of this name.
func (k *Key) matches(name string) bool {
	if begin, ok := strings.CutSuffix(k.Name, "*"); ok {
		return strings.HasPrefix(name, begin)
	}
	return k.Name == name
}

// Lists reports whether the spec of a command that begins with these words, behind its name, says
// which options and operands it has.
func (s *Spec) Lists(words []string) bool {
	for _, w := range words {
		named := func(sub *Spec) bool { return sub.Name == w || slices.Contains(sub.Aliases, w) }
		if sub := s.Sub(w); sub != nil {
			s = sub
		} else if at := slices.IndexFunc(s.Subs, named); at >= 0 {
			s = s.Subs[at] // not decoded
		}
	}
	return s.Syntax.Parse != Raw || s.onlyText()
}

// onlyText reports whether the words are text to the command, or numbers, and nothing else: echo.
func (s *Spec) onlyText() bool {
	other := func(o OperandSpec) bool { return o.Role != fact.RoleNone && o.Role != fact.RolePattern }
	return s.Effects.Does&(DoesRead|DoesList) != 0 && !slices.ContainsFunc(s.Syntax.Operands, other)
}
