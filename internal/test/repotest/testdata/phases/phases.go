// Package phases writes into records in each way that TestPhases has to see.
package phases

type Whole struct {
	First
	Second
	Free int
}

type First struct {
	Words []string
	Count int
	Next  *First
}

type Second struct{ Note string }

func writes(w *Whole, other First) {
	w.Words = nil            // First.Words
	w.First.Words[0] = ""    // First.Words
	(other.Words)[0] = ""    // First.Words
	w.Next.Words = nil       // First.Next and First.Words
	w.Count++                // First.Count
	p := &w.Count            // only reads
	for w.Count = range *p { // First.Count
		w.Free = w.Count
	}
	*p = 2                    // First.Count
	w.First = other           // First
	w.Note, w.Free = "", 1    // Second.Note
	_ = First{Count: 1}       // First.{}
	_ = Whole{First: First{}} // nothing: a record without fields
	_ = w.Words[0]            // only reads
	q := &w.First.Words[0]
	*q = "" // First.Words
	q = new(string)
}
