package effort

import "testing"

func TestBudget(t *testing.T) {
	for _, tt := range []struct {
		start Budget
		spend []int
		over  bool
	}{
		{3, []int{1, 2}, false},
		{3, []int{1, 2, 1}, true},
		{0, nil, false},
		{0, []int{0}, false},
		{5, []int{6}, true},
	} {
		b, ok := tt.start, true
		for _, n := range tt.spend {
			ok = b.Spend(n)
		}
		if ok == tt.over || b.Over() != tt.over {
			t.Errorf("%d less %v: enough %v, over %v", tt.start, tt.spend, ok, b.Over())
		}
	}
	var none *Budget
	if !none.Spend(1<<40) || none.Over() {
		t.Error("no budget has an end")
	}
}
