package decide

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// Required is the mode that a whole call needs: the greatest that a part of it needs.
func (d *Decider) Required(tool string, shell bool, f *fact.Facts) rule.Mode {
	if !shell {
		return d.requiredByTool(tool, f)
	}
	need := rule.ReadOnly
	if len(f.Hazards) > 0 {
		need = rule.DangerFullAccess
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		need = max(need, d.requiredByCommand(c, c.Kind == fact.Simple))
	}
	return need
}
