package dialect

// Trait is one difference between the shells.
type Trait uint8

// The traits, with the chapter that describes each: B of the bash manual, Z of the zsh manual, P of
// POSIX XCU. An example shows what differs.
const (
	// Words.

	SplitsWords        Trait = iota // an expansion without quotes is split into fields: $x (P 2.6.5)
	InertExpansions                 // what it yields is no pattern: x='*'; ls $x (Z 14.8, GLOB_SUBST)
	WholeArrays                     // $a is every element of an array (Z 14.3)
	OneBased                        // the first element is ${a[1]} (Z 15.2)
	ScalarCharacters                // ${s[2]} is a character of a scalar (Z 15.2.3)
	BareSubscripts                  // $a[1] and $x:h go on behind the name (Z 14.1.4, 15.2)
	BareLength                      // $#x is a length (Z 14.3)
	ParameterFlags                  // ${(e)x}, ${~x}, ${x:h} (Z 14.3.1)
	OnlyPOSIXForms                  // ${x/a/b}, ${x:1} and their like are errors (P 2.6.2)
	StarJoins                       // IFS=; x=$(cmd $*) gives cmd one word (seen with bash 5.2)
	EmptyUnsetLists                 // "${x[@]-a}" and ${x@Q} of what is not set are nothing (B 3.5.3)
	SlicesLists                     // ${@:1:2} counts from the first (B 3.5.3)
	ArgvArray                       // argv is the positional parameters (Z 15.5)
	PositionalByNumber              // 1=x and read 1 assign a positional parameter (Z 15.1)
	NumericParameters               // SECONDS, UID and others hold numbers only (Z 15.5)
	// quotes of a pattern or word in ${x/a/b} count as they stand (Z 14.3)
	QuotesInOperands
	NegativeSlices     // ${x: -9} of a shorter value is its whole (Z 14.3)
	EqualsExpansion    // =ls is the path of ls (Z 14.7.3)
	NamedDirectories   // ~x may be any variable (Z 14.7.1)
	TildeInArguments   // a tilde counts behind = in an argument: dd of=~/x (B 3.5.2)
	TildeInHereStrings // and behind a colon in a here-string (B 3.6.7)
	TildeDirs          // ~+ and ~- are directories (B 3.5.2)
	TildeReadsPWD      // and the values of PWD and OLDPWD (B 3.5.2)
	Braces             // {a,b} (B 3.5.1)
	BracesFirst        // in the text, before anything else is read: {$,x}y (B 3.5.1)
	DollarQuotes       // $'a' and $"a" (B 3.1.2.4)
	KeyEscapes         // $'\C-a', and \q is q (Z 6.9)
	KeepsNUL           // a NUL byte in a value stays (Z 6.9)
	DollarBrackets     // $[1+1] is one word with what follows (Z 14.5)
	PatternGroups      // (a|b), <1-9> and qualifiers (Z 14.8)
	BackslashAtEnd     // the last one of a text counts for nothing (Z 6.9)

	// Arithmetic.

	ShiftsBindTighter // than + and *: 1+1<<2 (Z 11)
	RightSideFirst    // x += y reads y before x (Z 11)
	TypedByArithmetic // (( x = 1 )) makes x a number for good (Z 11)
	DecimalZeros      // 010 is ten but with an option (Z 11)
	BasedNumbers      // 2#101 (B 6.5)

	// Variables and functions.

	TiedArrays       // path is PATH (Z 15.6)
	TypesOnLookup    // typeset -u applies to the value that is there (Z 17)
	DeclaresEmpty    // typeset x sets x (Z 17)
	DeclaresNumbers  // typeset -i 16 x (Z 17)
	SilentDeclare    // declare x prints nothing (B 4.2)
	NameReferences   // declare -n (B 3.4)
	LocalInFunctions // local is an error outside (B 4.2)
	LocalReadonly    // readonly in a function is its own (Z 17)
	GlobalExport     // typeset -x in a function is not (Z 17)
	RevealsOuter     // unset in a called function shows the variable behind (B 3.3)
	UnsetsFunctions  // unset x is the function where there is no variable x (P unset)
	UnsetsPatterns   // unset -m 'x*' (Z 17)
	AppendsToFirst   // a+=x of an array is its first element (B 6.7)
	GrowsArrays      // a[n]=x one behind the last makes it longer (B 6.7)
	QuotedKeys       // of an associative array keep some of the quotes (Z 15.2)
	FunctionName0    // $0 in a function is its name (Z 16, FUNCTION_ARGZERO)
	FunctionsTable   // functions[x]=… and commands[x]=… (Z 22.19)
	CallerRedirects  // f() { … } > $1 expands with the parameters of the caller (seen with zsh 5.9)
	Hooks            // chpwd, precmd and others are called (Z 9.3)
	TrapsInFunctions // trap … EXIT ends with the function (Z 17)
	MatchVariables   // =~ sets MATCH and match (Z 12)

	// Commands.

	NetworkFiles        // >/dev/tcp/HOST/PORT opens a connection (B 3.6)
	MultipleRedirects   // >a >b writes to both (Z 7.4, MULTIOS)
	NullCommand         // <file alone runs a program (Z 7.3)
	DescriptorsOnLine   // a number is one only on the line of its redirection (Z 7)
	DescriptorWords     // {x} >f names a descriptor although blanks stand between (Z 7)
	PipesIntoShell      // the last part of a pipeline runs in the shell itself (Z 6.2)
	CoprocArray         // coproc sets COPROC (B 3.2.6)
	ReadsLists          // mapfile and readarray (B 4.2); zsh has no such builtin
	DiscardsText        // so for the text of eval, and not for the shell (B 4.1, Z 6)
	DiscardsLine        // an expansion that fails ends the line, and the next one runs (B 3.8.2)
	LoopsEndInFunctions // break in a function does not end a loop of its caller (B 4.1)
	ReservedAfterWords  // noglob if … (Z 6.2)
	AliasesOn           // where no option says so (Z 6.8)
	GlobalAliases       // in any word (Z 6.8)
	PrefixStays         // x=1 export y keeps x in POSIX mode for sure (P 2.14)
	BuiltinsChangeMore  // any builtin may change the shell (Z 17)

	// Builtins.

	MoreBuiltins    // bindkey, zmodload, zstyle, compdef, … (Z 17)
	CdReplaces      // cd old new (Z 17)
	EchoOptions     // echo -n and -e; else what echo does depends on the system (P echo)
	EchoEscapes     // echo 'a\tb' prints a tab (P echo)
	EchoDash        // echo - prints nothing (Z 17)
	ReadPrompts     // read 'x?prompt' (Z 17)
	OneByIFS        // a repeated character of IFS divides once (Z 15.6)
	TrimsReply      // read without a name trims the line (Z 17)
	ShiftsArrays    // shift a (Z 17)
	SetsArrays      // set -A a (Z 17)
	OptionWords     // setopt, no_glob, options by words without dashes (Z 16)
	StartsWithShopt // -O names an option of shopt (B 6.1)
	Emulates        // emulate sh (Z 17)
	PrintfVariable  // printf -v x (B 4.2)
	EchoLetters     // echo '\e' and '\x41' (B 4.2)
	CdStack         // cd +1 (Z 17)
	CommandSkips    // command runs programs only, no builtins (Z 17)
	JobLines        // jobs -p prints the commands, too (Z 17)

	// What is read a second time, and what else runs code.

	EvaluatesOperands // exit, shift, test -t and others read an expression (Z 17)
	EvaluatesGetopts  // getopts assigns like any command: integers are evaluated (B 4.1)
	ExpressionsRun    // an expression may hold subscripts, and these commands (B 6.5)
	TwiceExpandedFile // the word behind >& (bash 5.2, unlike its manual)
	ListsInWords      // declare -a 'x=($(cmd))' (B 4.2)
	PromptTransform   // ${x@P} (B 3.5.3)
	PromptCommand     // PROMPT_COMMAND runs (B 6.9)
	SpecialErrorsEnd  // an error of a special builtin ends the shell (P 2.8.1)
	NoMatchFails      // a pattern without a file is an error (Z 14.8)
	KeysOfLists       // ${!a[@]} is the numbers of the elements (B 6.7)

	traits int = iota
)

