package bench

import (
	"math"
	"slices"
)

// quantile returns the value below which the share q of the values lies; 0 for none. The values
// must be sorted.
func quantile[T int64 | float64](sorted []T, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return float64(sorted[len(sorted)-1])
	}
	share := at - float64(low)
	return float64(sorted[low])*(1-share) + float64(sorted[low+1])*share
}

// Spread is where values lie.
type Spread struct {
	N   int     `json:"n"`
	P05 float64 `json:"p05"`
	P25 float64 `json:"p25"`
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// SpreadOf returns where the values lie, in any order.
func SpreadOf(values []int64) Spread {
	v := slices.Clone(values)
	slices.Sort(v)
	return Spread{
		N: len(v), P05: quantile(v, 0.05), P25: quantile(v, 0.25), P50: quantile(v, 0.50),
		P95: quantile(v, 0.95), P99: quantile(v, 0.99), Max: quantile(v, 1),
	}
}

func median(values []float64) float64 {
	v := slices.Clone(values)
	slices.Sort(v)
	return quantile(v, 0.5)
}

// maxExact is the size of samples without ties up to which the distribution of U is counted out.
const maxExact = 20

// MannWhitney returns the probability that two samples from one distribution differ in their ranks
// at least as much as a and b do (the two-sided U test); 1 where one of them is empty.
//
// Small samples without ties are counted out; else U is taken as normally distributed, with the
// corrections for ties and for continuity.
func MannWhitney(a, b []float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 1
	}
	u, ties := rankSum(a, b)
	n, m := float64(len(a)), float64(len(b))
	if ties == 0 && len(a) <= maxExact && len(b) <= maxExact {
		return exactU(len(a), len(b), int(math.Min(u, n*m-u)))
	}
	all := n + m
	variance := n * m / 12 * (all + 1 - ties/(all*(all-1)))
	if variance <= 0 {
		return 1 // all values are equal
	}
	z := (math.Abs(u-n*m/2) - 0.5) / math.Sqrt(variance)
	return math.Min(1, math.Erfc(math.Max(z, 0)/math.Sqrt2))
}

// rankSum returns U of a, and the sum of t³-t over the groups of t equal values.
func rankSum(a, b []float64) (u, ties float64) {
	type value struct {
		v     float64
		first bool
	}
	all := make([]value, 0, len(a)+len(b))
	for _, v := range a {
		all = append(all, value{v, true})
	}
	for _, v := range b {
		all = append(all, value{v, false})
	}
	slices.SortFunc(all, func(x, y value) int {
		switch {
		case x.v < y.v:
			return -1
		case x.v > y.v:
			return 1
		}
		return 0
	})
	ranks := 0.0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].v == all[i].v {
			j++
		}
		rank := float64(i+j+1) / 2 // the mean of the ranks i+1 to j
		for k := i; k < j; k++ {
			if all[k].first {
				ranks += rank
			}
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	n := float64(len(a))
	return ranks - n*(n+1)/2, ties
}

// exactU returns the two-sided probability of a U of at most u for samples of n and m values.
func exactU(n, m, u int) float64 {
	// ways[i][s]: choices of i of the values seen so far whose U is s.
	ways := make([][]float64, n+1)
	for i := range ways {
		ways[i] = make([]float64, n*m+1)
	}
	ways[0][0] = 1
	for rank := 1; rank <= n+m; rank++ {
		for i := min(rank, n); i >= 1; i-- {
			// As the i-th of a, this value has rank-i values of b below it.
			below := rank - i
			for s := n * m; s >= below; s-- {
				ways[i][s] += ways[i-1][s-below]
			}
		}
	}
	total, tail := 0.0, 0.0
	for s, w := range ways[n] {
		total += w
		if s <= u {
			tail += w
		}
	}
	return math.Min(1, 2*tail/total)
}
