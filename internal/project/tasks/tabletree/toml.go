package tabletree

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/fencepost/fencepost/internal/project/tasks"
)

// toml writes a document. The library says no places, so that the line of a text is where it is
// found behind the names that lead to it.
func (w *writer) toml(source string) bool {
	var root map[string]any
	_, err := toml.Decode(source, &root)
	return err == nil && w.tomlValue(root, source, 0, tasks.MaxNested)
}

func (w *writer) tomlValue(v any, source string, from, depth int) bool {
	if w.left--; w.left < 0 || depth == 0 {
		return false
	}
	line := 1 + strings.Count(source[:from], "\n")
	switch v := v.(type) {
	case string:
		first, _, _ := strings.Cut(strings.TrimSpace(v), "\n")
		w.head(tasks.TreeText, 1+strings.Count(source[:behind(source, from, first)], "\n"))
		w.Text(&v)
	case []any:
		return w.tomlList(v, source, from, depth)
	case []map[string]any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = v[i]
		}
		return w.tomlList(list, source, from, depth)
	case map[string]any:
		w.head(tasks.TreeMapping, line)
		w.number(len(v))
		for _, name := range slices.Sorted(maps.Keys(v)) {
			w.Text(&name)
			if !w.tomlValue(v[name], source, behind(source, from, name), depth-1) {
				return false
			}
		}
	default:
		w.head(tasks.TreeOther, line)
		letters := fmt.Sprint(v)
		w.Text(&letters)
	}
	return true
}

func (w *writer) tomlList(list []any, source string, from, depth int) bool {
	w.head(tasks.TreeList, 1+strings.Count(source[:from], "\n"))
	w.number(len(list))
	for _, item := range list {
		if !w.tomlValue(item, source, from, depth-1) {
			return false
		}
	}
	return true
}

// behind is where a part of a source stands behind a place; the place itself where it does not.
func behind(source string, from int, part string) int {
	return from + max(strings.Index(source[from:], part), 0)
}
