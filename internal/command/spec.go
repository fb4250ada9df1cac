// Package command knows commands: from an argv and a spec it makes the canonical form, options, operands by role,
// effects and nested programs. Specs are written in presets/commands/*.yaml and compiled by rulegen into static data.
package command

import "github.com/fencepost/fencepost/internal/fact"

// Table finds specs by command name. Package gen implements it with a switch, so that nothing is built at start-up.
type Table interface {
	// Lookup returns the spec of a command by its base name, or nil.
	Lookup(name string) *Spec
}

// Spec is what is known of one command or subcommand. It is static data: never modified.
type Spec struct {
	Name     string
	Src      string // file:line of the YAML
	Parse    Parse
	Wrapper  fact.Wrapper
	Does     Does // effects that every call has, whatever its operands
	Options  []Option
	Operands []OperandSpec
	Variants []Variant // the first one whose flag is given replaces Operands and adds to Does
	Subs     []*Spec
	Globals  bool // options of the parent may also stand after the subcommand (cobra, git -C does not)
}

// Parse is how the command reads its arguments.
type Parse uint8

const (
	GNU    Parse = iota // getopt_long: options anywhere, clusters, unambiguous abbreviations, --
	POSIX               // options end at the first operand
	Cobra               // pflag: options anywhere, clusters, no abbreviations
	GoFlag              // one or two dashes, no clusters: -auto-approve, -var=x (terraform, java, go)
	Find                // find's expression
	DD                  // key=value operands
	Tar                 // GNU, and a first word without a dash is a cluster
	Raw                 // every word is an operand
)

// Does is a set of effects without a path.
type Does uint16

const (
	DoesExec Does = 1 << iota
	DoesNetwork
	DoesPrivilege
	DoesProcess
	DoesVCSLoss
	DoesSystem
	DoesWrite // writes somewhere that no operand names
)

// Option is one option with all its spellings.
type Option struct {
	Names    []string // with dashes; the first is the canonical one
	Arg      Arg
	Role     fact.Role // of its argument
	Is       Trait
	Does     Does
	Replaces string // name of the operand that it makes superfluous (grep -e, cp -t)
	Makes    []Make // roles that operands get where it is given (sed -i)
}

// Arg says whether an option takes an argument.
type Arg uint8

const (
	NoArg Arg = iota
	RequiredArg
	OptionalArg // only attached: -iSUFFIX, --color=WHEN
)

// Trait is a set of properties of an option.
type Trait uint8

const (
	Neutral   Trait = 1 << iota // does not change what a subcommand does (git --no-pager): removed without loss
	Code                        // can make the command run other code: voids allowing prefix rules
	Recursive                   // path effects are recursive
	Harmless                    // with it nothing is done: --help, --version, --dry-run
)

// OperandSpec is one position of the operands.
type OperandSpec struct {
	Name string
	Role fact.Role
	Many bool // any number of words; at most one position has it
}

// Make gives an operand another role.
type Make struct {
	Operand string
	Role    fact.Role
}

// Variant is another reading of the operands, chosen by an option.
type Variant struct {
	Flags    []string // any of these, by canonical name or any spelling
	Operands []OperandSpec
	Does     Does
	Effects  []FixedEffect
}

// FixedEffect is an effect on a path that no operand names.
type FixedEffect struct {
	Kind fact.EffectKind
	Path string // relative to the command's directory, such as "."
}
