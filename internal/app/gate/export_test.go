package gate

// SetFault has a function called while a call is judged.
func (g *Gate) SetFault(fault func()) { g.fault = fault }
