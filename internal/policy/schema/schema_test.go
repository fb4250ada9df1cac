package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// validate is as much of JSON Schema as Schema uses. It fails on a keyword that it does not know,
// so that the schema cannot say more than is tested.
func validate(schema map[string]any, v any, at string) error {
	for keyword, want := range schema {
		if err := keywordError(schema, keyword, want, v, at); err != nil {
			return err
		}
	}
	return nil
}

func keywordError(schema map[string]any, keyword string, want, v any, at string) error {
	object, isObject := v.(map[string]any)
	list, isList := v.([]any)
	text, isText := v.(string)
	switch keyword {
	case "$schema", "title", "description", "format", "deprecated":
	case "type":
		types, ok := want.([]any)
		if !ok {
			types = []any{want}
		}
		if !slices.Contains(types, any(typeOf(v))) {
			return fmt.Errorf("%s: %v is no %v", at, v, want)
		}
	case "enum":
		if !slices.Contains(want.([]any), v) {
			return fmt.Errorf("%s: %v is none of %v", at, v, want)
		}
	case "pattern":
		if isText && !regexp.MustCompile(want.(string)).MatchString(text) {
			return fmt.Errorf("%s: %q does not match %v", at, text, want)
		}
	case "minimum":
		if n, ok := v.(int); ok && float64(n) < want.(float64) {
			return fmt.Errorf("%s: %v is less than %v", at, v, want)
		}
	case "maximum":
		if n, ok := v.(int); ok && float64(n) > want.(float64) {
			return fmt.Errorf("%s: %v is more than %v", at, v, want)
		}
	case "minItems":
		if isList && len(list) < int(want.(float64)) {
			return fmt.Errorf("%s: too few items", at)
		}
	case "items":
		for i := range list {
			if err := validate(want.(map[string]any), list[i], fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case "additionalProperties":
		properties, _ := schema["properties"].(map[string]any)
		for k, val := range object {
			if _, ok := properties[k]; ok {
				continue
			}
			if want == false {
				return fmt.Errorf("%s: unknown key %s", at, k)
			}
			if err := validate(want.(map[string]any), val, at+"."+k); err != nil {
				return err
			}
		}
	case "properties":
		for k, sub := range want.(map[string]any) {
			if val, ok := object[k]; ok {
				if err := validate(sub.(map[string]any), val, at+"."+k); err != nil {
					return err
				}
			}
		}
	case "required":
		for _, k := range want.([]any) {
			if _, ok := object[k.(string)]; isObject && !ok {
				return fmt.Errorf("%s: %s is missing", at, k)
			}
		}
	case "oneOf", "anyOf":
		n := 0
		for _, sub := range want.([]any) {
			if validate(sub.(map[string]any), v, at) == nil {
				n++
			}
		}
		if n == 0 || keyword == "oneOf" && n > 1 {
			return fmt.Errorf("%s: %d of %s hold", at, n, keyword)
		}
	case "not":
		if validate(want.(map[string]any), v, at) == nil {
			return fmt.Errorf("%s: what must not hold holds", at)
		}
	default:
		return fmt.Errorf("the schema has the keyword %s", keyword)
	}
	return nil
}

func typeOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case int:
		return "integer"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	}
	return "object"
}

func schemaError(t *testing.T, config string) error {
	t.Helper()
	var schema map[string]any
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := yaml.Unmarshal([]byte(config), &v); err != nil {
		t.Fatalf("%s: %v", config, err)
	}
	return validate(schema, v, "config")
}

func TestEveryKey(t *testing.T) {
	data, err := os.ReadFile("../parse/testdata/every-key.yaml")
	if err != nil {
		t.Fatal(err)
	}
	config := string(data)
	doc, errors, warnings := parse.Parse("f", data, policy.Config)
	if len(errors)+len(warnings) > 0 {
		t.Fatal(errors, warnings)
	}
	doc.Meta, doc.Baked = policy.Meta{Title: "t", Description: "d"}, policy.Baked{Name: "n"}
	doc.Parts = []policy.Part{{Name: "p"}}
	if empty := unset(reflect.ValueOf(*doc), "Document"); empty != "" {
		t.Errorf("testdata/every-key.yaml does not use %s", empty)
	}
	for _, config := range []string{config, "tools:\n",
		"meta: {title: t, description: d}\nbaked: {enforced: true}\n"} {
		if err := schemaError(t, config); err != nil {
			t.Error(err)
		}
	}
}

