package bench

import (
	"slices"

	"golang.org/x/perf/benchmath"
)

// confidence is that of the interval around a median.
const confidence = 0.95

// thresholds are those of comparisons.
var thresholds = benchmath.Thresholds{CompareAlpha: Significant}

// sampleOf is what package benchmath works with; it sorts, so values are copied.
func sampleOf(values []float64) *benchmath.Sample {
	return benchmath.NewSample(slices.Clone(values), &thresholds)
}

// Middle is the median of a sample and the interval in which that of all such measurements lies
// with a confidence of 95 %. Lo and Hi are those of the sample where it is too small to say.
type Middle struct {
	Median float64 `json:"median"`
	Lo     float64 `json:"lo"`
	Hi     float64 `json:"hi"`
}

// middleOf makes no assumption of how measurements are distributed: those of processes are not
// normally.
func middleOf(values []float64) Middle {
	if len(values) == 0 {
		return Middle{}
	}
	s := sampleOf(values)
	sum := benchmath.AssumeNothing.Summary(s, confidence)
	least, most := s.Values[0], s.Values[len(s.Values)-1]
	return Middle{Median: sum.Center, Lo: max(sum.Lo, least), Hi: min(sum.Hi, most)}
}

// compared is what benchmath says of two samples: the probability of such a difference by chance.
func compared(a, b []float64) benchmath.Comparison {
	if len(a) == 0 || len(b) == 0 {
		return benchmath.Comparison{P: 1, N1: len(a), N2: len(b), Alpha: Significant}
	}
	return benchmath.AssumeNothing.Compare(sampleOf(a), sampleOf(b))
}

// Spread is where values lie. Package benchmath has but the median of these.
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

// quantile returns the value below which the share q of the values lies; 0 for none. The values
// must be sorted.
func quantile(sorted []int64, q float64) float64 {
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

// mean returns the mean of the values; 0 for none.
func mean(values []int64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	return sum / float64(max(1, len(values)))
}
