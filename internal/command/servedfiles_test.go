package command

import "testing"

// TestDecoded holds that what is malformed in an address hides nothing of the rest.
func TestDecoded(t *testing.T) {
	for text, want := range map[string]string{
		"/%2eenv": "/.env", "/%2Eenv%zz": "/.env%zz", "/%zz/%2eenv": "/%zz/.env",
		"/a%2": "/a%2", "%": "%",
		"/a%2f..%2fb": "/a/../b", "/plain": "/plain",
	} {
		if got := decoded(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