// table has the shells that have each trait.
var table = [traits]shells{
	SplitsWords: bash | posix, InertExpansions: zsh, WholeArrays: zsh, OneBased: zsh,
	ScalarCharacters: zsh, BareSubscripts: zsh, BareLength: zsh, ParameterFlags: zsh,
	OnlyPOSIXForms: posix, EmptyUnsetLists: bash, StarJoins: bash, SlicesLists: bash | posix,
	ArgvArray:          zsh,
	PositionalByNumber: zsh, NumericParameters: zsh, QuotesInOperands: zsh,
	NegativeSlices: zsh, EqualsExpansion: zsh, NamedDirectories: zsh, TildeInArguments: bash,
	TildeInHereStrings: bash, TildeDirs: bash | zsh, TildeReadsPWD: bash | posix,
	Braces: bash | zsh, BracesFirst: bash, DollarQuotes: bash | zsh, KeyEscapes: zsh,
	KeepsNUL: zsh, DollarBrackets: zsh, PatternGroups: zsh, BackslashAtEnd: zsh,

	ShiftsBindTighter: zsh, RightSideFirst: zsh, TypedByArithmetic: zsh, DecimalZeros: zsh,
	BasedNumbers: bash,
	TiedArrays:   zsh, TypesOnLookup: zsh, DeclaresEmpty: zsh, DeclaresNumbers: zsh,
	SilentDeclare: bash, NameReferences: bash | posix, LocalInFunctions: bash | posix,
	LocalReadonly: zsh, GlobalExport: zsh, RevealsOuter: bash | posix, UnsetsFunctions: bash | posix,
	UnsetsPatterns: zsh, AppendsToFirst: bash | posix, GrowsArrays: bash | posix, QuotedKeys: zsh,
	FunctionName0: zsh, FunctionsTable: zsh, CallerRedirects: zsh, Hooks: zsh, TrapsInFunctions: zsh,
	MatchVariables: zsh,

	NetworkFiles: bash, MultipleRedirects: zsh, NullCommand: zsh, DescriptorsOnLine: zsh,
	DescriptorWords: zsh,
	PipesIntoShell:  zsh, CoprocArray: bash | posix, LoopsEndInFunctions: bash | posix,
	DiscardsText: bash | zsh, DiscardsLine: bash, ReadsLists: bash | posix,
	ReservedAfterWords: zsh, AliasesOn: zsh | posix, GlobalAliases: zsh,
	PrefixStays: bash | posix, BuiltinsChangeMore: zsh,

	MoreBuiltins: zsh, CdReplaces: zsh, EchoOptions: bash | zsh, EchoEscapes: zsh | posix,
	EchoDash:    zsh,
	ReadPrompts: zsh, OneByIFS: zsh, TrimsReply: zsh, ShiftsArrays: zsh,
	SetsArrays: zsh, OptionWords: zsh, StartsWithShopt: bash | posix, Emulates: zsh,
	PrintfVariable: bash | zsh, EchoLetters: bash | zsh, CdStack: zsh, CommandSkips: zsh,
	JobLines: zsh,

	EvaluatesOperands: zsh, EvaluatesGetopts: bash, ExpressionsRun: bash | zsh, ListsInWords: bash,
	TwiceExpandedFile: bash,
	PromptTransform:   bash, PromptCommand: bash, SpecialErrorsEnd: posix, NoMatchFails: zsh,
	KeysOfLists: bash,
}

// Has reports whether the shell has a trait.
func (d Dialect) Has(t Trait) bool { return table[t]&(1<<d) != 0 }
