package hook

// String returns s as a JSON string.
func String(s string) []byte { return appendString(make([]byte, 0, len(s)+2), s) }
