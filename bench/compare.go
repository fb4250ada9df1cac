package bench

// Significant is the probability below which a difference is taken for one.
const Significant = 0.01

// Delta is how one figure of a class differs between two reports.
type Delta struct {
	Class  string  `json:"class"`
	Metric string  `json:"metric"` // "process/go", "process/true", "ns", "allocs", "bytes"
	Old    float64 `json:"old"`
	New    float64 `json:"new"`
	// probability of such a difference by chance; 0 for exact figures
	P        float64 `json:"p"`
	N        [2]int  `json:"n"`        // measurements
	Differs  bool    `json:"differs"`  // P < Significant
	Relative float64 `json:"relative"` // New/Old - 1
}

// Compare returns the differences of the classes that both reports have, in the order of the newer
// one.
//
// Whole processes are compared by their ratios to the floor of the same round, so that it does not
// matter on what machine, and how busy a one, the reports were made. Times in process are compared
// as they are, which only makes sense on one machine.
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
		}
		if f.InProcess != nil && g.InProcess != nil {
			list = append(list,
				compare(f.Name, "ns", floats(g.InProcess.Samples), floats(f.InProcess.Samples)),
				exact(f.Name, "allocs", g.InProcess.Allocs, f.InProcess.Allocs),
				exact(f.Name, "bytes", g.InProcess.Bytes, f.InProcess.Bytes))
		}
	}
	return list
}

// paired returns the ratios round by round.
func paired(p, floor *Process) []float64 {
	if floor == nil {
		return nil
	}
	var list []float64
	for i := range min(len(p.Samples), len(floor.Samples)) {
		if floor.Samples[i] > 0 {
			list = append(list, float64(p.Samples[i])/float64(floor.Samples[i]))
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
	d := Delta{Class: class, Metric: metric, Old: median(old), New: median(new),
		P: MannWhitney(old, new), N: [2]int{len(old), len(new)}}
	d.Differs = d.P < Significant
	d.Relative = relative(d.Old, d.New)
	return d
}

// exact compares figures that do not depend on chance, but for what the runtime allocates for
// itself.
func exact(class, metric string, old, new float64) Delta {
	d := Delta{Class: class, Metric: metric, Old: old, New: new, N: [2]int{1, 1},
		Relative: relative(old, new)}
	d.Differs = d.Relative > 0.005 || d.Relative < -0.005
	return d
}

func relative(old, new float64) float64 {
	if old == 0 {
		return 0
	}
	return new/old - 1
}
