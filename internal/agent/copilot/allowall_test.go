package copilot

import "testing"

func TestAllowing(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"node\x00/usr/bin/copilot\x00--allow-all-tools\x00-p\x00hi\x00", "--allow-all-tools"},
		{"copilot\x00--yolo\x00", "--yolo"},
		{"copilot\x00-p\x00use --yolo\x00", ""},
		{"copilot\x00--allow-tool\x00shell\x00", ""},
		{"", ""},
	} {
		if got := allowing(tt.line); got != tt.want {
			t.Errorf("allowing(%q) = %q, want %q", tt.line, got, tt.want)
		}
	}
}

func TestParent(t *testing.T) {
	for _, tt := range []struct {
		status string
		want   int
	}{
		{"Name:\tbash\nPid:\t7\nPPid:\t12\nTracerPid:\t0\n", 12},
		{"Name:\tPPid: 3\n", 0},
		{"", 0},
	} {
		if got := parent(tt.status); got != tt.want {
			t.Errorf("parent(%q) = %d, want %d", tt.status, got, tt.want)
		}
	}
}
