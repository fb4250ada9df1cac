package main

import (
	"cmp"
	"debug/buildinfo"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// sbom writes what the programs were built from, as the programs themselves say it, in the form of
// CycloneDX.
func (r *release) sbom() error {
	found := map[string]object{} // by purl
	for i := range r.targets {
		t := &r.targets[i]
		for _, name := range t.programs() {
			info, err := buildinfo.ReadFile(filepath.Join(r.tmp, t.String(), name))
			if err != nil {
				return err
			}
			add := func(module, version string) {
				purl := "pkg:golang/" + module + "@" + version
				found[purl] = object{"type": "library", "name": module, "version": version, "purl": purl,
					"bom-ref": purl}
			}
			add("std", strings.TrimPrefix(info.GoVersion, "go"))
			for _, d := range info.Deps {
				if d.Replace != nil {
					d = d.Replace
				}
				add(d.Path, d.Version)
			}
		}
	}
	components := slices.SortedFunc(maps.Values(found), func(a, b object) int {
		return cmp.Compare(a["purl"].(string), b["purl"].(string))
	})
	return writeJSON(filepath.Join(r.out, "fencepost-"+r.Version+".cdx.json"), object{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata": object{"timestamp": r.date.Format("2006-01-02T15:04:05Z"),
			"component": object{"type": "application", "name": "fencepost", "version": r.Version,
				"licenses": []object{{"license": object{"id": "MIT"}}}}},
		"components": components})
}
