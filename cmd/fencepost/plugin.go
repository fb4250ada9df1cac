package main

import (
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/agent/claude/clients"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/app/version"
)

// pluginManifest is what Claude Code reads of a plugin.
type pluginManifest struct {
	Name        string `json:"name"`
	Version     string `json:"version,omitempty"`
	Description string `json:"description"`
	Author      named  `json:"author"`
	License     string `json:"license"`
}

type named struct {
	Name string `json:"name"`
}

// marketplace is the catalogue from which the plugin is installed: the directory is both.
type marketplace struct {
	Name    string            `json:"name"`
	Owner   named             `json:"owner"`
	Meta    map[string]string `json:"metadata"`
	Plugins []offered         `json:"plugins"`
}

type offered struct {
	Name        string `json:"name"`
	Source      string `json:"source"`
	Description string `json:"description"`
}

const pluginText = "Judges every tool call by what it would do before it runs, and allows, asks " +
	"or denies"

const pluginReadme = `# fencepost

Before each tool call of the agent this plugin starts fencepost, a program on this machine, which
works out what the call would do and allows it, asks about it, or denies it. It needs nothing else:
the rules come with the program, and a config of your own or of a project,
` + "`.claude/fencepost.yaml`" + `, adds to them.
` + "`fencepost doctor`" + ` checks an installation, ` + "`fencepost help`" + ` lists the commands.
`

// pluginFiles are the files of a plugin that holds the hooks of this program, by their names.
func pluginFiles(entry *settings.Entry) (names []string, texts map[string][]byte, err error) {
	me := named{program}
	plans, err := entry.Plans()
	if err != nil {
		return nil, nil, err
	}
	tree := &hookfile.Tree{Text: []byte("{\n  \"description\": \"" + pluginText + "\"\n}\n")}
	if err := hookfile.Put(tree, plans); err != nil {
		return nil, nil, err
	}
	names = []string{
		filepath.Join(".claude-plugin", "plugin.json"),
		filepath.Join(".claude-plugin", "marketplace.json"),
		filepath.Join("hooks", "hooks.json"),
		"README.md",
	}
	texts = map[string][]byte{names[2]: tree.Text, names[3]: []byte(pluginReadme)}
	for i, v := range []any{
		pluginManifest{program, pluginVersion(), pluginText, me, "MIT"},
		marketplace{program, me, map[string]string{"description": pluginText},
			[]offered{{program, "./", pluginText}}},
	} {
		if texts[names[i]], err = encode(v, "  "); err != nil {
			return nil, nil, err
		}
	}
	return names, texts, nil
}

// pluginVersion is the version of this program where it is one that the client reads: 1.2.3.
func pluginVersion() string {
	v := version.This().Version
	if len(v) > 1 && v[0] == 'v' {
		v = v[1:]
	}
	if _, ok := settings.ParseVersion(v + " (Claude Code)"); !ok {
		return "0.0.1"
	}
	return v
}

// writePlugin writes a plugin into a directory.
func writePlugin(s stdio, dir string, print bool) int {
	exe, err := executable()
	if err != nil {
		return s.fail("install: %v", err)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return s.fail("install: %v", err)
	}
	exe, why := gateOf(exe)
	entry := settings.Entry{Exe: exe, Home: hook.OwnHome,
		Form: settings.FormFor(clients.Oldest(findClients()))}
	names, texts, err := pluginFiles(&entry)
	if err != nil {
		return s.fail("install: %v", err)
	}
	for _, name := range names {
		file := filepath.Join(dir, name)
		if print {
			s.printf("%s\n%s\n", file, texts[name])
			continue
		}
		if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
			err = os.WriteFile(file, texts[name], 0o644)
		}
		if err != nil {
			return s.fail("install: %s: %s", file, cause(err))
		}
		s.printf("wrote %s\n", file)
	}
	if !print {
		if why != "" {
			s.printf("note: %s\n", why)
		}
		s.printf("next: `claude plugin marketplace add %s`, then `claude plugin install "+
			"%s@%[2]s`\n", dir, program)
		s.printf("note: you and a project can switch a plugin off. Nobody can switch off managed " +
			"settings (`fencepost install --managed`)\n")
	}
	return exitOK
}
