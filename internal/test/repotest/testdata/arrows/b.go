package arrows

func middle(t thing) int { return t.field }
