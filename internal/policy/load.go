package policy

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/rule"
)

// Source says where the layers are.
type Source struct {
	Home    string  // the directory whose .claude holds the user's layer; "" for none
	Project string  // the project's directory; "" for none, or where Found says it
	Found   Project // the same, if Find returned it: its config is not looked for again
	Presets Presets // the compiled presets; nil for none

	Baked []rule.Baked // the organisation policies among them

	Managed string // the config for everybody on the machine (ManagedFile); "" for none

	// what Load returned for the same home, presets and policies when there was no config; it returns
	// that again
	Plain *Policy

	Trusted bool      // judge as if a person had trusted the project's config
	Foreign bool      // judge as if nobody had trusted it
	Inner   []Project // nearer to the call, with a config and no .git: their configs only restrict

	// For a look at what other configs would say: these files take the place of the person's config
	// and of the project's, which then counts in full. The documents count as if they stood in the
	// person's config, too.
	ForPerson, ForProject []string
	Added                 []*Document
}

// other reports whether the source names configs that nobody has put in force.
func (src *Source) other() bool {
	return len(src.ForPerson)+len(src.ForProject)+len(src.Added) > 0
}

// Presets finds compiled presets. Package gen implements it.
type Presets interface {
	Lookup(name string) (rule.RuleSet, bool)
	Imports(name string) []string // what the preset itself imports
	Names() []string              // every preset, sorted

	// Scopes are the scopes of the presets that have a number; Scope returns the number, 0 for none
	Scopes() *rule.ScopeTable
	Scope(name string) uint8
}

// DefaultPreset applies where there is no config file in any layer, unless an organisation policy
// names another.
const DefaultPreset = "recommended"

// Policy is what all layers together say.
type Policy struct {
	// enforced ones, then imported presets before the files that import them, user before project
	Sets      []rule.RuleSet
	Scopes    rule.Scopes   // what these can speak of
	Settings  rule.Settings // scalars and lists of all layers; unset where none says anything
	Documents []*Document   // the files, in the order in which they apply
	Files     []string      // their paths
	Errors    []Problem     // any: every call is denied
	Warnings  []Problem     // rules that were dropped
	Default   bool          // no file that counts in full says otherwise: Standard() applies
	Plain     bool          // there was no config, nor anything in its place: it is so for every project

	Trust     TrustState // of the project's config
	Untrusted int        // how many of Sets, the last ones, are of configs that nobody has trusted

	Baked    []rule.Baked // organisation policies that are built in, whether or not they apply
	Enforced int          // how many of Sets, the first ones, are of enforced policies
	Apart    int          // how many of these are of the first policy, which stands above all others

	HandedOut []*HandedOut // policies that the person's config names, as they were read
	// policy files that the person's config names, and their signatures; absolute
	Guarded []string

	says       bool // there is a config that says more than which policy is in force
	handsOut   bool // a config names a policy that an organisation hands out
	handed     []handed
	enforcedBy []enforcedBy
	home       string
	standard   string        // what an organisation policy says of DefaultPreset; "" for nothing
	locked     rule.Settings // what the enforced policies set
	below      rule.Settings // what all sets but the untrusted ones set
	compare    below         // what the project's config is compared with, where it is not trusted
	notTrusted []*Document   // the documents that are not trusted
	switches   []Switch      // what the layers switch in presets
	sources    []source      // the project's config as it was read
	projectDir string        // of the project's config
	presets    Presets
	imported   []string
}

// roomForSets is about the number of presets, all of which are in force without a config.
const roomForSets = 32

// Load reads the layers and merges them. It never fails: what is wrong is in Errors.
func Load(src Source) *Policy {
	managed, user, project := src.layers()
	plain := !managed.there && !user.there && !project.there && len(src.Inner) == 0 && !src.other()
	if plain && src.Plain != nil {
		return src.Plain
	}
	p := &Policy{Plain: plain, home: src.Home, presets: src.Presets,
		Sets: make([]rule.RuleSet, 0, roomForSets), imported: make([]string, 0, roomForSets)}
	if src.Presets != nil {
		p.Scopes.Table = src.Presets.Scopes()
	}
	everybody, person := p.read(managed), p.read(user)
	if p.handsOut {
		p.readHandedOut(everybody.docs)
		p.readHandedOut(person.docs)
	}
	if len(src.Baked)+len(p.handed) > 0 {
		p.loadBaked(src.Baked)
	}
	for i := range p.handed {
		p.says = p.says || len(p.handed[i].configs) > 0
		p.add(layer{docs: p.handed[i].configs}, inFull)
	}
	p.add(everybody, inFull)
	p.add(person, inFull)
	p.add(layer{docs: src.Added}, inFull)
	if project.there || len(src.Inner) > 0 {
		p.loadProject(&src, project)
	}
	if !p.says {
		p.importStandard()
	}
	if len(p.switches) > 0 {
		p.applySwitches()
	}
	p.mergeSettings()
	return p
}

