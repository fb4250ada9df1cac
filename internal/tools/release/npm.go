package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/hook"
)

const (
	homepage = "https://github.com/fencepost/fencepost"
	summary  = "Judges every tool call of a coding agent before it runs, and allows, asks or denies"
)

// object is JSON text with any keys.
type object map[string]any

// npmSystems and npmProcessors are the names that Node.js has for those that differ.
var (
	npmSystems    = map[string]string{"windows": "win32"}
	npmProcessors = map[string]string{"amd64": "x64"}
)

// platform is what Node.js calls a target.
func (t *target) platform() (system, processor string) {
	system, processor = t.OS, t.Arch
	if name := npmSystems[system]; name != "" {
		system = name
	}
	if name := npmProcessors[processor]; name != "" {
		processor = name
	}
	return system, processor
}

// npm makes one package with the programs of each target, and the one that people install, which
// has the others as optional dependencies. Those with programs are plugins of Claude Code at the
// same time, and marketplace.json is the catalogue of these.
func (r *release) npm() error {
	optional, plugins := object{}, []object{}
	for i := range r.targets {
		t := &r.targets[i]
		system, processor := t.platform()
		platform := system + "-" + processor
		name := "@fencepost/" + platform
		optional[name] = r.Version
		dir := filepath.Join(r.tmp, "npm-"+platform)
		if err := r.platformPackage(t, dir, name, platform); err != nil {
			return err
		}
		plugins = append(plugins, object{"name": "fencepost-" + platform, "version": r.Version,
			"description": summary + ", on " + platform,
			"source":      object{"source": "npm", "package": name, "version": r.Version}})
	}
	catalogue := object{"name": "fencepost", "owner": object{"name": "fencepost"},
		"metadata": object{"description": summary}, "plugins": plugins}
	if err := writeJSON(filepath.Join(r.out, "marketplace.json"), catalogue); err != nil {
		return err
	}
	dir := filepath.Join(r.tmp, "npm")
	for to, from := range map[string]string{"bin/fencepost.js": "fencepost.js", "README.md": "README.md",
		"bin/fencepost-run.js": "fencepost-run.js", "start.js": "start.js", "LICENSE": "../../LICENSE"} {
		if err := copyTree(filepath.Join("packaging/npm", from), filepath.Join(dir, to)); err != nil {
			return err
		}
	}
	main := r.manifest("fencepost")
	main["bin"] = object{"fencepost": "bin/fencepost.js", "fencepost-run": "bin/fencepost-run.js"}
	main["optionalDependencies"], main["engines"] = optional, object{"node": ">=18"}
	return r.npmPack(dir, main, "fencepost-"+r.Version+".tgz")
}

// manifest holds what all packages say of themselves.
func (r *release) manifest(name string) object {
	return object{"name": name, "version": r.Version, "description": summary, "license": "MIT",
		"homepage": homepage, "repository": object{"type": "git", "url": "git+" + homepage + ".git"}}
}

// npmPack writes package.json and packs the directory as npm does.
func (r *release) npmPack(dir string, manifest object, name string) error {
	if err := writeJSON(filepath.Join(dir, "package.json"), manifest); err != nil {
		return err
	}
	return r.tarball(dir, "package", name)
}

const asPackage = `The programs of fencepost. For the programs on your PATH, install the package that brings them:

    npm install -g fencepost
    fencepost install

As a plugin of Claude Code, without anything else:

    /plugin install fencepost-PLATFORM --marketplace fencepost/fencepost
`

// platformPackage makes the package with the programs of a target.
func (r *release) platformPackage(t *target, dir, name, platform string) error {
	stage := filepath.Join(r.tmp, t.String())
	for _, program := range t.programs() {
		if err := copyTree(filepath.Join(stage, program), filepath.Join(dir, "bin", program)); err != nil {
			return err
		}
	}
	for _, file := range []string{"LICENSE", "LICENSES.txt"} {
		if err := copyTree(filepath.Join(stage, file), filepath.Join(dir, file)); err != nil {
			return err
		}
	}
	readme := r.readme(t, strings.ReplaceAll(asPackage, "PLATFORM", platform))
	if err := writeFile(filepath.Join(dir, "README.md"), []byte(readme)); err != nil {
		return err
	}
	plugin := object{"name": "fencepost-" + platform, "version": r.Version, "description": summary,
		"author": object{"name": "fencepost"}, "license": "MIT", "homepage": homepage}
	if err := writeJSON(filepath.Join(dir, ".claude-plugin", "plugin.json"), plugin); err != nil {
		return err
	}
	hooks, err := pluginHooks(t)
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, "hooks", "hooks.json"), hooks); err != nil {
		return err
	}
	system, processor := t.platform()
	manifest := r.manifest(name)
	manifest["os"], manifest["cpu"] = []string{system}, []string{processor}
	return r.npmPack(dir, manifest, "fencepost-"+platform+"-"+r.Version+".tgz")
}

// pluginHooks are the entries of `fencepost install`, with the program of the plugin.
func pluginHooks(t *target) ([]byte, error) {
	entry := settings.Entry{Exe: "${CLAUDE_PLUGIN_ROOT}/bin/" + hookfile.Gate + t.exe(),
		Home: hook.OwnHome, Form: settings.Exec}
	plans, err := entry.Plans()
	if err != nil {
		return nil, err
	}
	tree := &hookfile.Tree{Text: []byte("{\n  \"description\": \"" + summary + "\"\n}\n")}
	err = hookfile.Put(tree, plans)
	return tree.Text, err
}

func writeJSON(file string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	return writeFile(file, b.Bytes())
}

func writeFile(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
