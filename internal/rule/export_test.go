package rule

// MayBegin is mayBegin for tests that need an engine, which this package does not import.
func (r *Regexp) MayBegin(text string) bool { return r.mayBegin(text) }
