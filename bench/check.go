package bench

import "slices"

// Check is one figure against its budget.
type Check struct {
	Class  string  `json:"class"`
	Metric string  `json:"metric"` // "faults", "go", "true" or "over go"
	Got    float64 `json:"got"`
	Budget float64 `json:"budget"`
	// what the budget is multiplied with before the figure is over it
	Noise float64 `json:"noise"`
	Over  bool    `json:"over"`
	// a time, which another hour of the same machine would make another one: it is reported, and
	// nothing fails for it
	Time bool `json:"time,omitempty"`
}

// FaultsMetric is the metric of page faults.
const FaultsMetric = "faults"

// Check holds the figures of the suite against the budget; those of what a user has are no ratios, and
// held to none. Page faults are held to it where each
// process was kept on one processor: only there is their number no matter of chance.
func (b *Budget) Check(r *Report) []Check {
	var list []Check
	add := func(class, metric string, got, budget float64) {
		c := Check{Class: class, Metric: metric, Got: got, Budget: budget, Noise: b.Noise, Time: true}
		if metric == FaultsMetric {
			c.Noise, c.Time = 1, false
		}
		if got != 0 && budget > 0 {
			c.Over = got > budget*c.Noise
			list = append(list, c)
		}
	}
	for _, f := range r.Classes {
		p, l := f.Process, b.Classes[f.Name]
		if p == nil {
			continue
		}
		if r.FaultRounds > 0 {
			add(f.Name, FaultsMetric, p.FaultRatio, l.Faults)
		}
		add(f.Name, FloorGo, p.Ratio[FloorGo], l.Go)
		add(f.Name, FloorTrue, p.Ratio[FloorTrue], l.True)
	}
	if c := r.Confined; c != nil && c.Missing == "" {
		add(ConfinedClass, OverMetric, c.Ratio, b.Confined)
	}
	return list
}

// Over returns the checks that are over their budget, times among them.
func Over(list []Check) []Check {
	return slices.DeleteFunc(slices.Clone(list), func(c Check) bool { return !c.Over })
}

// Failed returns the checks that are over their budget and are no times: what a machine that is
// busy cannot have caused.
func Failed(list []Check) []Check {
	return slices.DeleteFunc(Over(list), func(c Check) bool { return c.Time })
}
