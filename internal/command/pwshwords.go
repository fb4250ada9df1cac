package command

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// pwshOption is a parameter of the program pwsh, which may be abbreviated to its first letters; the
// first one that fits counts (about_Pwsh, about_PowerShell_exe).
type pwshOption struct {
	name  string
	least int // letters
	kind  pwshKind
}

type pwshKind uint8

// pwshParameter finds a parameter by its name without the dash.
func pwshParameter(name string) (o pwshOption, ok bool) {
	name = strings.ToLower(name)
	switch name {
	case "cwa":
		return pwshOption{name: "CommandWithArgs", kind: pwshOther}, true
	case "ec":
		return pwshOption{name: "EncodedCommand", kind: pwshEncoded}, true
	case "ep":
		return pwshOption{name: "ExecutionPolicy", kind: pwshValue}, true
	case "wd":
		return pwshOption{name: "WorkingDirectory", kind: pwshDir}, true
	case "of", "if":
		return pwshOption{name: "OutputFormat", kind: pwshValue}, true
	}
	for _, o := range [...]pwshOption{
		{"Version", 1, pwshHelp}, {"Help", 1, pwshHelp},
		{"?", 1, pwshHelp}, {"Login", 1, pwshPlain},
		{"NoExit", 3, pwshPlain}, {"NoProfile", 3, pwshPlain},
		{"NoLogo", 3, pwshPlain}, {"NonInteractive", 4, pwshPlain},
		{"Command", 1, pwshText}, {"CommandWithArgs", 8, pwshOther},
		{"WindowStyle", 1, pwshValue}, {"File", 1, pwshFile},
		{"OutputFormat", 1, pwshValue}, {"Interactive", 1, pwshPlain},
		{"InputFormat", 3, pwshValue}, {"ExecutionPolicy", 2, pwshValue},
		{"EncodedCommand", 1, pwshEncoded}, {"EncodedArguments", 8, pwshOther},
		{"Sta", 3, pwshPlain}, {"Mta", 3, pwshPlain},
		{"WorkingDirectory", 2, pwshDir}, {"NoProfileLoadTime", 10, pwshPlain},
		{"SettingsFile", 2, pwshOther}, {"ConfigurationName", 6, pwshOther},
		{"ConfigurationFile", 14, pwshOther}, {"CustomPipeName", 3, pwshOther},
		{"PSConsoleFile", 3, pwshOther}, {"ServerMode", 1, pwshOther},
	} {
		if len(name) >= o.least && len(name) <= len(o.name) &&
			strings.EqualFold(o.name[:len(name)], name) {
			return o, true
		}
	}
	return pwshOption{}, false
}

// scanPwsh reads the words of pwsh or powershell.
func scanPwsh(p *parser) {
	argv := p.l.c.Argv
	for i := 1; i < len(argv); i++ {
		w := &argv[i]
		if w.Kind != fact.Literal || w.Many {
			p.l.doubts.payload = true
			p.out.dynamicPayload(w.Show())
			return
		}
		name := strings.TrimPrefix(strings.TrimPrefix(w.Text, "-"), "-")
		if name == w.Text || name == "" {
			pwshRest(p, i, p.l.name == "powershell" || p.l.name == "powershell.exe" || name == "")
			return
		}
		o, ok := pwshParameter(name)
		if !ok || o.kind == pwshOther {
			p.l.doubts.payload = true
			p.out.hazard(hazards.UnknownOption, w.Text,
				"fencepost does not know what the option "+w.Text+" does")
			return
		}
		p.l.flags = append(p.l.flags, fact.Flag{Name: "-" + o.name, Written: w.Text, Value: -1,
			Known: true})
		p.l.given = append(p.l.given, given{opt: &Option{Names: []string{"-" + o.name}}})
		switch o.kind {
		case pwshHelp:
			p.l.any.harmless = true
		case pwshValue:
			i++
		case pwshDir:
			if i++; i < len(argv) {
				p.l.operands = append(p.l.operands, fact.Operand{Word: argv[i], Role: fact.RoleDir,
					Flag: "-WorkingDirectory"})
			}
		case pwshEncoded:
			if i++; i < len(argv) {
				p.l.operands = append(p.l.operands, fact.Operand{Word: decodedText(&argv[i]),
					Role: fact.RoleCode})
			}
		case pwshText, pwshFile:
			pwshRest(p, i+1, o.kind == pwshText)
			return
		}
	}
}

// pwshRest takes the words that are the text, or a script with its arguments. "-" is standard
// input.
func pwshRest(p *parser, i int, isText bool) {
	argv := p.l.c.Argv
	if i >= len(argv) {
		return
	}
	if argv[i].Text == "-" && argv[i].Known() {
		return
	}
	if isText {
		w := joinWords(argv[i:])
		for k := i; k < len(argv); k++ {
			if argv[k].Glob { // a name that the shell finds becomes a part of the text
				w = fact.Word{Kind: fact.Partial, Text: argv[i].Text, Written: fact.ShowAll(argv[i:])}
			}
		}
		p.l.operands = append(p.l.operands, fact.Operand{Word: w, Role: fact.RoleCode})
		return
	}
	for k := i; k < len(argv); k++ {
		role := fact.RoleAny
		if k == i {
			role = fact.RoleScript
		}
		p.l.operands = append(p.l.operands, fact.Operand{Word: argv[k], Role: role})
	}
}

// decodedText decodes the text of -EncodedCommand: UTF-16LE in Base64.
func decodedText(w *fact.Word) fact.Word {
	unknown := fact.Word{Kind: fact.Partial, Written: w.Show()}
	if !w.Known() {
		return unknown
	}
	data, err := base64.StdEncoding.DecodeString(w.Text)
	if err != nil || len(data)%2 != 0 {
		return unknown
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = uint16(data[2*i]) | uint16(data[2*i+1])<<8
	}
	return fact.Lit(string(utf16.Decode(units)))
}

const (
	pwshPlain pwshKind = iota
	pwshHelp
	pwshValue
	pwshDir
	pwshText // the words from here on are the text
	pwshEncoded
	pwshFile
	pwshOther // reads settings, or takes text from elsewhere
)
