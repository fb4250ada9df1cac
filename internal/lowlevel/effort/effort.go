package effort

// Budget is how much may still be done. Below zero it is over.
type Budget int

// Spend takes n off, and reports whether there was enough. A nil budget has no end.
func (b *Budget) Spend(n int) bool {
	if b == nil {
		return true
	}
	*b = max(*b-Budget(n), -1)
	return *b >= 0
}

// Over reports whether more was asked for than there was.
func (b *Budget) Over() bool { return b != nil && *b < 0 }