// importStandard puts the preset in force that applies where the person says nothing.
func (p *Policy) importStandard() {
	if len(p.Errors) > 0 {
		return
	}
	p.Default = true
	if p.presets != nil {
		p.importPreset(p.Standard())
	}
}

// layers looks for the configs of all layers.
func (src *Source) layers() (managed, user, project *located) {
	managed, user, project = &nothing, &nothing, &nothing
	if src.Managed != "" {
		managed = locateManaged(src.Managed)
	}
	if src.Home != "" {
		user = locate(src.Home)
	}
	switch {
	case src.Found.Is && src.Found.found != nil && src.Found.Dir != src.Home:
		project = src.Found.found
	case src.Found.Is && src.Found.Dir != src.Home:
		project = locate(src.Found.Dir)
	case !src.Found.Is && src.Project != "" && src.Project != src.Home:
		project = locate(src.Project)
	}
	if len(src.ForPerson) > 0 {
		user = &located{files: src.ForPerson, there: true}
	}
	if len(src.ForProject) > 0 {
		project = &located{files: src.ForProject, there: true}
	}
	return managed, user, project
}

// standing says what of a layer counts.
type standing bool

const (
	inFull     standing = true
	restricted standing = false // nothing that loosens
)

// layer is what the files of one layer hold.
type layer struct {
	docs    []*Document
	sources []source
}

// read reads the files of one layer.
func (p *Policy) read(l *located) layer {
	p.Warnings = append(p.Warnings, l.warnings...)
	if l.problem.Text != "" {
		p.Errors = append(p.Errors, l.problem)
		return layer{}
	}
	var out layer
	for _, file := range l.files {
		p.Files = append(p.Files, file)
		data, err := owner.Read(file, MaxSize, owner.Anyone)
		if err == owner.ErrTooLarge {
			data, err = make([]byte, MaxSize+1), nil // Read refuses it without looking at it
		}
		if err != nil {
			p.says = true
			p.Errors = append(p.Errors, unreadable(file, err))
			continue
		}
		doc, errors, warnings := Read(file, data)
		p.Errors = append(p.Errors, errors...)
		p.Warnings = append(p.Warnings, warnings...)
		p.says = p.says || !doc.Bare
		p.handsOut = p.handsOut || doc.Policy != ""
		out.docs, out.sources = append(out.docs, doc), append(out.sources, source{file, data, doc.Sum})
	}
	return out
}

// add puts the rules of a layer in force. The presets that any of its files imports come before the
// rules of all of them. What a file switches counts in a layer that counts in full. There a file
// that only imports needs no rule set.
func (p *Policy) add(l layer, how standing) {
	for _, doc := range l.docs {
		switches := false
		for i := range doc.Import {
			e := &doc.Import[i]
			switches = switches || len(e.Off)+len(e.Ask) > 0
			if e.Preset == "all" && p.presets != nil {
				for _, name := range p.presets.Names() {
					p.importPreset(name)
				}
			} else if !p.importPreset(e.Preset) && IsPresetName(e.Preset) { // Read has refused other names
				p.Errors = append(p.Errors, Problem{File: doc.File, Line: e.Pos.Line, Col: e.Pos.Col,
					Text: "unknown preset " + Quote(e.Preset), Mend: p.presetMend(e.Preset)})
			}
		}
		if switches {
			list, problems := Switches(doc, p.presets)
			p.Errors = append(p.Errors, problems...)
			if how == inFull {
				p.takeSwitches(list)
			}
		}
	}
	for _, doc := range l.docs {
		p.Documents = append(p.Documents, doc)
		if how == restricted || !doc.OnlyImports {
			p.Sets = append(p.Sets, NewRuleSet(doc.File, doc))
			p.Scopes.Add(0)
		}
	}
}

func (p *Policy) presetMend(name string) string {
	if p.presets == nil {
		return "this build has no presets"
	}
	names := append(slices.Clone(p.presets.Names()), "all")
	return DidYouMean(name, names)
}

// importPreset adds a preset behind those that it imports itself, each once. It reports whether all
// of them exist.
func (p *Policy) importPreset(name string) bool {
	if slices.Contains(p.imported, name) {
		return true
	}
	if p.presets == nil {
		return false
	}
	set, ok := p.presets.Lookup(name)
	if !ok {
		return false
	}
	p.imported = append(p.imported, name)
	for _, other := range p.presets.Imports(name) {
		ok = p.importPreset(other) && ok
	}
	p.Sets = append(p.Sets, set)
	p.Scopes.Add(p.presets.Scope(name))
	return ok
}

// Presets returns the names of the presets in force, imported ones included.
func (p *Policy) Presets() []string { return slices.Clone(p.imported) }

// Failure returns the errors as one text for the reason of a denial, the first one in full, or ""
// if there is none.
func (p *Policy) Failure() string {
	if len(p.Errors) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(p.Errors[0].String())
	switch more := len(p.Errors) - 1; more {
	case 0:
	case 1:
		b.WriteString("; and one more error")
	default:
		b.WriteString("; and " + Number(int64(more), true) + " more errors")
	}
	return b.String()
}
