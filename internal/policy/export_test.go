package policy

import "github.com/fencepost/fencepost/internal/rule"

// For tests in a package of their own, which read YAML.
var (
	SettingValues = func(s *rule.Settings) []Value { return allValues(s, true) }
	IsSum         = isSum
	MainWorkTree  = mainWorkTree
	SubjectOf     = subjectOf
)
