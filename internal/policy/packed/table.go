package packed

import (
	"strings"

	"github.com/fencepost/fencepost/internal/pack"
)

// table is a list of rules that are unpacked one by one. The key of each tells, without unpacking it,
// that it says nothing.
type table struct{ pack.Table }

// tableOf writes a table.
func tableOf[T any](rules []T, key func(*T) string, each func(*pack.Coder, *T)) string {
	var w pack.TableWriter
	c := pack.Writer()
	for i := range rules {
		c.Rewind()
		each(&c, &rules[i])
		w.Add(c.Written(), key(&rules[i]))
	}
	return w.Text()
}

// pick unpacks the rules whose key may be that of a rule that applies.
func pick[T any](t *table, may func(key string) bool, each func(*pack.Coder, *T)) []T {
	var out []T
	var none T
	var c *pack.Coder // mostly none is needed
	for i, key := range t.Keys {
		if may(key) {
			if c == nil {
				c = new(pack.Coder)
			}
			*c = pack.Reader(t.Record(i))
			out = append(out, none)
			read(c, &out[len(out)-1], each)
		}
	}
	return out
}

// unpack reads one value.
func unpack[T any](record string, each func(*pack.Coder, *T)) *T {
	c := pack.Reader(record)
	v := new(T)
	read(&c, v, each)
	return v
}

// read reads a value that is all that there is. That it cannot be read is no case: the sum of the
// file says that it is as it was written.
func read[T any](c *pack.Coder, v *T, each func(*pack.Coder, *T)) {
	if each(c, v); !c.Done() {
		panic("a compiled policy is damaged")
	}
}

func every(string) bool { return true }

func noKey[T any](*T) string { return "" }

// has returns whether a key names a byte.
func has(key string, b byte) bool { return strings.IndexByte(key, b) >= 0 }
