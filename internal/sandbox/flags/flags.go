// Package flags reads what one run may do: as flags of fencepost-run, and as JSON.
package flags

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
)

// Flag is a flag of fencepost-run that fills a field of a profile.
type Flag struct {
	Names []string // the first is the field's; those of earlier versions are read, too
	Bare  bool     // it may stand alone, and then has the value "true"
	// Get returns the values that a profile has. Set says what is wrong with a value, or adds it.
	Get func(p *sandbox.Profile) []string
	Set func(p *sandbox.Profile, value string) error
}

// Known returns the flags of all fields, in the order in which they are written.
func Known() []Flag {
	return []Flag{
		list("w", func(p *sandbox.Profile) *[]string { return &p.Write }),
		list("read-only keep", func(p *sandbox.Profile) *[]string { return &p.ReadOnly }),
		list("r", func(p *sandbox.Profile) *[]string { return &p.Read }),
		list("hide mask", func(p *sandbox.Profile) *[]string { return &p.Hide }),
		word("own", func(p *sandbox.Profile) *string { return &p.Own }),
		word("secrets", func(p *sandbox.Profile) *string { return &p.Secrets },
			"home", "project", "open"),
		bare("git-config", func(p *sandbox.Profile) *bool { return &p.GitConfig }),
		list("lift", func(p *sandbox.Profile) *[]string { return &p.Lift }),
		bare("exact", func(p *sandbox.Profile) *bool { return &p.Exact }),
		list("history", func(p *sandbox.Profile) *[]string { return &p.History }),
		word("net", func(p *sandbox.Profile) *string { return (*string)(&p.Network) },
			"none", "filtered", "open"),
		list("n", func(p *sandbox.Profile) *[]string { return &p.Allow }),
		list("deny", func(p *sandbox.Profile) *[]string { return &p.Deny }),
		{Names: []string{"reason"}, Get: reasons, Set: addReason},
		list("deny-resolved", func(p *sandbox.Profile) *[]string { return &p.DenyResolved }),
		{Names: []string{"localhost"},
			Get: func(p *sandbox.Profile) []string { return numbers(p.Localhost) },
			Set: func(p *sandbox.Profile, s string) error { return addPort(&p.Localhost, s) }},
		{Names: []string{"publish"}, Get: published, Set: addPublish},
		list("socket", func(p *sandbox.Profile) *[]string { return &p.Sockets }),
		{Names: []string{"set"}, Get: func(p *sandbox.Profile) []string { return p.Set },
			Set: addVariable},
		{Names: []string{"scrub"}, Get: scrubbed, Set: addClasses},
		{Names: []string{EnvKeep}, Bare: true, Get: kept, Set: KeepNames},
		word("tmp", func(p *sandbox.Profile) *string { return &p.Tmp }, "private", "shared"),
		word("background", func(p *sandbox.Profile) *string { return &p.Background }, "keep", "kill"),
		word("level", func(p *sandbox.Profile) *string { return (*string)(&p.Level) },
			"full", "files", "reduced"),
		amount("memory", func(p *sandbox.Profile) *string { return &p.Memory }),
		amount("processes", func(p *sandbox.Profile) *string { return &p.Processes }),
		amount("time", func(p *sandbox.Profile) *string { return &p.Time }),
		list("device", func(p *sandbox.Profile) *[]string { return &p.Devices }),
		word("session", func(p *sandbox.Profile) *string { return &p.Session }),
	}
}

// EnvKeep is the flag for variables that stay. It is the only one whose value may be left out.
const EnvKeep = "env-keep"

// Of returns the arguments of fencepost-run that stand for the profile, without the command.
func Of(p *sandbox.Profile) []string {
	var out []string
	for _, f := range Known() {
		name := "--" + f.Names[0]
		if len(f.Names[0]) == 1 {
			name = name[1:]
		}
		for _, v := range f.Get(p) {
			switch {
			case f.Bare && v == "true":
				out = append(out, name)
			case f.Bare:
				out = append(out, name+"="+v)
			default:
				out = append(out, name, v)
			}
		}
	}
	return out
}

// Decode reads a profile as JSON. It takes nothing that it does not know.
func Decode(data []byte) (*sandbox.Profile, error) {
	p := &sandbox.Profile{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something stands behind it")
	}
	return p, check(p)
}

// check looks at all values as if they were given as flags.
func check(p *sandbox.Profile) error {
	for _, f := range Known() {
		for _, v := range f.Get(p) {
			if err := f.Set(&sandbox.Profile{}, v); err != nil {
				return errors.New("--" + f.Names[0] + " " + strconv.Quote(v) + ": " + err.Error())
			}
		}
	}
	return Complete(p)
}

// Complete finds what does not go together, and gives empty fields their values.
func Complete(p *sandbox.Profile) error {
	for field, usual := range map[*string]string{&p.Secrets: "home", &p.Tmp: "private",
		&p.Background: "keep", (*string)(&p.Level): string(sandbox.LevelFull)} {
		*field = cmp.Or(*field, usual)
	}
	filtered := len(p.Allow)+len(p.Localhost)+len(p.Publish.Ports) > 0 || p.Publish.Auto
	switch {
	case p.Network == "" && (filtered || p.Session != ""): // what a session shares is served
		p.Network = sandbox.NetFiltered
	case p.Network == "":
		p.Network = sandbox.NetNone
	case p.Network != sandbox.NetFiltered && filtered:
		return errors.New("-n, --localhost and --publish need --net filtered, not " + string(p.Network))
	case p.Network == sandbox.NetOpen && len(p.Deny)+len(p.DenyResolved) > 0:
		return errors.New("--deny and --deny-resolved need --net filtered: " +
			"an open network refuses nothing")
	}
	return nil
}

