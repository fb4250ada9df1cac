package claude

import (
	_ "embed"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

var _ agent.Setter = Agent{}

// Folder is where the client has its settings, in a home and in a project.
func (Agent) Folder() string { return folder }

const folder = ".claude"

// Variables reads the key env of the two settings files of a project, which the client sets for
// itself and for all that it starts, hooks but for a few and every shell of its model, in `-p` and
// once a person trusts the folder. The client makes text of every value: of 1 and true as they are
// written, of ["a"] the word a, which is why the value of a list counts as not known.
//
// It costs one system call for a file that is not there, and five for one that is.
func (Agent) Variables(dir string) (vars []agent.Variable, err error) {
	for _, name := range [...]string{"settings.json", "settings.local.json"} {
		file := filepath.Join(dir, folder, name)
		found, problem := fileVariables(file)
		if problem != nil && err == nil {
			err = problem
		}
		vars = append(vars, found...)
	}
	return vars, err
}

func fileVariables(file string) ([]agent.Variable, error) {
	data, err := readSmall(file)
	if os.IsNotExist(err) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, readError(err)
	}
	if setsNothing(data) {
		return nil, nil
	}
	c, err := parseSettings(data)
	if err != nil {
		return nil, readError(err)
	}
	return variables(file, c.env), nil
}

// readError is an error about a settings file, as the rest of a sentence that names it.
func readError(err error) error {
	if e, ok := err.(settingsError); ok {
		return e
	}
	return settingsError("cannot be read")
}

// variables are those of one file, sorted by their names.
func variables(file string, env map[string]json.RawMessage) []agent.Variable {
	list := make([]agent.Variable, 0, len(env))
	for name, raw := range env {
		list = append(list, agent.Variable{File: file, Name: name, Value: valueWord(raw),
			Raw: string(raw)})
	}
	slices.SortFunc(list, func(a, b agent.Variable) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// valueWord is a value as the client sets it.
func valueWord(raw json.RawMessage) fact.Word {
	switch raw[0] {
	case '"':
		var text string
		if json.Unmarshal(raw, &text) == nil {
			return fact.Lit(text)
		}
	case '[', '{':
	default:
		return fact.Lit(string(raw))
	}
	return fact.Unknown(string(raw))
}

// own lists variables that the client reads itself. A * ends a prefix.
//
// On those of the first line it depends which program runs, whose settings it reads, or whether
// hooks do; one of its own that stands nowhere else may be of that kind. The others say how it
// talks to its model, what it shows and what it counts: most of them the client takes from a folder
// that nobody has trusted as well (2.1.330).
//
//go:embed variables.txt
var own string

// Harmless looks a variable up in the list of those that the client reads itself. An exact name
// counts before a prefix.
func (Agent) Harmless(name string) (harmless, known bool) {
	for line := range strings.Lines(own) {
		for word := range strings.FieldsSeq(line) {
			prefix, isPrefix := strings.CutSuffix(word, "*")
			switch {
			case word == "+", word == "-":
			case word == name:
				return line[0] == '+', true
			case isPrefix && strings.HasPrefix(name, prefix):
				harmless, known = line[0] == '+', true
			}
		}
	}
	return harmless, known
}
