package policy

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
)

// schemaKeys calls each for every key that a config can have, those in rules behind the key of
// their list.
func schemaKeys(t reflect.Type, path string, each func(key string, f *Field, holder *Struct)) {
	s := new(Format).Struct(t)
	for i := range s.Fields {
		f := &s.Fields[i]
		if !f.In(Config) {
			continue
		}
		key := f.Key
		if path != "" {
			key = path + "." + f.Key
		}
		each(key, f, s)
		inner := f.Type
		for inner.Kind() == reflect.Slice || inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && isBlock(inner) && inner != reflect.TypeFor[rule.Regexp]() {
			schemaKeys(inner, key, each)
		}
	}
}

// TestClasses: every key of the format has a class, so that a new one is thought about.
func TestClasses(t *testing.T) {
	seen := 0
	schemaKeys(reflect.TypeFor[Document](), "", func(key string, f *Field, holder *Struct) {
		inner := f.Type
		if inner == reflect.TypeFor[*Sandbox]() {
			inner = inner.Elem()
		}
		block := inner.Kind() == reflect.Struct && isBlock(inner) && !hasPos(inner)
		c, known := classOf(key)
		seen++
		switch {
		case block && known:
			t.Errorf("%s is a mapping of keys, and has a class: its keys have them", key)
		case !block && known == (holder.Pos >= 0):
			t.Errorf("%s has the class %d, known %v: say in classes.go whether it tightens or loosens, "+
				"but for keys of rules", key, c, known)
		}
	})
	if seen < 90 {
		t.Errorf("only %d keys were looked at", seen)
	}
	for _, key := range []string{"", "nonsense", "tools", "tools.bash.frobnicate",
		"effects.frobnicate", "meta.title", "."} {
		if c, known := classOf(key); known || c != loosens {
			t.Errorf("the key %q is known as %d, want unknown, which loosens", key, c)
		}
	}
}

func hasPos(t reflect.Type) bool {
	_, ok := t.FieldByName("Pos")
	return ok
}

// loosest and strictest are values of the scalars that are compared.
var compared = []struct {
	key              string
	strict, loose    string
	field            string // of rule.Settings
	strictly, loose2 any
}{
	{"default", "deny", "allow", "Default", rule.Deny, rule.Allow},
	{"onError", "deny", "allow", "OnError", rule.Deny, rule.Allow},
	{"dynamic", "deny", "allow", "Dynamic", rule.Deny, rule.Allow},
	{"readOnly", "ask", "allow", "ReadOnly", rule.Ask, rule.Allow},
	{"output.allow", "silent", "explicit", "OutputAllow", rule.OutputSilent, rule.OutputExplicit},
	{"tools.bash.discourageChaining", "true", "false", "DiscourageChaining", rule.True, rule.False},
	{"project.read", "false", "true", "ProjectRead", rule.False, rule.True},
	{"project.unchanged", "false", "true", "ProjectUnchanged", rule.False, rule.True},
	{"tools.bash.offerManualRun", "false", "true", "OfferManualRun", rule.False, rule.True},
}

// TestClassesMatchTheFilter compares the table of classes with the filter of settings: what the table calls
// byValue comes through where it is stricter and nowhere else, what it calls tightening always,
// everything else never.
func TestClassesMatchTheFilter(t *testing.T) {
	listed := map[string]bool{}
	for _, c := range compared {
		listed[c.field] = true
		if got, _ := classOf(c.key); got != byValue {
			t.Errorf("%s has the class %d, want byValue", c.key, got)
		}
		one := func(v any) *rule.Settings {
			var s rule.Settings
			reflect.ValueOf(&s).Elem().FieldByName(c.field).Set(reflect.ValueOf(v))
			return &s
		}
		if got := stricter(one(c.strictly), one(c.loose2)); !reflect.DeepEqual(got, *one(c.strictly)) {
			t.Errorf("%s: %s does not count above %s", c.key, c.strict, c.loose)
		}
		for _, v := range [][2]any{{c.loose2, c.strictly}, {c.loose2, c.loose2},
			{c.strictly, c.strictly}} {
			if got := stricter(one(v[0]), one(v[1])); !reflect.DeepEqual(got, rule.Settings{}) {
				t.Errorf("%s: %v counts above %v", c.key, v[0], v[1])
			}
		}
	}
	// Everything at once, with the loosest below: only what is listed, and protect, comes through.
	var own rule.Settings
	v := reflect.ValueOf(&own).Elem()
	for i := range v.NumField() {
		fill(v.Field(i))
	}
	var now rule.Settings
	got := stricter(&own, &now)
	g := reflect.ValueOf(got)
	for i := range g.NumField() {
		name := g.Type().Field(i).Name
		if !g.Field(i).IsZero() && !listed[name] && name != "Protect" {
			t.Errorf("the setting %s comes through without trust", name)
		}
	}
	if len(got.Protect) == 0 {
		t.Error("protect does not come through")
	}
	for _, value := range settingValues(&own) {
		c, known := classOf(value.Key)
		i := strings.LastIndexByte(value.Key, '.')
		if !known || (c == byValue) != listedKey(value.Key) {
			t.Errorf("%s (%s) is classed as %d", value.Key, value.Key[i+1:], c)
		}
	}
}

