package main

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
)

// tasks reads how a runner is told which tasks of the project it runs.
func (r *specReader) tasks(s *command.Spec, n *yaml.Node) error {
	t := &command.TaskSpec{}
	words := map[string]*[]string{"run": &t.Run, "named": &t.Named, "within": &t.Within,
		"others": &t.Others}
	options := map[string]*[]string{"keeps": &t.Keeps, "values": &t.Values, "packages": &t.Packages,
		"files": &t.Files, "evals": &t.Evals, "dirs": &t.Dirs, "sets": &t.Sets, "all": &t.All,
		"counts": &t.Counts, "dry": &t.Dry, "shows": &t.Shows}
	flags := map[string]*bool{"bare": &t.Bare, "anywhere": &t.Anywhere, "many": &t.Many,
		"settings": &t.Settings, "behind": &t.Behind, "clusters": &t.Clusters}
	err := r.pairs(n, func(key, value *yaml.Node) (err error) {
		switch name := key.Value; {
		case name == "reader":
			t.Reader, err = value.Value, r.scalar(value)
		case words[name] != nil:
			*words[name], err = r.words(value)
		case options[name] != nil:
			list := options[name]
			if *list, err = r.words(value); err != nil {
				return err
			}
			for _, o := range *list {
				if !strings.HasPrefix(o, "-") {
					return r.errorf(value, "%s is no option: it does not begin with a dash", o)
				}
			}
		case flags[name] != nil:
			*flags[name], err = r.boolean(value)
		default:
			err = r.unknownKey(key, taskKeys())
		}
		return err
	})
	if err != nil {
		return err
	}
	switch t.Reader {
	case "package-json", "make", "just", "taskfile", "mise", "poe", "composer", "deno",
		"go-generate", "python-run":
	default:
		return r.errorf(n, "tasks need a reader: package-json, make, just, taskfile, mise, poe, "+
			"composer, deno, go-generate or python-run")
	}
	s.SetTasks(t)
	return nil
}

func taskKeys() []string {
	return []string{"reader", "run", "named", "within", "keeps", "values", "packages", "files",
		"evals", "dirs", "sets", "all", "dry", "shows", "bare", "anywhere", "many", "others",
		"counts", "settings", "behind", "clusters"}
}
