package codec

import (
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// thing has a value of each kind.
type thing struct {
	Small  uint8
	Wide   uint16
	Large  uint64
	Count  int
	Name   string
	On     bool
	Bits   [3]bool
	Names  []string
	Others []thing
	Inner  *thing
}

func (t *thing) pack(c *Coder) {
	Word(c, &t.Small)
	Number(c, &t.Wide)
	Number(c, &t.Large)
	c.Int(&t.Count)
	c.Text(&t.Name)
	c.Bits(&t.On)
	c.Bits(&t.Bits[0], &t.Bits[1], &t.Bits[2])
	c.Texts(&t.Names)
	List(c, &t.Others, func(c *Coder, t *thing) { t.pack(c) })
	if c.Has(t.Inner != nil) {
		if !c.Writing() {
			t.Inner = &thing{}
		}
		t.Inner.pack(c)
	}
}

func things() []thing {
	return []thing{
		{},
		{Small: 255, Wide: math.MaxUint16, Large: math.MaxUint64, Count: math.MaxInt32, On: true},
		{Name: strings.Repeat("n", 300), Bits: [3]bool{true, false, true}, Large: 1 << 63},
		{Names: []string{}, Others: []thing{}},
		{Names: []string{"", "a"}, Others: []thing{{Count: 127}, {Count: 128, Names: []string{"x"}}},
			Inner: &thing{Name: "inner", Inner: &thing{}}},
	}
}

func packed(t *thing) string {
	c := Writer()
	t.pack(&c)
	return c.Written()
}

// TestCoder: what is read is what was written, and of a part of it or of more it is known that it is
// not all.
func TestCoder(t *testing.T) {
	for _, want := range things() {
		text := packed(&want)
		var got thing
		c := Reader(text)
		if got.pack(&c); !c.Done() || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v (%v), want %+v", got, c.Done(), want)
		}
		for n := range len(text) {
			c := Reader(text[:n])
			if (&thing{}).pack(&c); c.Done() || c.More() {
				t.Errorf("%d of %d bytes are read as all", n, len(text))
			}
		}
		c = Reader(text + "\x00")
		if (&thing{}).pack(&c); c.Done() || c.Bad() {
			t.Error("a byte too many is not seen")
		}
	}
}

// TestValue: a value is read as it was written by its type alone.
func TestValue(t *testing.T) {
	for _, want := range valued() {
		c := Writer()
		c.Value(&want)
		text := c.Written()
		var got valuedThing
		c = Reader(text)
		if c.Value(&got); !c.Done() || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v (%v), want %+v", got, c.Done(), want)
		}
		for n := range len(text) {
			c := Reader(text[:n])
			if c.Value(&valuedThing{}); c.Done() || c.More() {
				t.Errorf("%d of %d bytes are read as all", n, len(text))
			}
		}
	}
}

// valuedThing has a value of each kind that Value knows.
type valuedThing struct {
	Small  uint8
	Large  uint64
	At     netip.AddrPort
	Count  int
	Size   *int64
	Name   string
	On     bool
	Names  []string
	Others []valuedThing
	Inner  *valuedThing
	Any    any // is left out
}

func valued() []valuedThing {
	size := int64(-1)
	return []valuedThing{{}, {Small: 255, Large: math.MaxUint64, Count: math.MaxInt, Size: &size},
		{On: true, At: netip.MustParseAddrPort("[::1]:53")},
		{Names: []string{}, Others: []valuedThing{}, Name: strings.Repeat("n", 300)},
		{Names: []string{"", "a"}, Others: []valuedThing{{Count: -128, Names: []string{"x"}}},
			Inner: &valuedThing{Name: "inner", Inner: &valuedThing{}}}}
}

// TestNumbers: a number that is too long for its type is none.
func TestNumbers(t *testing.T) {
	for text, ok := range map[string]bool{
		"\x00": true, "\x7f": true, "\x80\x01": true, "\xff\xff\x03": true, "\xff\xff\x04": false,
		"\x80": false, "": false, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01": false,
	} {
		var n uint16
		c := Reader(text)
		if Number(&c, &n); c.Done() != ok || !ok && n != 0 {
			t.Errorf("%q: %d, %v", text, n, c.Done())
		}
	}
	var large uint64
	for _, end := range []string{"\x02", "\x81\x00", "\x7f"} {
		c := Reader(strings.Repeat("\xff", 9) + end)
		if Number(&c, &large); c.Done() || large != 0 {
			t.Errorf("a number of more than 64 bits is read: %d", large)
		}
	}
	c, n := Writer(), -1
	if c.Int(&n); !c.Bad() {
		t.Error("a negative length is written")
	}
	c = Reader("\x02")
	if c.Has(false); !c.Bad() {
		t.Error("2 is a switch")
	}
	c = Reader("\x04")
	var a, b bool
	if c.Bits(&a, &b); !c.Bad() {
		t.Error("a third of two switches is read")
	}
}

// TestLimit: a list that is too long is not read, and nothing is made for it.
func TestLimit(t *testing.T) {
	long := thing{Names: make([]string, 11)}
	for limit, ok := range map[int]bool{0: true, 10: false, 11: true} {
		c := Reader(packed(&long))
		c.Limit(limit)
		var got thing
		if got.pack(&c); c.Done() != ok || !ok && got.Names != nil {
			t.Errorf("limit %d: %v, %d values", limit, c.Done(), len(got.Names))
		}
	}
}

