package bench

// Significant is the probability below which a difference is taken for one.
const Significant = 0.01

// Delta is how one figure of a class differs between two reports.
type Delta struct {
	Class string `json:"class"`
	// "process/go", "process/true", "faults", "ns", "allocs", "bytes"
	Metric string  `json:"metric"`
	Old    float64 `json:"old"`
	New    float64 `json:"new"`
	// probability of such a difference by chance; 0 for exact figures
	P        float64 `json:"p"`
	N        [2]int  `json:"n"`        // measurements
	Differs  bool    `json:"differs"`  // P < Significant
	Relative float64 `json:"relative"` // New/Old - 1
}

// What figures that do not depend on chance may differ by: the runtime allocates for itself, and
// where the system puts things in memory decides about a page or two.
const (
	allocTolerance = 0.005
	faultTolerance = 0.01
)

// Compare returns the differences of the classes that both reports have, in the order of the newer
// one.
//
// Whole processes are compared by their ratios to the floor of the same round, so that it does not
// matter on what machine, and how busy a one, the reports were made. Times in process are compared
// as they are, which only makes sense on one machine. A report from before page faults were counted
// is compared without them.
func Compare(old, new *Report) []Delta {
	var list []Delta
	for _, f := range new.Classes {
		g := old.Class(f.Name)
		if g == nil {
			continue
		}
		if f.Process != nil && g.Process != nil {
			for _, floor := range [...]string{FloorGo, FloorTrue} {
				a, b := paired(g.Process, old.Floors[floor]), paired(f.Process, new.Floors[floor])
				if len(a) > 0 && len(b) > 0 {
					list = append(list, compare(f.Name, "process/"+floor, a, b))
					break
				}
			}
			if a, b := g.Process.Faults, f.Process.Faults; a != nil && b != nil {
				list = append(list, exact(f.Name, "faults", a.P50, b.P50, faultTolerance))
			}
		}
		if a, b := g.InProcess, f.InProcess; a != nil && b != nil {
			list = append(list, compare(f.Name, "ns", floats(a.Samples), floats(b.Samples)),
				exact(f.Name, "allocs", a.Allocs, b.Allocs, allocTolerance),
				exact(f.Name, "bytes", a.Bytes, b.Bytes, allocTolerance))
		}
	}
	return list
}

// paired returns the ratios round by round.
func paired(p, floor *Process) []float64 {
	if p == nil || floor == nil {
		return nil
	}
	return ratios(p.Samples, floor.Samples)
}

// ratios divides what was measured together.
func ratios(values, by []int64) []float64 {
	var list []float64
	for i := range min(len(values), len(by)) {
		if by[i] > 0 {
			list = append(list, float64(values[i])/float64(by[i]))
		}
	}
	return list
}

func floats(values []int64) []float64 {
	list := make([]float64, len(values))
	for i, v := range values {
		list[i] = float64(v)
	}
	return list
}

func compare(class, metric string, old, new []float64) Delta {
	c := compared(old, new)
	d := Delta{Class: class, Metric: metric, Old: middleOf(old).Median, New: middleOf(new).Median,
		P: c.P, N: [2]int{c.N1, c.N2}, Differs: c.P < c.Alpha}
	d.Relative = relative(d.Old, d.New)
	return d
}

// exact compares figures that do not depend on chance, but for a tolerance.
func exact(class, metric string, old, new, tolerance float64) Delta {
	d := Delta{Class: class, Metric: metric, Old: old, New: new, N: [2]int{1, 1},
		Relative: relative(old, new)}
	d.Differs = d.Relative > tolerance || d.Relative < -tolerance
	return d
}

func relative(old, new float64) float64 {
	if old == 0 {
		return 0
	}
	return new/old - 1
}
