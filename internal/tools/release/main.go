// Command release makes all that a release consists of: archives, packages, the npm packages that
// are plugins too, an installer, a list of what was built in, checksums and a signature. The same
// commit gives the same bytes in every directory. docs/testing.md says how a release is made.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// release is one run of the command.
type release struct {
	Version string // without the v of the tag
	date    time.Time
	targets []target
	helpers string // programs that other machines have built: DIR/OS-ARCH/fencepost-interp
	key     string // the secret key of minisign
	out     string // what is published
	tmp     string // OS-ARCH/ holds what the archive of a target holds
}

func main() {
	r := &release{}
	list := flag.String("targets", allTargets, "what to build for, as OS/ARCH, with spaces between")
	flag.StringVar(&r.out, "out", "dist", "where everything goes: a directory that does not exist yet")
	flag.StringVar(&r.helpers, "helpers", "",
		"a directory with OS-ARCH/fencepost-interp, built by native compilers")
	flag.StringVar(&r.key, "sign", "", "the file with the secret key of minisign; none leaves it unsigned")
	flag.Parse()
	err := errors.New("it takes no arguments but flags")
	if flag.NArg() == 0 {
		err = r.run(*list)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func (r *release) run(list string) (err error) {
	if r.targets, err = readTargets(list); err != nil {
		return err
	}
	if err = r.source(); err != nil {
		return err
	}
	if r.tmp, err = os.MkdirTemp("", "fencepost-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.tmp)
	if err = os.Mkdir(r.out, 0o755); err != nil {
		return err
	}
	for _, step := range []func() error{r.build, r.texts, r.archives, r.packages, r.npm, r.sbom,
		r.templates, r.sums, r.sign} {
		if err := step(); err != nil {
			return err
		}
	}
	fmt.Println("made", r.out)
	return nil
}

var tagged = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// source holds that what is released is a tagged commit and nothing else. Go's linker writes the tag
// into the programs.
func (r *release) source() error {
	tag, err := output("git", "tag", "--points-at", "HEAD", "--list", "v[0-9]*")
	if err != nil || !tagged.MatchString(tag) {
		return fmt.Errorf("this commit needs one tag with a version, such as v0.1.0, and has %q (%v)", tag, err)
	}
	r.Version = tag[1:]
	if changes, err := output("git", "status", "--porcelain"); err != nil || changes != "" {
		return fmt.Errorf("there are changes that are not in the commit (%v):\n%s", err, changes)
	}
	log, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	if !strings.Contains(string(log), "\n## "+r.Version+"\n") {
		return fmt.Errorf("CHANGELOG.md has no section %q", "## "+r.Version)
	}
	stamp, err := output("git", "log", "-1", "--format=%cI")
	if err != nil {
		return err
	}
	r.date, err = time.Parse(time.RFC3339, stamp)
	r.date = r.date.UTC()
	return err
}

// sign signs the checksums. The signature is of minisign's older form, which is one of Ed25519 over
// the file itself, so that the installer can verify it with OpenSSL too.
func (r *release) sign() error {
	if r.key == "" {
		fmt.Println("not signed: docs/testing.md says how")
		return nil
	}
	c := exec.Command("minisign", "-S", "-l", "-s", r.key, "-t", "fencepost "+r.Version,
		"-m", filepath.Join(r.out, sumsFile))
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	return c.Run()
}

// output is what a program prints, without the line's end.
func output(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	return strings.TrimRight(string(out), "\n"), err
}
