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

// span is n values with steps between them.
func span(from, step float64, n int) []float64 {
	var v []float64
	for i := range n {
		v = append(v, from+step*float64(i))
	}
	return v
}

// TestCompared compares with probabilities that can be counted by hand or found in tables: of the
// C(n+m, n) orders of two samples without ties, each is as likely as any other. It is the library
// that computes them; a new version of it is held to the same.
func TestCompared(t *testing.T) {
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
		// U = 30*30 of 60*30: exactly the mean.
		{"large, same middle", append(span(0, 1, 30), span(100, 1, 30)...), span(50, 1, 30), 1},
		// U = 46 + 45 + … + 1 = 1081 of 2916, deviation sqrt(54*54*109/12), no ties.
		{"54 and 54, shifted", span(0, 1, 54), span(7.5, 1, 54),
			math.Erfc((1458 - 1081 - 0.5) / math.Sqrt(54*54*109/12.0) / math.Sqrt2)},
	}
	for _, tt := range tests {
		got, back := compared(tt.a, tt.b).P, compared(tt.b, tt.a).P
		if math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: p = %v, want %v", tt.name, got, tt.want)
		}
		if math.Abs(got-back) > 1e-9 {
			t.Errorf("%s: p = %v, and %v the other way round", tt.name, got, back)
		}
	}
}

func TestMiddle(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		want   Middle
	}{
		{"none", nil, Middle{}},
		{"one", []float64{3}, Middle{3, 3, 3}},
		{"too few to say", []float64{5, 1, 3}, Middle{3, 1, 5}},
		// 1 - 2*(1+10)/2^10 = 97.9 %: the second and the ninth.
		{"ten", []float64{10, 2, 3, 4, 5, 6, 7, 8, 9, 1}, Middle{5.5, 2, 9}},
	}
	for _, tt := range tests {
		if got := middleOf(tt.values); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
