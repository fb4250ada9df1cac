package history

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Grant is a right that a person has given.
type Grant struct {
	Right
	Time    string `json:"time"`
	Command string `json:"command,omitempty"` // for which it was asked
	Project string `json:"project,omitempty"` // "" for the session's and the user's
}

func validRight(r Right) bool {
	return slices.Contains(Kinds(), r.Kind) && r.Name != "" && len(r.Name) <= maxCommand &&
		!strings.ContainsAny(r.Name, "\x00\n")
}

// Grant gives a right for the session.
func (s *Session) Grant(g *Grant) error {
	if s == nil {
		return errNoSession
	}
	return s.store.put(filepath.Join(s.dir, grantsDir), g)
}

// Grants are those of the session alone.
func (s *Session) Grants() []Grant {
	if s == nil {
		return nil
	}
	return list(filepath.Join(s.dir, grantsDir), "")
}

// Revoke takes a right back that was given for the session.
func (s *Session) Revoke(r Right) bool {
	return s != nil && remove(filepath.Join(s.dir, grantsDir), r)
}

// standing is the directory of the grants of a project, whose path is resolved; "" is the user.
func (s *Store) standing(project string) string {
	if project == "" {
		return filepath.Join(s.dir, grantsDir, "user")
	}
	return filepath.Join(s.dir, grantsDir, nameOf(project))
}

// Grant gives a right for good: in a project, or everywhere where project is "".
func (s *Store) Grant(project string, g *Grant) error {
	g.Project = project
	return s.put(s.standing(project), g)
}

// Grants are the standing grants of a project, or with "" those of the user.
func (s *Store) Grants(project string) []Grant { return list(s.standing(project), project) }

// Revoke takes a standing grant back.
func (s *Store) Revoke(project string, r Right) bool { return remove(s.standing(project), r) }

// Projects are the projects that have standing grants.
func (s *Store) Projects() []string {
	dirs, err := os.ReadDir(filepath.Join(s.dir, grantsDir))
	if err != nil {
		return nil
	}
	var projects []string
	for _, d := range dirs {
		at := filepath.Join(s.dir, grantsDir, d.Name())
		for _, file := range files(at) {
			g := Grant{}
			if read(filepath.Join(at, file), &g) && g.Project != "" &&
				nameOf(g.Project) == d.Name() {
				projects = append(projects, g.Project)
				break
			}
		}
	}
	slices.Sort(projects)
	return projects
}

// Rights are all rights that a call has: of the session, which may be nil, the project and the user.
func (s *Store) Rights(session *Session, project string) []Right {
	var all []Right
	add := func(grants []Grant) {
		for _, g := range grants {
			if !slices.Contains(all, g.Right) {
				all = append(all, g.Right)
			}
		}
	}
	add(session.Grants())
	if project != "" {
		add(s.Grants(project))
	}
	add(s.Grants(""))
	return all
}

func (s *Store) put(dir string, g *Grant) error {
	if !validRight(g.Right) {
		return errNoRight
	}
	if g.Time == "" {
		g.Time = s.time().UTC().Format(time.RFC3339)
	}
	if len(g.Command) > maxCommand {
		g.Command = g.Command[:maxCommand]
	}
	name := nameOf(g.Right.String()) + ".json"
	others := 0
	for _, file := range files(dir) {
		if file != name {
			others++
		}
	}
	if others >= maxGrants {
		return errMany // to drop another one unseen would surprise more
	}
	return write(filepath.Join(dir, name), g, maxGrants)
}

// list reads the grants of a directory. One that is not under its own name, or another project's, was
// not written by put. They are in no order.
func list(dir, project string) []Grant {
	var all []Grant
	for _, file := range files(dir) {
		g := Grant{}
		if read(filepath.Join(dir, file), &g) && validRight(g.Right) && g.Project == project &&
			nameOf(g.Right.String())+".json" == file {
			all = append(all, g)
		}
	}
	return all
}

func remove(dir string, r Right) bool {
	return os.Remove(filepath.Join(dir, nameOf(r.String())+".json")) == nil
}
