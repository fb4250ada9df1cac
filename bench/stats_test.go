package bench

import (
	"math"
	"testing"
)

func TestQuantile(t *testing.T) {
	tests := []struct {
		values []int64
		q      float64
		want   float64
	}{
		{nil, 0.5, 0},
		{[]int64{7}, 0.99, 7},
		{[]int64{1, 2, 3, 4}, 0.5, 2.5},
		{[]int64{1, 2, 3, 4, 5}, 0.25, 2},
		{[]int64{1, 2, 3, 4, 5}, 1, 5},
		{[]int64{0, 100}, 0.95, 95},
	}
	for _, tt := range tests {
		if got := quantile(tt.values, tt.q); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("quantile(%v, %v) = %v, want %v", tt.values, tt.q, got, tt.want)
		}
	}
}

// TestMannWhitney compares with probabilities that can be counted by hand or found in tables: of
// the C(n+m, n) orders of two samples without ties, each is as likely as any other.
func TestMannWhitney(t *testing.T) {
	span := func(from, step float64, n int) []float64 {
		var v []float64
		for i := range n {
			v = append(v, from+step*float64(i))
		}
		return v
	}
	tests := []struct {
		name string
		a, b []float64
		want float64
	}{
		{"empty", nil, []float64{1}, 1},
		{"all equal", []float64{5, 5, 5}, []float64{5, 5, 5}, 1},
		{"3 below 3: 2 of 20 orders", []float64{1, 2, 3}, []float64{4, 5, 6}, 2.0 / 20},
		{"3 above 3", []float64{4, 5, 6}, []float64{1, 2, 3}, 2.0 / 20},
		{"4 below 4: 2 of 70 orders", []float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, 2.0 / 70},
		{"U of 1 for 3 and 4: 4 of 35 orders", []float64{1, 2, 4}, []float64{3, 5, 6, 7}, 4.0 / 35},
		{"interleaved 2 and 2: U of 1, 4 of 6 orders", []float64{1, 3}, []float64{2, 4}, 4.0 / 6},
		{"10 below 10: 2 of 184,756 orders", span(0, 1, 10), span(100, 1, 10), 2.0 / 184756},
		// U = 30*15 = 450 of 900: exactly the mean.
		{"large, same middle", append(span(0, 1, 15), span(100, 1, 15)...), span(50, 1, 30), 1},
		// U = 16 + 15 + … + 1 = 136 of 576, deviation sqrt(24*24*49/12), no ties.
		{"24 and 24, shifted", span(0, 1, 24), span(7.5, 1, 24),
			math.Erfc((288 - 136 - 0.5) / math.Sqrt(24*24*49/12.0) / math.Sqrt2)},
	}
	for _, tt := range tests {
		if got := MannWhitney(tt.a, tt.b); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: p = %v, want %v", tt.name, got, tt.want)
		}
		if got, back := MannWhitney(tt.a, tt.b), MannWhitney(tt.b, tt.a); math.Abs(got-back) > 1e-9 {
			t.Errorf("%s: p = %v, and %v the other way round", tt.name, got, back)
		}
	}
}

// TestExactAgreesWithNormal: both ways to compute the probability meet where samples are neither
// small nor large.
func TestExactAgreesWithNormal(t *testing.T) {
	for u := 60; u <= 200; u += 20 {
		exact := exactU(20, 20, u)
		z := (math.Abs(float64(u)-200) - 0.5) / math.Sqrt(20*20*41/12.0)
		normal := math.Min(1, math.Erfc(math.Max(z, 0)/math.Sqrt2))
		if math.Abs(exact-normal) > 0.01 {
			t.Errorf("U = %d: exact %v, normal %v", u, exact, normal)
		}
	}
}
