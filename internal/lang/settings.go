package lang

import (
	"encoding/json"
	"io"
	"strings"
)

// SettingsOf is the tool that reads a file of that name as settings which are data but for a few
// keys; "" for any other file.
func SettingsOf(name string) string {
	switch name {
	case ".prettierrc", ".prettierrc.json":
		return "prettier"
	case "tsconfig.json":
		return "tsconfig"
	}
	return ""
}

// PlainSettings reports whether all keys of a file of settings in JSON are known to name no code,
// and no value a place outside the project. Of a text that is not read to its end, as one in YAML,
// nothing is concluded.
func PlainSettings(tool, text string) bool {
	if strings.ContainsAny(text, "\\\x00`") || strings.Contains(text, "..") {
		return false
	}
	in := json.NewDecoder(strings.NewReader(text))
	if !plainSetting(tool, in) {
		return false
	}
	_, err := in.Token()
	return err == io.EOF
}

// plainSetting reads a value: the names in it are keys, at whatever depth.
func plainSetting(tool string, in *json.Decoder) bool {
	t, err := in.Token()
	switch v := t.(type) {
	case string:
		return plainValue(v)
	case json.Delim:
		for in.More() {
			if v == '{' {
				key, _ := in.Token()
				if name, _ := key.(string); name == "$schema" {
					_, _ = in.Token()
					continue
				} else if !Word(tool, "keys", name) {
					return false
				}
			}
			if !plainSetting(tool, in) {
				return false
			}
		}
		_, err = in.Token()
	}
	return err == nil
}

// plainValue reports whether a value names no place outside the project and no address.
func plainValue(value string) bool {
	value = strings.TrimLeft(value, " ")
	return !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "~") &&
		!strings.Contains(value, "://") && !strings.ContainsAny(value, "${}")
}
