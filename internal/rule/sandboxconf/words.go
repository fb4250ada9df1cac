package sandboxconf

import (
	"slices"
	"strings"
)

// word is a key with a single value of a few words, from the loosest to the strictest.
type word struct {
	value *string
	key   string
	words string
}

// words are the keys with such a value.
func (s *Settings) words() [14]word {
	return [...]word{
		{&s.Mode, "mode", "off auto require"},
		{&s.Scope, "scope", "unvouched all"},
		{&s.Require, "require", "reduced files full"},
		{&s.OnUnavailable, "onUnavailable", "allow ask deny"},
		{&s.Profile, "profile", "project command"},
		{&s.ProjectSecrets, "read.projectSecrets", "open code hide"},
		{&s.Network, "network.mode", "open filtered none"},
		{&s.Home, "home", "real private"},
		{&s.Tmp, "tmp", "shared private"},
		{&s.Caches, "caches", "shared own"},
		{&s.Background, "background", "keep kill"},
		{&s.Memory, "limits.memory", amounts},
		{&s.Processes, "limits.processes", amounts},
		{&s.Time, "limits.time", amounts},
	}
}

// list is a key with a list that layers add to.
type list struct {
	entries *[]string
	key     string
	allows  bool // its entries do
}

// lists are the keys with such a list.
func (s *Settings) lists() [11]list {
	return [...]list{
		{&s.Except, "except", true},
		{&s.WriteAllow, "write.allow", true},
		{&s.ReadOnly, "write.readOnly", false},
		{&s.ReadAllow, "read.allow", true},
		{&s.Hide, "read.hide", false},
		{&s.Hosts, "network.allow", true},
		{&s.DenyHosts, "network.deny", false},
		{&s.DenyResolved, "network.denyResolved", false},
		{&s.Sockets, "network.sockets", true},
		{&s.Keep, "env.keep", true},
		{&s.Devices, "devices", true},
	}
}

// Words are the values that a key may have; "" for a key that has no such list.
func Words(key string) string { return new(Settings).word(key).words }

// Word is the value of a key that has a list of Words; "" where it is not set.
func (s *Settings) Word(key string) string { return *s.word(key).value }

func (s *Settings) word(key string) word {
	for _, w := range s.words() {
		if w.key == key {
			return w
		}
	}
	return word{value: new(string)}
}

// stricter reports whether a word stands behind another one. A word that is not set stands before
// all.
func stricter(words, a, b string) bool { return rank(words, a) > rank(words, b) }

func rank(words, word string) int {
	if words == amounts {
		return rankAmount(word)
	}
	return slices.Index(strings.Fields(words), word)
}

// Lists calls f with the key and the entries of each list that layers add to, but for ports and
// reasons.
func (s *Settings) Lists(f func(key string, entries []string)) {
	for _, l := range s.lists() {
		f(l.key, *l.entries)
	}
}
