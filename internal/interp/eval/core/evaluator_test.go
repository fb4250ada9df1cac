package core

import "testing"

func TestEvaluatorRecovers(t *testing.T) {
	checkPrograms(t, []program{
		{"a fault of ours", func(*fake) { panic("as if a bug") },
			[]string{"problem: the analysis of the code failed"}},
	})
}
