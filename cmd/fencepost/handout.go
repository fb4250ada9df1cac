package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/sshsig"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/handout"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// handOut makes a policy file.
type handOut struct {
	out, key string
}

// handedOut is the policy file that was made.
type handedOut struct {
	File      string       `json:"file"`
	Bytes     int          `json:"bytes"`
	Signature string       `json:"signature,omitempty"`
	Key       string       `json:"policyKey,omitempty"`
	Print     string       `json:"fingerprint,omitempty"` // of the key
	Members   []handedFile `json:"policies"`
}

// handedFile is one file of it.
type handedFile struct {
	File     string `json:"file"`
	Name     string `json:"name,omitempty"`
	Version  string `json:"version,omitempty"`
	Enforced bool   `json:"enforced"`
	Default  string `json:"default,omitempty"`
	Hash     string `json:"sha256"`
	Rules    tally  `json:"rules"`
}

func (h *handOut) run(s stdio, dir string, asJSON bool, operands []string) int {
	if h.out == "" {
		return s.fail("compile: name the file to make: fencepost compile -o FILE")
	}
	out, err := filepath.Abs(h.out)
	if err != nil {
		return s.fail("compile: %v", err)
	}
	files, err := policyFiles(dir, operands)
	if err != nil {
		return s.fail("compile: %s", err)
	}
	members, problems := handout.Members(out, files)
	if len(problems) == 0 {
		problems = checkPolicy(members)
	}
	printProblems(s, s.style.red("error"), problems)
	if len(problems) > 0 {
		s.printf("%s: not made\n", h.out)
		return exitFailed
	}
	if !asJSON {
		for i := range members {
			printProblems(s, s.style.yellow("warning"), policy.RiskyAllows(members[i].Document))
		}
	}
	this := version.This()
	data := handout.Encode(this.Version, files)
	if len(data) > policy.MaxPolicy {
		return s.fail("compile: the policy is larger than %d bytes; make two files", policy.MaxPolicy)
	}
	made := handedOut{File: out, Bytes: len(data)}
	for i := range members {
		made.add(&members[i], files[i].Name)
	}
	if err := h.write(out, data, &made); err != nil {
		return s.fail("compile: %s", cause(err))
	}
	if asJSON {
		s.json(made)
	} else {
		made.print(s, h.out)
	}
	return exitOK
}

// policyFiles reads the files of a policy: those that are named, all of a directory, or without any
// the configs that count here.
func policyFiles(dir string, operands []string) ([]handout.File, error) {
	var paths []string
	for _, name := range operands {
		info, err := os.Stat(name)
		if err != nil {
			return nil, errors.New(name + ": " + cause(err))
		}
		if !info.IsDir() {
			paths = append(paths, name)
			continue
		}
		inside, _ := filepath.Glob(filepath.Join(name, "*.yaml"))
		if len(inside) == 0 {
			return nil, fmt.Errorf("there are no files *.yaml in %s", name)
		}
		paths = append(paths, inside...)
	}
	if len(operands) == 0 {
		var err error
		if paths, err = configsHere(dir); err != nil {
			return nil, err
		}
	}
	var files []handout.File
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, errors.New(path + ": " + cause(err))
		}
		f := handout.File{Name: filepath.Base(path), Data: data, Shown: path}
		taken := func(other handout.File) bool { return other.Name == f.Name }
		for n := 2; slices.ContainsFunc(files, taken); n++ {
			f.Name = fmt.Sprintf("%d-%s", n, filepath.Base(path))
		}
		if !handout.IsName(f.Name) {
			return nil, fmt.Errorf("%s: give the file a name of plain letters and digits", path)
		}
		files = append(files, f)
	}
	return files, nil
}

// configsHere are the configs that count in full in a directory.
func configsHere(dir string) ([]string, error) {
	g, cwd, err := gateAt(dir, gate.Options{})
	if err != nil {
		return nil, err
	}
	p, _, _ := g.Policy(cwd)
	switch {
	case len(p.Errors) > 0:
		return nil, errors.New(p.Failure())
	case p.Trust == policy.NotTrusted || p.Trust == policy.Changed:
		return nil, errors.New("the project's config is " + p.Trust.String() +
			": run `fencepost trust`, or name the files of the policy")
	case len(p.Files) == 0:
		return nil, errors.New("there is no config here; name the files of the policy, or their directory")
	}
	return p.Files, nil
}

