package policy

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/digest"
)

// This file is about what a project's settings of the agent ask for, as far as a person has trusted
// it.

// TrustedDirectories returns the directories, absolute and with links resolved, that a person has
// trusted with a project. The project's own .claude/settings.json and settings.local.json name
// directories under permissions.additionalDirectories. Only the trusted ones count as a part of what
// the person works on, because anybody who can commit to the project can name more. home is the
// directory whose .claude holds the person's config. Resolved paths are compared, so that a
// directory that somebody replaced by a link to another one is not trusted.
func TrustedDirectories(home, project string) []string {
	project = ResolveProject(project)
	if !filepath.IsAbs(home) || project == "" {
		return nil
	}
	if t := ReadTrust(home, project); t != nil {
		return t.Directories
	}
	return nil
}

// TrustedEnvironment reports whether a person has trusted, with a project, exactly what settings in
// a directory set for the agent's commands: pairs as EnvironmentSum takes them. home is the
// directory whose .claude holds the person's config.
func TrustedEnvironment(home, project, dir string, pairs []string) bool {
	project = ResolveProject(project)
	if !filepath.IsAbs(home) || project == "" {
		return false
	}
	t := ReadTrust(home, project)
	return t != nil && slices.Contains(t.Environments, EnvironmentSum(project, dir, pairs))
}

// EnvironmentSum is the sum of what settings in a directory set for the agent's commands, each
// NAME=VALUE with the value as the file writes it. It holds where the directory lies from the
// project, so that a session that is started elsewhere has an environment of its own.
func EnvironmentSum(project, dir string, pairs []string) string {
	if real := ResolveProject(dir); real != "" {
		dir = real
	}
	if name, err := filepath.Rel(project, dir); err == nil {
		dir = filepath.ToSlash(name)
	}
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, strings.Compare)
	texts := [][]byte{[]byte(dir)}
	for _, pair := range pairs {
		texts = append(texts, []byte(pair))
	}
	return digest.List(texts...)
}
