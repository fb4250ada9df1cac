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

// TestRatio: what is measured together is compared, whatever the machine does meanwhile.
func TestRatio(t *testing.T) {
	got := ratio([]int64{20, 300, 2, 9}, []int64{10, 100, 1})
	if got != 2 || ratio(nil, nil) != 0 {
		t.Errorf("got %v", got)
	}
}