// checkPolicy looks for what the files must not have together, or together with the bundled
// presets.
func checkPolicy(members []policy.Member) []policy.Problem {
	problems := policy.TryHandedOut(members, gen.Presets{}).Errors
	inForce := false
	first := ""
	var enforced [][]*policy.Document
	for i := range members {
		doc := members[i].Document
		b := &doc.Baked
		inForce = inForce || members[i].Name == "" || b.Enforced == rule.True || b.Default != ""
		if b.Default != "" && first != "" && b.Default != first {
			pos := doc.ScalarPos("baked.default")
			problems = append(problems, policy.Problem{File: doc.File, Line: pos.Line, Col: pos.Col,
				Text: "default: " + b.Default + " contradicts default: " + first + " of another file",
				Mend: "remove one of the two"})
		} else if b.Default != "" {
			first = b.Default
		}
		if b.Enforced == rule.True {
			enforced = append(enforced, withImports(doc, members, nil))
		}
	}
	if !inForce {
		problems = append(problems, policy.Problem{File: members[0].Document.File, Line: 1, Col: 1,
			Text: "nothing of this policy would be in force: no file is enforced, or the default",
			Mend: `write baked: {name: NAME, version: "1", enforced: true} at the top of a file`})
	}
	if len(problems) == 0 {
		problems = policy.Conflicts(enforced)
	}
	return problems
}

// withImports returns a file of a policy behind all that it imports, each once.
func withImports(doc *policy.Document, members []policy.Member,
	seen []*policy.Document) []*policy.Document {
	same := func(other *policy.Document) bool { return other.File == doc.File }
	if slices.ContainsFunc(seen, same) {
		return seen
	}
	for _, e := range doc.Import {
		i := slices.IndexFunc(members, func(m policy.Member) bool { return m.Name == e.Preset })
		if i >= 0 {
			seen = withImports(members[i].Document, members, seen)
		} else if text := gen.Source(e.Preset); text != "" {
			preset, _, _ := parse.Parse("preset "+e.Preset, []byte(text), policy.Organisation)
			seen = withImports(preset, members, seen)
		}
	}
	return append(seen, doc)
}

// write writes the file, and its signature where there is a key. What is there is replaced as a
// whole.
func (h *handOut) write(out string, data []byte, made *handedOut) error {
	var sig []byte
	if h.key != "" {
		var err error
		if sig, err = signed(h.key, data); err != nil {
			return err
		}
		key, err := sshsig.SignedWith(sig)
		if err == nil {
			err = sshsig.Verify(key, handout.Namespace, data, sig)
		}
		if err != nil {
			return fmt.Errorf("the signature with %s is not valid: %w", h.key, err)
		}
		made.Signature, made.Key, made.Print = policy.SignatureOf(out), key.String(), key.Fingerprint()
	}
	if err := replaceFile(out, data, 0o644); err != nil || sig == nil {
		return err
	}
	return replaceFile(policy.SignatureOf(out), sig, 0o644)
}

// signed has ssh-keygen sign: it knows passphrases, agents and keys on devices.
func signed(key string, data []byte) ([]byte, error) {
	path, err := exec.LookPath("ssh-keygen")
	if err != nil {
		return nil, errors.New("ssh-keygen, which signs the file, is not here; install OpenSSH, or " +
			"sign the file elsewhere")
	}
	c := exec.Command(path, "-Y", "sign", "-f", key, "-n", handout.Namespace)
	var sig, says bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(data), &sig, &says
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("ssh-keygen does not sign with %s: %s", key,
			oneLine(strings.TrimSpace(says.String())))
	}
	return sig.Bytes(), nil
}

// replaceFile puts a text in the place of a file in one step.
func replaceFile(path string, data []byte, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func (m *handedOut) add(one *policy.Member, file string) {
	b := &one.Document.Baked
	m.Members = append(m.Members, handedFile{File: file, Name: one.Name, Version: b.Version,
		Enforced: b.Enforced == rule.True, Default: b.Default, Hash: one.Hash,
		Rules: count(one.Document)})
}

func (m *handedOut) print(s stdio, as string) {
	s.printf("%s: %s, %d bytes\n", as, plural(len(m.Members), "file"), m.Bytes)
	for _, f := range m.Members {
		what := "a config below everybody's own"
		if f.Name != "" {
			what = strings.TrimSpace(f.Name + " " + f.Version)
			if f.Enforced {
				what += ", enforced"
			}
			if f.Default != "" {
				what += ", default " + f.Default
			}
		}
		s.printf("  %s: %s  %s\n", f.File, what, s.style.dim(f.Rules.String()))
	}
	if m.Key == "" {
		s.printf("Sign it with a key of `ssh-keygen -t ed25519 -f KEY`:\n"+
			"  ssh-keygen -Y sign -n %s -f KEY %s\n", handout.Namespace, as)
		return
	}
	s.printf("signed with the key %s: %s\n", m.Print, policy.SignatureOf(as))
	s.printf("To use the policy, put both files where nobody else can write, and add to "+
		confighome.Person+":\n  policy: %s\n  policyKey: %s\n", m.File, m.Key)
}
