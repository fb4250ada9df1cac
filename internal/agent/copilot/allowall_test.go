package copilot

import (
	"strings"
	"testing"
)

func TestAllowing(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"node\x00/usr/bin/copilot\x00--allow-all-tools\x00-p\x00hi\x00", "--allow-all-tools"},
		{"copilot\x00--yolo\x00", "--yolo"},
		{"copilot\x00-p\x00use --yolo\x00", ""},
		{"copilot\x00--allow-tool\x00shell\x00", ""},
		{"", ""},
	} {
		if got := allowOption(strings.Split(tt.line, "\x00")); got != tt.want {
			t.Errorf("allowing(%q) = %q, want %q", tt.line, got, tt.want)
		}
	}
}