// TestSplit: texts come back one by one.
func TestSplit(t *testing.T) {
	for _, want := range [][]string{nil, {""}, {"a", "", strings.Repeat("b", 200)}} {
		joined := Join(want)
		if got := slices.Collect(Split(joined)); !slices.Equal(got, want) {
			t.Errorf("%q: %q", want, got)
		}
		for range Split(joined) {
			break
		}
		if joined != "" {
			if got := slices.Collect(Split(joined[:len(joined)-1])); len(got) >= len(want) && len(want[len(want)-1]) > 0 {
				t.Errorf("of %q without its end: %q", want, got)
			}
		}
	}
}

// TestTable finds records by number and by key, in tables of all sizes of offsets.
func TestTable(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 10, 300, 3000} {
		for _, sorted := range []bool{false, true} {
			var w TableWriter
			for i := range n {
				w.Add(strings.Repeat("r", i%50)+fmt.Sprint(i), fmt.Sprintf("key%d", i), fmt.Sprintf("other%d", i))
			}
			w.Add("none finds it", fmt.Sprintf("key%d", n/2)) // the first of a name is found
			if sorted {
				w.Sort()
			}
			text := w.Text()
			tab := Open(text)
			checkTable(t, &tab, n, sorted)
		}
	}
	var none TableWriter
	if tab := Open(none.Text()); none.Text() != Empty || tab.Len() != 0 {
		t.Error("a table of nothing is something")
	}
}

func checkTable(t *testing.T, tab *Table, n int, sorted bool) {
	t.Helper()
	if tab.Len() != 2*n+1 {
		t.Fatalf("%d keys of %d records", tab.Len(), n)
	}
	for i := range n {
		want := strings.Repeat("r", i%50) + fmt.Sprint(i)
		for k, name := range []string{"key", "other"} {
			key := fmt.Sprintf("%s%d", name, i)
			if sorted {
				if own, got, ok := tab.Find(key); !ok || own != key || got != want {
					t.Fatalf("%s: %q %q %v", key, own, got, ok)
				}
			} else if tab.Key(2*i+k) != key || tab.Record(2*i+k) != want {
				t.Fatalf("%d: %q %q", i, tab.Key(2*i+k), tab.Record(2*i+k))
			}
		}
	}
	for _, key := range []string{"", "k", "key", "key-1", "zzz"} {
		if _, _, ok := tab.Find(key); ok && sorted {
			t.Errorf("%q is found", key)
		}
	}
	if tab.Record(-1)+tab.Record(tab.Len())+tab.Key(-1)+tab.Key(tab.Len()) != "" {
		t.Error("there is a record behind the last one")
	}
	count := 0
	for range tab.Records {
		count++
	}
	if count != n+1 {
		t.Errorf("%d of %d records", count, n+1)
	}
}

// TestSeal: no other file, no part of one and none with another bit is read.
func TestSeal(t *testing.T) {
	for _, want := range []string{"", "a", "12345678", strings.Repeat("text ", 100)} {
		data := Seal("magic\x01", want)
		if got, ok := Unseal("magic\x01", data); !ok || got != want {
			t.Errorf("%q: %q %v", want, got, ok)
		}
		if _, ok := Unseal("magic\x02", data); ok {
			t.Error("it is read as something else")
		}
		for n := range data {
			if _, ok := Unseal("magic\x01", data[:n:n]); ok {
				t.Errorf("%d of %d bytes are read", n, len(data))
			}
			other := append([]byte(nil), data...)
			other[n] ^= 1 << (n % 8)
			if _, ok := Unseal("magic\x01", other); ok {
				t.Errorf("a bit of byte %d of %d is another one", n, len(data))
			}
		}
	}
}

// FuzzCoder reads anything as values. What is read without a mistake is what is written again.
func FuzzCoder(f *testing.F) {
	for _, v := range things() {
		f.Add(packed(&v))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v thing
		c := Reader(text)
		if v.pack(&c); c.Bad() && c.More() {
			t.Fatal("it is read on behind a mistake")
		}
		if !c.Done() {
			return
		}
		var again thing
		c = Reader(packed(&v))
		if again.pack(&c); !c.Done() || !reflect.DeepEqual(v, again) {
			t.Fatalf("%+v is read again as %+v", v, again)
		}
	})
}

// FuzzValue reads anything as values. What is read without a mistake is what is written again.
func FuzzValue(f *testing.F) {
	for _, v := range valued() {
		c := Writer()
		c.Value(&v)
		f.Add(c.Written())
	}
	f.Fuzz(func(t *testing.T, text string) {
		var v, again valuedThing
		c := Reader(text)
		if c.Value(&v); !c.Done() {
			return
		}
		c = Writer()
		c.Value(&v)
		c = Reader(c.Written())
		if c.Value(&again); !c.Done() || !reflect.DeepEqual(v, again) {
			t.Fatalf("%+v is read again as %+v", v, again)
		}
	})
}

// FuzzTable reads anything as a table: all that it returns is a part of the text.
func FuzzTable(f *testing.F) {
	for _, n := range []int{0, 1, 5, 40} {
		var w TableWriter
		for i := range n {
			w.Add(strings.Repeat("record", i), fmt.Sprint(i), "x")
		}
		f.Add(w.Text())
		w.Sort()
		f.Add(w.Text())
	}
	f.Fuzz(func(t *testing.T, text string) {
		tab := Open(text)
		for i := range tab.Len() {
			tab.Find(tab.Key(i))
			if len(tab.Record(i)) > len(text) {
				t.Fatal("a record is longer than the table")
			}
		}
		sum := 0
		for r := range tab.Records {
			sum += len(r)
		}
		if sum > len(text) {
			t.Fatal("the records are longer than the table")
		}
	})
}