// unset names a key that no value of the document sets, so that every-key.yaml keeps its name.
func unset(v reflect.Value, at string) string {
	for i := range v.NumField() {
		sf, f := v.Type().Field(i), v.Field(i)
		if sf.Tag.Get("yaml") == "" {
			continue
		}
		if sf.Type == reflect.TypeFor[*policy.Sandbox]() && !f.IsNil() {
			f = f.Elem()
		}
		if f.Kind() == reflect.Struct && f.NumField() > 0 {
			if e := unset(f, at+"."+sf.Name); e != "" && !strings.Contains(e, ".JavaScript.") &&
				!strings.Contains(e, ".Baked.") {
				return e
			}
		} else if f.IsZero() && sf.Name != "Writes" && sf.Name != "Imports" &&
			!strings.Contains(at, ".Baked") {
			return at + "." + sf.Name
		}
	}
	return ""
}

func TestSchemaRefuses(t *testing.T) {
	for _, config := range []string{
		"defualt: ask\n",
		"tools: {bash: {dney: [rm]}}\n",
		"default: maybe\n",
		"readOnly: deny\n",
		"redirect: {tmp: 'true'}\n",
		"audit: {keep: -1}\n",
		"audit: {maxBytes: ten}\n",
		"tools: {bash: {deny: rm}}\n",
		"tools: {bash: {deny: [7]}}\n",
		"tools: {bash: {deny: ['']}}\n",
		"tools: {deny: [{description: d}]}\n",
		"tools: {bash: {arguments: [{command: rm, decision: deny}]}}\n",
		"tools: {bash: {arguments: [{command: rm, anyArgOutside: [x], hasFlag: [-f], decision: " +
			"deny}]}}\n",
		"tools: {bash: {arguments: [{command: rm, anyArgOutside: [], decision: deny}]}}\n",
		"tools: {bash: {redirects: [{mode: write, glob: x, outside: [y], decision: deny}]}}\n",
		"effects: [{on: [delete, fly], decision: deny}]\n",
		"sandbox: auto\n",
		"sandbox: {mode: on}\n",
		"sandbox: {modus: auto}\n",
		"sandbox: {answers: exec}\n",
		"sandbox: {answers: [exec, all]}\n",
		"sandbox: {network: {localhost: [0]}}\n",
		"sandbox: {network: {localhost: [65536]}}\n",
		"sandbox: {network: {publish: all}}\n",
		"sandbox: {network: {publish: [x]}}\n",
		"sandbox: {network: {reasons: [x]}}\n",
		"sandbox: {network: {reasons: {x: 7}}}\n",
		"sandbox: {write: [.]}\n",
		"sandbox: {env: {scrub: [tokens]}}\n",
	} {
		if schemaError(t, config) == nil {
			t.Errorf("the schema accepts %s", config)
		}
		if _, errors, _ := parse.Parse("f", []byte(config), policy.Config); len(errors) == 0 {
			t.Errorf("the decoder accepts %s", config)
		}
	}
}

func TestSchemaIsStable(t *testing.T) {
	if a, b := Schema(), Schema(); string(a) != string(b) || a[len(a)-1] != '\n' {
		t.Error("two runs differ, or the last line does not end")
	}
	if !strings.Contains(string(Schema()),
		`"$schema": "https://json-schema.org/draft/2020-12/schema"`) {
		t.Error("the draft is not named")
	}
}

// TestSandboxAccepted: what a person may write.
func TestSandboxAccepted(t *testing.T) {
	for _, in := range []string{
		"", "{}", "{mode: off}", "{mode: 'off'}", "{answers: []}", "{write: {allow: []}}", "{write: }",
		"{write: {allow: ['~', ~/x, /srv/y, src/, 'build/*', 'a/**/b', $SCRATCH, $SCRATCH/z]}}",
		"{write: {readOnly: ['infra/[ab]/**', '.git']}}",
		"{write: {deny: [infra]}, read: {deny: [~/notes], projectSecrets: mask}}",
		"{network: {allow: [a.example, 'a.example:8443', '*.b.example', 10.1.2.3, '[fd00::1]:80']}}",
		"{network: {deny: ['*', 'gist.github.com:443']}}", "{network: {denyResolved: ['fd00::/8']}}",
		"{network: {publish: none}}", "{network: {publish: []}}", "{network: {localhost: []}}",
		"{network: {sockets: [ssh-agent, gpg-agent, /run/x.sock, ~/.y/z]}}",
		"{network: {reasons: {'*.a.example': ask the team}}}",
		"{except: [docker, gh auth login, docker-compose, g++]}", "{env: {scrub: [], keep: [A, A_*, _x]}}",
	} {
		_, errors, warnings := parse.Parse("f", []byte("sandbox: "+in+"\n"), policy.Config)
		if len(errors)+len(warnings) > 0 {
			t.Errorf("%s: %v %v", in, errors, warnings)
		}
		if err := schemaError(t, "sandbox: "+in+"\n"); err != nil {
			t.Errorf("%s: %v", in, err)
		}
	}
}
