package setting

import "strings"

// word returns a key with a single value of a few words and these words, from the loosest to the
// strictest; nil behind the last. A function takes no work before main, as a table would.
func (s *Settings) word(i int) (p *string, key, words string) {
	switch i {
	case 0:
		return &s.Mode, "mode", "off auto require"
	case 1:
		return &s.Scope, "scope", "unvouched all"
	case 2:
		return &s.Require, "require", "reduced files full"
	case 3:
		return &s.OnUnavailable, "onUnavailable", "allow ask deny"
	case 4:
		return &s.Profile, "profile", "project command"
	case 5:
		return &s.ProjectSecrets, "read.projectSecrets", "open code mask"
	case 6:
		return &s.Network, "network.mode", "open filtered none"
	case 7:
		return &s.Home, "home", "real private"
	case 8:
		return &s.Tmp, "tmp", "shared private"
	case 9:
		return &s.Caches, "caches", "shared own"
	case 10:
		return &s.Background, "background", "keep kill"
	}
	return nil, "", ""
}

// Words are the values that a key may have; "" for a key that has no such list.
func Words(key string) string {
	var s Settings
	for i := 0; ; i++ {
		switch p, k, words := s.word(i); {
		case p == nil:
			return ""
		case k == key:
			return words
		}
	}
}

// stricter reports whether a word stands behind another one. A word that is not set stands before
// all.
func stricter(words, a, b string) bool { return rank(words, a) > rank(words, b) }

func rank(words, word string) int {
	if word == "" {
		return -1
	}
	n := 0
	for w := range strings.FieldsSeq(words) {
		if w == word {
			return n
		}
		n++
	}
	return -1
}

// list returns a list that layers add to, its key, and whether its entries allow; nil behind the last.
func (s *Settings) list(i int) (p *[]string, key string, allows bool) {
	switch i {
	case 0:
		return &s.Except, "except", true
	case 1:
		return &s.WriteAllow, "write.allow", true
	case 2:
		return &s.WriteDeny, "write.deny", false
	case 3:
		return &s.ReadAllow, "read.allow", true
	case 4:
		return &s.ReadDeny, "read.deny", false
	case 5:
		return &s.Hosts, "network.allow", true
	case 6:
		return &s.DenyHosts, "network.deny", false
	case 7:
		return &s.DenyResolved, "network.denyResolved", false
	case 8:
		return &s.Sockets, "network.sockets", true
	case 9:
		return &s.Keep, "env.keep", true
	}
	return nil, "", false
}

// Word is the value of a key that has a list of Words; "" where it is not set.
func (s *Settings) Word(key string) string {
	for i := 0; ; i++ {
		switch p, k, _ := s.word(i); {
		case p == nil:
			return ""
		case k == key:
			return *p
		}
	}
}

// Lists calls f with the key and the entries of each list that layers add to, but for ports and
// reasons.
func (s *Settings) Lists(f func(key string, entries []string)) {
	for i := 0; ; i++ {
		p, key, _ := s.list(i)
		if p == nil {
			return
		}
		f(key, *p)
	}
}
