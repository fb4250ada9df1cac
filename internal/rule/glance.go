package rule

import "github.com/fencepost/fencepost/internal/fact"

// GlanceAt looks at the path of an effect. If only names are read, it rules nothing out: few rules
// are about that.
func GlanceAt(e *fact.Effect, at fact.Places) fact.Glance {
	if e.Names || at == nil {
		return fact.AnyGlance()
	}
	return at.Glance(&e.Path)
}
