package bench

// Check is one figure against its budget.
type Check struct {
	Class string `json:"class"`
	// "faults", "go", "true", "allocs", "bytes" or "over go"
	Metric string  `json:"metric"`
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

// Check holds the figures of a report against the budget. Page faults are held to it where each
// process was kept on one processor: only there is their number no matter of chance.
func (b *Budget) Check(r *Report) []Check {
	var list []Check
	add := func(c Check) {
		if c.Budget > 0 {
			c.Over = c.Got > c.Budget*c.Noise
			list = append(list, c)
		}
	}
	for _, f := range r.Classes {
		l := b.Limits(r, f.Name)
		if p := f.Process; p != nil {
			if p.FaultRatio > 0 && r.FaultRounds > 0 {
				add(Check{Class: f.Name, Metric: FaultsMetric, Got: p.FaultRatio, Budget: l.Faults,
					Noise: 1})
			}
			if got, ok := p.Ratio[FloorGo]; ok {
				add(Check{Class: f.Name, Metric: FloorGo, Got: got, Budget: l.Go, Noise: b.Noise.Process,
					Time: true})
			}
			if got, ok := p.Ratio[FloorTrue]; ok {
				add(Check{Class: f.Name, Metric: FloorTrue, Got: got, Budget: l.True,
					Noise: b.Noise.Process, Time: true})
			}
		}
		if in := f.InProcess; in != nil {
			add(Check{Class: f.Name, Metric: "allocs", Got: in.Allocs, Budget: l.Allocs,
				Noise: b.Noise.Memory})
			add(Check{Class: f.Name, Metric: "bytes", Got: in.Bytes, Budget: l.Bytes,
				Noise: b.Noise.Memory})
		}
	}
	if c := r.Confined; c != nil && c.Missing == "" {
		add(Check{Class: ConfinedClass, Metric: OverMetric, Got: c.Ratio, Budget: b.Confined,
			Noise: b.Noise.Process, Time: true})
	}
	return list
}

// Over returns the checks that are over their budget, times among them.
func Over(list []Check) []Check {
	var over []Check
	for _, c := range list {
		if c.Over {
			over = append(over, c)
		}
	}
	return over
}

// Failed returns the checks that are over their budget and are no times: what a machine that is
// busy cannot have caused.
func Failed(list []Check) []Check {
	var failed []Check
	for _, c := range Over(list) {
		if !c.Time {
			failed = append(failed, c)
		}
	}
	return failed
}
