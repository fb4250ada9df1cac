package rule

import "github.com/fencepost/fencepost/internal/fact"

// GlanceAt looks at the path of an effect. Few rules speak of names alone: of those that do, each is
// asked.
func GlanceAt(e *fact.Effect, at fact.Places) fact.Glance {
	if e.Names || at == nil {
		return fact.AnyGlance()
	}
	return at.Glance(&e.Path)
}