// list is a flag that may be given more than once.
func list(names string, of func(p *sandbox.Profile) *[]string) Flag {
	return Flag{Names: strings.Fields(names), Get: func(p *sandbox.Profile) []string { return *of(p) },
		Set: func(p *sandbox.Profile, s string) error {
			if s == "" {
				return errEmpty
			}
			*of(p) = append(*of(p), s)
			return nil
		}}
}

var errEmpty = errors.New("it is empty")

// word is a flag with one of a few values, of which the first is the default; or with any value.
func word(name string, of func(p *sandbox.Profile) *string, values ...string) Flag {
	return Flag{Names: []string{name},
		Get: func(p *sandbox.Profile) []string {
			if s := *of(p); s != "" && (len(values) == 0 || s != values[0]) {
				return []string{s}
			}
			return nil
		},
		Set: func(p *sandbox.Profile, s string) error {
			if len(values) > 0 && !slices.Contains(values, s) {
				return errors.New("it is one of " + strings.Join(values, ", "))
			}
			*of(p) = s
			return nil
		}}
}

// amount is a flag with a limit.
func amount(name string, of func(p *sandbox.Profile) *string) Flag {
	f := word(name, of)
	set := f.Set
	f.Set = func(p *sandbox.Profile, s string) error {
		if sandboxconf.Amount(name, s) == 0 {
			return errors.New("it is no limit. Write 512M or 4G of memory, a number of processes, a time as 10m")
		}
		return set(p, s)
	}
	return f
}

func bare(name string, of func(p *sandbox.Profile) *bool) Flag {
	return Flag{Names: []string{name}, Bare: true,
		Get: func(p *sandbox.Profile) []string {
			if *of(p) {
				return []string{"true"}
			}
			return nil
		},
		Set: func(p *sandbox.Profile, s string) (err error) {
			*of(p), err = strconv.ParseBool(s)
			return err
		}}
}

func numbers(ports []int) []string {
	var out []string
	for _, n := range ports {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

func addPort(to *[]int, s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 65535 {
		return errors.New("a port is a number from 1 to 65535")
	}
	*to = append(*to, n)
	return nil
}

func published(p *sandbox.Profile) []string {
	out := numbers(p.Publish.Ports)
	if p.Publish.Auto {
		out = append(out, "auto")
	}
	return out
}

func addPublish(p *sandbox.Profile, s string) error {
	if s == "auto" {
		p.Publish.Auto = true
		return nil
	}
	if addPort(&p.Publish.Ports, s) != nil {
		return errors.New("a port is a number from 1 to 65535, or auto")
	}
	return nil
}

func reasons(p *sandbox.Profile) []string {
	var out []string
	for _, r := range p.Reasons {
		out = append(out, r.Host+"="+r.Text)
	}
	return out
}

func addReason(p *sandbox.Profile, s string) error {
	host, text, ok := strings.Cut(s, "=")
	if !ok || host == "" || text == "" {
		return errors.New("write an entry of --deny and what is said of it: --reason evil.example=TEXT")
	}
	p.Reasons = append(p.Reasons, sandboxconf.Reason{Host: host, Text: text})
	return nil
}

func addVariable(p *sandbox.Profile, s string) error {
	name, _, ok := strings.Cut(s, "=")
	if !ok || strings.Contains(name, "*") || !isVariable(name) {
		return errors.New("write a variable and its value: --set NAME=VALUE")
	}
	p.Set = append(p.Set, s)
	return nil
}

func scrubbed(p *sandbox.Profile) []string {
	switch {
	case p.Scrub == nil:
		return nil
	case len(p.Scrub) == 0:
		return []string{"none"}
	}
	return []string{strings.Join(p.Scrub, ",")}
}

func addClasses(p *sandbox.Profile, s string) error {
	if p.Scrub == nil {
		p.Scrub = []string{}
	}
	if s == "none" {
		return nil
	}
	for c := range strings.SplitSeq(s, ",") {
		if !slices.Contains(envscrub.Classes(), c) {
			return errors.New("the classes are " + strings.Join(envscrub.Classes(), ", ") +
				", with commas between; or write none")
		}
		p.Scrub = append(p.Scrub, c)
	}
	return nil
}

func kept(p *sandbox.Profile) []string {
	var out []string
	if p.KeepAll {
		out = append(out, "true")
	}
	if len(p.Keep) > 0 {
		out = append(out, strings.Join(p.Keep, ","))
	}
	return out
}

// KeepNames reads names of variables that stay, with stars for any text.
func KeepNames(p *sandbox.Profile, s string) error {
	if s == "true" {
		p.KeepAll = true
		return nil
	}
	names := strings.Split(s, ",")
	if slices.ContainsFunc(names, func(n string) bool { return !isVariable(n) }) {
		return errors.New("write names of variables, with commas between: --env-keep AWS_PROFILE,MY_*")
	}
	p.Keep = append(p.Keep, names...)
	return nil
}

// isVariable reports whether a text is the name of a variable, perhaps with stars. Stars alone would
// be all variables: the flag without a name says that.
func isVariable(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' || strings.Trim(s, "*") == "" {
		return false
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_*"
	return strings.Trim(s, letters) == ""
}
