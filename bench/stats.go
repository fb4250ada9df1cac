package bench

import "slices"

// Spread is where values lie.
type Spread struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// SpreadOf returns where the values lie, in any order.
func SpreadOf(values []int64) Spread {
	v := slices.Clone(values)
	slices.Sort(v)
	return Spread{N: len(v), P50: quantile(v, 0.50), P95: quantile(v, 0.95), P99: quantile(v, 0.99),
		Max: quantile(v, 1)}
}

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

// ratio is the median of values as multiples of those that were measured together with them.
func ratio(values, by []int64) float64 {
	var list []float64
	for i := range min(len(values), len(by)) {
		if by[i] > 0 {
			list = append(list, float64(values[i])/float64(by[i]))
		}
	}
	slices.Sort(list)
	return quantile(list, 0.5)
}

// mean returns the mean of the values; 0 for none.
func mean(values []int64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	return sum / float64(max(1, len(values)))
}
