//go:build !unix

package violation

// Writable implements Host: where there is no sandbox, nobody asks.
func (Machine) Writable(string) bool { return false }

// Readable implements Host.
func (Machine) Readable(string) bool { return false }