func listedKey(key string) bool {
	for _, c := range compared {
		if c.key == key {
			return true
		}
	}
	return false
}

// fill sets a value to something that is not zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	}
}

const aKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAzPrkJR2K1cq8RtEQscaHNfNYZeearpTIFswSeKJTrg"

// TestLoosenings puts every key of the format into a config of its own, and looks whether it is
// found.
func TestLoosenings(t *testing.T) {
	decide := func(head, rest string) map[string]int {
		return map[string]int{head + "decision: allow" + rest: 1, head + "decision: ask" + rest: 0, head +
			"decision: deny" + rest: 0}
	}
	samples := map[string]map[string]int{
		"import": {"import: [git]": 0, "import: [node]": 1,
			"import: [git, node, base]": 2, "import: [{preset: git}]": 0, "import: [{preset: node}]": 1,
			"import: [{preset: git, off: [a, b], ask: [c]}]": 3},
		"default":                {"default: allow": 1, "default: ask": 0, "default: deny": 0},
		"onError":                {"onError: allow": 1, "onError: ask": 0, "onError: deny": 0},
		"dynamic":                {"dynamic: allow": 1, "dynamic: ask": 0, "dynamic: deny": 0},
		"readOnly":               {"readOnly: allow": 1, "readOnly: ask": 0},
		"output.allow":           {"output: {allow: explicit}": 1, "output: {allow: silent}": 0},
		"mode":                   {"mode: read-only": 1, "mode: allow": 1, "mode: prompt": 1},
		"policy":                 {"{policy: /p, policyKey: " + aKey + "}": 2},
		"policyKey":              {"{policyKey: " + aKey + ", policy: ~/p}": 2},
		"protect":                {"protect: [secret/**]": 0},
		"tools.deny":             {"tools: {deny: [{tool: x}]}": 0},
		"tools.ask":              {"tools: {ask: [x]}": 0},
		"tools.allow":            {"tools: {allow: [x, y]}": 2},
		"tools.require":          {"tools: {require: [{tool: x, mode: read-only}]}": 1},
		"tools.bash.normalise":   {"tools: {bash: {normalise: [{prefix: git, strip: [x]}]}}": 1},
		"tools.bash.deny":        {"tools: {bash: {deny: [x]}}": 0},
		"tools.bash.checks":      {"tools: {bash: {checks: [{test: x}]}}": 0},
		"tools.bash.allowChecks": {"tools: {bash: {allowChecks: [x]}}": 1},
		"tools.bash.ask":         {"tools: {bash: {ask: [x]}}": 0},
		"tools.bash.allow":       {"tools: {bash: {allow: [x]}}": 1},
		"tools.bash.discourageChaining": {"tools: {bash: {discourageChaining: false}}": 1,
			"tools: {bash: {discourageChaining: true}}": 0},
		"tools.bash.offerManualRun": {"tools: {bash: {offerManualRun: true}}": 0,
			"tools: {bash: {offerManualRun: false}}": 0},
		"tools.bash.redirects": decide("tools: {bash: {redirects: [{mode: any, glob: x, ",
			"}]}}"),
		"tools.bash.arguments": decide("tools: {bash: {arguments: [{command: x, hasFlag: [-f], ",
			"}]}}"),
		"effects":      decide("effects: [{on: [write], glob: x, ", "}]"),
		"together":     decide("together: [{what: written-run, ", "}]"),
		"project.read": {"project: {read: true}": 1, "project: {read: false}": 0},
		"project.unchanged": {"project: {unchanged: true}": 1,
			"project: {unchanged: false}": 0},
		"redirect.tmp": {"redirect: {tmp: true}": 1, "redirect: {tmp: false}": 0},
		"redirect.tmpTarget": {"redirect: {tmpTarget: /srv/x}": 1,
			"redirect: {tmpTarget: /tmp/claude}": 0},
		"sandbox.mode": {"sandbox: {mode: auto}": 1, "sandbox: {mode: require}": 1,
			"sandbox: {mode: 'off'}": 0},
		"sandbox.scope":   {"sandbox: {scope: all}": 0, "sandbox: {scope: unvouched}": 0},
		"sandbox.require": {"sandbox: {require: full}": 0, "sandbox: {require: reduced}": 1},
		"sandbox.onUnavailable": {"sandbox: {onUnavailable: deny}": 0,
			"sandbox: {onUnavailable: allow}": 1},
		"sandbox.answers":        {"sandbox: {answers: [exec]}": 0, "sandbox: {answers: []}": 0},
		"sandbox.profile":        {"sandbox: {profile: project}": 1, "sandbox: {profile: command}": 0},
		"sandbox.except":         {"sandbox: {except: [docker, gh auth login]}": 2},
		"sandbox.write.allow":    {"sandbox: {write: {allow: [., ~/x]}}": 2},
		"sandbox.write.readOnly": {"sandbox: {write: {readOnly: [infra]}}": 0},
		"sandbox.read.allow":     {"sandbox: {read: {allow: [~/.ssh/known_hosts]}}": 1},
		"sandbox.read.hide":      {"sandbox: {read: {hide: [~/notes]}}": 0},
		"sandbox.read.projectSecrets": {"sandbox: {read: {projectSecrets: hide}}": 0,
			"sandbox: {read: {projectSecrets: open}}": 1},
		"sandbox.network.mode": {"sandbox: {network: {mode: none}}": 0,
			"sandbox: {network: {mode: open}}": 1},
		"sandbox.network.allow":        {"sandbox: {network: {allow: [a.example, b.example]}}": 2},
		"sandbox.network.deny":         {"sandbox: {network: {deny: [a.example]}}": 0},
		"sandbox.network.denyResolved": {"sandbox: {network: {denyResolved: [10.0.0.0/8]}}": 0},
		"sandbox.network.localhost":    {"sandbox: {network: {localhost: [5432]}}": 1},
		"sandbox.network.publish": {"sandbox: {network: {publish: none}}": 0,
			"sandbox: {network: {publish: [3000]}}": 0, "sandbox: {network: {publish: auto}}": 0},
		"sandbox.network.sockets": {"sandbox: {network: {sockets: [ssh-agent]}}": 1},
		"sandbox.network.reasons": {"sandbox: {network: {reasons: {a.example: no}}}": 1},
		"sandbox.env.scrub": {"sandbox: {env: {scrub: [agent, session, ci]}}": 0,
			"sandbox: {env: {scrub: [agent]}}": 1, "sandbox: {env: {scrub: []}}": 1},
		"sandbox.env.keep":         {"sandbox: {env: {keep: [AWS_PROFILE]}}": 1},
		"sandbox.home":             {"sandbox: {home: private}": 0, "sandbox: {home: real}": 0},
		"sandbox.tmp":              {"sandbox: {tmp: private}": 0, "sandbox: {tmp: shared}": 1},
		"sandbox.caches":           {"sandbox: {caches: own}": 0, "sandbox: {caches: shared}": 0},
		"sandbox.background":       {"sandbox: {background: kill}": 0, "sandbox: {background: keep}": 0},
		"sandbox.limits.memory":    {"sandbox: {limits: {memory: 4G}}": 0},
		"sandbox.limits.processes": {"sandbox: {limits: {processes: 100}}": 0},
		"sandbox.limits.time":      {"sandbox: {limits: {time: 10m}}": 0},
		"sandbox.devices":          {"sandbox: {devices: [/dev/kvm]}": 1},
		"guidance.enabled":         {"guidance: {enabled: false}": 1},
		"guidance.includeDefaults": {"guidance: {includeDefaults: false}": 1},
		"guidance.extra":           {"guidance: {extra: [x]}": 1},
		"audit.enabled":            {"audit: {enabled: false}": 1, "audit: {enabled: true}": 0},
		"audit.path":               {"audit: {path: /x}": 1},
		"audit.maxBytes":           {"audit: {maxBytes: 1}": 1},
		"audit.keep":               {"audit: {keep: 0}": 1},
	}
	for _, lang := range []string{"python", "javascript"} {
		in := "tools: {bash: {interpreters: {" + lang + ": {"
		key := "tools.bash.interpreters." + lang + "."
		samples[key+"names"] = map[string]int{in + "names: [x]}}}}": 1}
		samples[key+"calls"] = decide(in+"calls: [{match: x, ", "}]}}}}")
		samples[key+"writes"] = decide(in+"writes: {outside: [.], ", "}}}}}")
		samples[key+"imports"] = decide(in+"imports: [{match: x, ", "}]}}}}")
	}
	schemaKeys(reflect.TypeFor[Document](), "", func(key string, f *Field, holder *Struct) {
		if _, known := classOf(key); known && holder.Pos < 0 && samples[key] == nil {
			t.Errorf("there is no sample of %s", key)
		}
	})
	b := below{settings: (&Policy{home: "/home/u"}).Effective(), imported: []string{"git"}}
	for key, texts := range samples {
		for text, want := range texts {
			doc, errors, _ := Read("f.yaml", []byte(text+"\n"))
			if len(errors) > 0 {
				t.Errorf("%s: %v", text, errors)
				continue
			}
			var got []string
			looseIn(doc, &b, func(l Loosening) bool {
				got = append(got, l.String())
				both := strings.HasPrefix(l.Key, "policy") && strings.HasPrefix(key, "policy")
				if l.Key != key && !both || l.Line != 1 {
					t.Errorf("%s: found %+v, want the key %s in line 1", text, l, key)
				}
				return true
			})
			if len(got) != want {
				t.Errorf("%s: found %q, want %d", text, got, want)
			}
		}
	}
	// Below a deny by default, or a mode, an ask is a way through.
	for _, s := range []rule.Settings{{Default: rule.Deny}, {Mode: rule.ReadOnly}} {
		for _, text := range []string{"tools: {ask: [x]}", "tools: {bash: {ask: [x]}}",
			"effects: [{on: [write], glob: x, decision: ask}]"} {
			doc, _, _ := Read("f.yaml", []byte(text+"\n"))
			found := 0
			looseIn(doc, &below{settings: s}, func(Loosening) bool { found++; return true })
			if found != 1 {
				t.Errorf("%s above %+v: found %d", text, s, found)
			}
		}
	}
}

