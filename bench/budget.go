package bench

import (
	"bytes"
	_ "embed"
	"fmt"

	"gopkg.in/yaml.v3"
)

//go:embed budget.yaml
var budgetText string

// Budget says what calls may cost. See budget.yaml.
type Budget struct {
	// Noise is by what factor a time may exceed its budget before it counts as over: what a busy
	// machine adds.
	Noise   float64           `yaml:"noise"`
	Classes map[string]Limits `yaml:"classes"`
	// Confined is what a confined call takes over the same call in a shell, as a multiple of the time of
	// an empty Go program.
	Confined float64 `yaml:"confined"`
}

// Limits are the budget of one class; zero for none.
type Limits struct {
	// minor page faults of the whole process, as a multiple of those of an empty Go program
	Faults float64 `yaml:"faults"`

	Go     float64 `yaml:"go"`     // whole process, as a multiple of an empty Go program
	True   float64 `yaml:"true"`   // whole process, as a multiple of the system's true
	Allocs float64 `yaml:"allocs"` // of one call
	Bytes  float64 `yaml:"bytes"`  // of one call
}

// ReadBudget returns the budget that is built in.
func ReadBudget() (*Budget, error) { return parseBudget(budgetText) }

func parseBudget(text string) (*Budget, error) {
	var b Budget
	d := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	d.KnownFields(true)
	if err := d.Decode(&b); err != nil {
		return nil, fmt.Errorf("budget.yaml: %w", err)
	}
	if b.Noise < 1 {
		return nil, fmt.Errorf("budget.yaml: the factor of noise has to be 1 or more")
	}
	return &b, nil
}
