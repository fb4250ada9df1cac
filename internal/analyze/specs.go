package analyze

import "github.com/fencepost/fencepost/internal/command"

// specs keeps the specs that were looked up: a line often runs the same few commands, and a spec is decoded each time.
type specs struct {
	table command.Table
	seen  []found
}

type found struct {
	name string
	spec *command.Spec
}

// maxSpecs bounds the specs that are kept; looking them up is linear.
const maxSpecs = 16

// Lookup implements command.Table.
func (s *specs) Lookup(name string) *command.Spec {
	for i := range s.seen {
		if s.seen[i].name == name {
			return s.seen[i].spec
		}
	}
	spec := s.table.Lookup(name)
	if len(s.seen) < maxSpecs {
		s.seen = append(s.seen, found{name, spec})
	}
	return spec
}