// FuzzUntrusted loads a config as a stranger's: what of its settings counts is never looser than
// without it.
func FuzzUntrusted(f *testing.F) {
	every, err := os.ReadFile("parse/testdata/every-key.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(every)
	f.Add([]byte("default: allow\nonError: deny\ntools: {bash: {allow: [x], discourageChaining: " +
		"true}}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, errors, _ := Read("f.yaml", data)
		if len(errors) > 0 {
			return
		}
		now := (&Policy{home: "/home/u"}).Effective()
		b := below{settings: now}
		looseIn(doc, &b, func(l Loosening) bool {
			if c, known := classOf(l.Key); !known || c == tightens {
				t.Errorf("%v is of the class %d", l, c)
			}
			return true
		})
		own := doc.Settings()
		got := stricter(&own, &now)
		merge(&now, &got)
		was := (&Policy{home: "/home/u"}).Effective()
		if now.Default < was.Default || now.OnError < was.OnError || now.Dynamic < was.Dynamic ||
			now.ReadOnly < was.ReadOnly || now.Mode != was.Mode ||
			now.RedirectTarget != was.RedirectTarget ||
			now.OutputAllow != was.OutputAllow || now.RedirectTmp != was.RedirectTmp {
			t.Errorf("%q makes %+v of %+v", data, now, was)
		}
	})
}
