package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Table finds specs by command name. Package gen/commands implements it with a table of package
// pack, so that nothing is built at start-up.
type Table interface {
	// Lookup returns the spec of a command by its base name, or nil.
	Lookup(name string) *Spec
}

// lookup finds the spec of a command. Interpreters are also found with a version behind their name:
// python3.12.
func lookup(t Table, name string) *Spec {
	if s := t.Lookup(name); s != nil {
		return s
	}
	plain := strings.TrimRight(name, "0123456789.-")
	if plain == name || plain == "" {
		return nil
	}
	if s := t.Lookup(plain); s != nil && (s.Programs.Run == RunCode || s.Programs.Run == RunShell) {
		return s
	}
	return nil
}

// LanguageOf returns fact.Python or fact.JavaScript for the name of an interpreter: python3.12.
func LanguageOf(t Table, name string) fact.Trait {
	if s := lookup(t, name); s != nil {
		return s.Is & (fact.Python | fact.JavaScript)
	}
	return 0
}

// CodeOption returns the option that gives an interpreter of that name code in place of a script;
// "" if there is no such option or interpreter.
func CodeOption(t Table, name string) string {
	s := lookup(t, name)
	if s == nil || s.Programs.Run != RunCode {
		return ""
	}
	name = ""
	s.each(func(o *Option) bool {
		if o.Role == fact.RoleCode && o.Arg == RequiredArg && o.Replaces != "" {
			name = o.Names[0]
		}
		return name == ""
	})
	return name
}

// ProgramOptions returns the options that give a command of that name its program in place of the
// first operand, from a file and as text: awk -f FILE, sed -e TEXT. text is "" if there is no such
// option; both are "" for a command without such a program.
func ProgramOptions(t Table, name string) (file, text string) {
	s := lookup(t, name)
	if s == nil || s.Programs.Run != RunRoles || len(s.Syntax.Operands) == 0 ||
		s.Syntax.Operands[0].Role != fact.RoleCode {
		return "", ""
	}
	s.each(func(o *Option) bool {
		if o.Arg != RequiredArg || o.Replaces != s.Syntax.Operands[0].Name || o.Is&Last != 0 {
			return true
		}
		switch o.Role {
		case fact.RoleCode:
			text = o.Names[0]
		case fact.RoleScript, fact.RoleRead:
			file = o.Names[0]
		}
		return true
	})
	return file, text
}

// Cmdlets of PowerShell are found in the table of commands under keys that are the base name of no
// program: what a shell starts as Get-Content is a program of that name.
const (
	CmdletKey    = "cmdlet/"           // before a cmdlet, or an alias that all systems have
	ElsewhereKey = "cmdlet elsewhere/" // before an alias that is the name of a program on some systems
)

// FindCmdlet returns the cmdlet that a name or alias of PowerShell stands for, or nil. elsewhere
// reports whether the name may be that of a program.
func FindCmdlet(t Table, name string) (spec *Spec, elsewhere bool) {
	name = strings.ToLower(name)
	if i := strings.LastIndexByte(name, '\\'); i >= 0 { // a module may stand before it
		if !strings.HasPrefix(name, "microsoft.powershell.") {
			return nil, false
		}
		name = name[i+1:]
	}
	if s := t.Lookup(CmdletKey + name); s != nil {
		return s, false
	}
	if s := t.Lookup(ElsewhereKey + name); s != nil {
		return s, true
	}
	return nil, false
}

// parameter returns the parameter with a name, or the only one that begins so. The cmdlet's own go
// before those that all cmdlets have, and these before those of the drive (ParameterBinderBase).
func (s *Spec) parameter(name string) *Option {
	o, _ := s.matches(name)
	return o
}

// matches is parameter. refused reports that the cmdlet does not run, because the name is certainly
// that of no parameter, or of several of its own.
func (s *Spec) matches(name string) (found *Option, refused bool) {
	var exact *Option
	var own, common, ofDrive []*Option
	name = "-" + name
	s.each(func(o *Option) bool {
		begins := false
		for _, n := range o.Names {
			if strings.EqualFold(n, name) {
				exact = o
				return false
			}
			begins = begins || len(n) > len(name) && strings.EqualFold(n[:len(name)], name)
		}
		switch {
		case !begins:
		case commonParameter(o.Names[0]):
			common = append(common, o)
		case driveParameter(s.Name, o.Names[0]):
			ofDrive = append(ofDrive, o)
		default:
			own = append(own, o)
		}
		return true
	})
	if exact != nil {
		return exact, false
	}
	for _, list := range [...][]*Option{own, common, ofDrive} {
		if len(list) == 1 {
			return list[0], false
		}
		if len(list) > 1 {
			return nil, len(own) > 1
		}
	}
	return nil, true
}

// HasParameter reports whether a cmdlet has a parameter of that name, or one that it abbreviates.
func (s *Spec) HasParameter(name string) bool {
	return s.parameter(name) != nil
}

// Refuses reports whether a cmdlet certainly does not run with a parameter of that name.
func (s *Spec) Refuses(name string) bool {
	_, refused := s.matches(name)
	return refused
}

// commonParameter reports whether all cmdlets have a parameter, or all that change something
// (about_CommonParameters).
func commonParameter(name string) bool {
	switch name {
	case "-Verbose", "-Debug", "-ErrorAction", "-WarningAction", "-InformationAction",
		"-ProgressAction", "-ErrorVariable", "-WarningVariable",
		"-InformationVariable", "-OutVariable", "-OutBuffer", "-PipelineVariable", "-WhatIf", "-Confirm":
		return true
	}
	return false
}

// driveParameter reports whether a cmdlet has a parameter only where the drive holds files: it is
// looked for when no other fits (about_FileSystem_Provider).
func driveParameter(cmdlet, name string) bool {
	switch cmdlet {
	case "Get-ChildItem", "Get-Item", "Get-Content", "Set-Content", "Add-Content", "Clear-Content",
		"Remove-Item", "Test-Path":
	default:
		return false
	}
	switch name {
	case "-Attributes", "-FollowSymlink", "-Directory", "-File", "-Hidden", "-ReadOnly", "-System",
		"-CodeSigningCert", "-Delimiter", "-Wait", "-Raw",
		"-Encoding", "-AsByteStream", "-Stream", "-NoNewline", "-OlderThan", "-NewerThan":
		return true
	}
	return false
}
