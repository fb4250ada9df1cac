package javascript

import "testing"

func TestAmbiguous(t *testing.T) {
	for text, want := range map[string]bool{
		"a=x=>{}\n/`/g;f()//`": true, "a=x=>{}/*\n*//`/g": true, "a=x=>{}//\n/`/g": true,
		"x\n--> y": true, "x=1/*\n*/ --> `": true, "--> x": true,
		"if (a) {\n}\n// note\nb()": false, "a = {}\n/* x */\nb": false, "x = {} / 2": false,
		"while (n --> 0) {}": false, "f(() => {})\n": false, "const s = `<!-- x -->`": false,
	} {
		if got := ambiguous(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
