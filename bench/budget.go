package bench

import (
	"bytes"
	_ "embed"
	"fmt"
	"sort"

	"gopkg.in/yaml.v3"
)

//go:embed budget.yaml
var budgetText string

// Budget says what calls may cost. See budget.yaml.
type Budget struct {
	Noise     Noise             `yaml:"noise"`
	Classes   map[string]Limits `yaml:"classes"`
	Relations []Relation        `yaml:"relations"`
}

// Noise is by what factor a figure may exceed its budget before it counts as over: what a busy
// machine adds.
type Noise struct {
	Process   float64 `yaml:"process"`
	InProcess float64 `yaml:"inProcess"`
	Memory    float64 `yaml:"memory"`
}

// Limits are the budget of one class; zero for none.
type Limits struct {
	Go     float64 `yaml:"go"`     // whole process, as a multiple of an empty Go program
	True   float64 `yaml:"true"`   // whole process, as a multiple of the system's true
	Goal   float64 `yaml:"goal"`   // what Go is meant to become
	Parse  float64 `yaml:"parse"`  // in process, as a multiple of parsing the same text
	Allocs float64 `yaml:"allocs"` // of one call
	Bytes  float64 `yaml:"bytes"`  // of one call
}

// Relation bounds the in-process time of one class by that of another.
type Relation struct {
	Class string  `yaml:"class"`
	Of    string  `yaml:"of"`
	Max   float64 `yaml:"max"`
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
	if b.Noise.Process < 1 || b.Noise.InProcess < 1 || b.Noise.Memory < 1 {
		return nil, fmt.Errorf("budget.yaml: each factor of noise has to be 1 or more")
	}
	return &b, nil
}

// Names returns the names of the classes that have a budget, sorted.
func (b *Budget) Names() []string {
	var names []string
	for name := range b.Classes {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Check is one figure against its budget.
type Check struct {
	Class  string  `json:"class"`
	Metric string  `json:"metric"` // "go", "true", "parse", "allocs", "bytes", or "time of CLASS"
	Got    float64 `json:"got"`
	Budget float64 `json:"budget"`
	// what the budget is multiplied with before the figure is over it
	Noise float64 `json:"noise"`
	Goal  float64 `json:"goal,omitempty"` // what the budget is meant to become
	Over  bool    `json:"over"`
}

// Check holds the figures of a report against the budget.
func (b *Budget) Check(r *Report) []Check {
	var list []Check
	add := func(class, metric string, got, budget, noise, goal float64) {
		if budget > 0 {
			list = append(list, Check{class, metric, got, budget, noise, goal, got > budget*noise})
		}
	}
	for _, f := range r.Classes {
		l := b.Classes[f.Name]
		if p := f.Process; p != nil {
			if got, ok := p.Ratio[FloorGo]; ok {
				add(f.Name, FloorGo, got, l.Go, b.Noise.Process, l.Goal)
			}
			if got, ok := p.Ratio[FloorTrue]; ok {
				add(f.Name, FloorTrue, got, l.True, b.Noise.Process, 0)
			}
		}
		if in := f.InProcess; in != nil {
			add(f.Name, "parse", in.Parse, l.Parse, b.Noise.InProcess, 0)
			add(f.Name, "allocs", in.Allocs, l.Allocs, b.Noise.Memory, 0)
			add(f.Name, "bytes", in.Bytes, l.Bytes, b.Noise.Memory, 0)
		}
	}
	for _, rel := range b.Relations {
		a, of := r.Class(rel.Class), r.Class(rel.Of)
		if a == nil || of == nil || a.InProcess == nil || of.InProcess == nil {
			continue
		}
		add(rel.Class, "time of "+rel.Of, ratio(a.InProcess.Ns, of.InProcess.Ns), rel.Max,
			b.Noise.InProcess, 0)
	}
	return list
}

// Over returns the checks that failed.
func Over(list []Check) []Check {
	var over []Check
	for _, c := range list {
		if c.Over {
			over = append(over, c)
		}
	}
	return over
}
