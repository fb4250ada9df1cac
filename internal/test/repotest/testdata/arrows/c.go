package arrows

func highest() int {
	lowest()
	return middle(thing{})
}
