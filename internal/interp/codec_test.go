package interp

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func sample() *Facts {
	return &Facts{
		Problem: "p",
		Imports: []Import{{Name: "os"}, {Unknown: true},
			{Name: "x", Foreign: true, Dir: Dir{Set: true, Word: fact.Lit("d")}}},
		Calls: []Call{{
			Names: []string{"os.remove", "r"}, Text: "r('x')", Line: 3, Does: fact.CodeActs, Unseen: "eval",
			Args: []Arg{{Name: "path", Word: fact.Lit("x"), IsPath: true, Gone: true},
				{Word: fact.Word{Kind: fact.Partial, Text: "a", Suffix: "b", Many: true}}},
			Effects: []Effect{{Kind: fact.Delete, Word: fact.Lit("x"), HasWord: true, Recursive: true,
				Create: true, Detail: "d"}},
			Spawns: []Spawn{{Shell: true, Words: []fact.Word{fact.Lit("ls")},
				Assigns: []fact.Assign{{Name: "A", Value: fact.Lit("1")}},
				Dir:     Dir{Set: true, Word: fact.Lit("d")}, Input: fact.Lit("i"), HasInput: true}},
			Dir: Dir{Set: true, Word: fact.Word{Kind: fact.Partial}},
		}},
	}
}

func TestCodec(t *testing.T) {
	got, err := DecodeFacts(EncodeFacts(sample()))
	if err != nil || !reflect.DeepEqual(got, sample()) {
		t.Errorf("got %+v, %v", got, err)
	}
	want := Request{Lang: "python", Code: "print(1)", Home: "/h",
		Args: []fact.Word{fact.Lit("-c"), {Text: "*.py", Glob: true}}}
	r, err := DecodeRequest(EncodeRequest(&want))
	if err != nil || !reflect.DeepEqual(r, want) {
		t.Errorf("got %+v, %v", r, err)
	}
}

// A message that is cut, prolonged or changed in one byte is refused, or is another message within
// all bounds.
func TestCodecStrict(t *testing.T) {
	body := EncodeFacts(sample())
	for i := range body {
		if _, err := DecodeFacts(body[:i]); err == nil {
			t.Errorf("the first %d of %d bytes are taken for a message", i, len(body))
		}
	}
	if _, err := DecodeFacts(append(bytes.Clone(body), 0)); err == nil {
		t.Error("a byte behind the message is ignored")
	}
	for _, bad := range [][]byte{nil, {0}, {0, 0xff, 0xff, 0xff, 0xff, 0x0f}, {0, 0, 1, 0},
		bytes.Repeat([]byte{0xff}, 40)} {
		if _, err := DecodeFacts(bad); err == nil {
			t.Errorf("% x is taken for a message", bad)
		}
	}
	if _, err := DecodeRequest(EncodeRequest(&Request{Lang: "python",
		Code: string(make([]byte, MaxCode+1))})); err == nil {
		t.Error("a request beyond the bounds is taken")
	}
}

func FuzzDecodeFacts(f *testing.F) {
	f.Add(EncodeFacts(sample()))
	f.Add(EncodeFacts(&Facts{}))
	f.Add([]byte{0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		facts, err := DecodeFacts(b)
		if err != nil {
			return
		}
		again, err := DecodeFacts(EncodeFacts(facts))
		if err != nil || !reflect.DeepEqual(again, facts) {
			t.Errorf("not the same after a round trip: %v\n%+v\n%+v", err, facts, again)
		}
	})
}
