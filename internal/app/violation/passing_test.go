package violation

import "testing"

// TestTemporaryNamesAreRecognised tells names that programs make up from those that people give.
func TestTemporaryNamesAreRecognised(t *testing.T) {
	for name, want := range map[string]bool{"sed4kDPSF": true, "tmp.Xk29dLqPz1": true,
		".z.YBa50E": true, "notes.txt": false, "sedan.go": false, "sediment": false,
		"main": false, "config.lock": false} {
		if got := (&Fence{Command: "./tool x"}).passing("/h/" + name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
