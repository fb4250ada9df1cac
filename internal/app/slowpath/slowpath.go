// Package slowpath asks the program for people what the one that judges calls cannot do, since it
// links no library for it: to compile a config, to check who has signed a policy, and to read YAML
// and TOML of the project.
package slowpath

import (
	"errors"
	"io"

	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// Program is who is asked.
const Program = "fencepost"

// Command is its command, which is for this package alone. Behind it stands the id of the build of
// the program that asks (one of another build is refused), and one of:
//
//	compile STORE FILE   standard input holds the config; prints it compiled, and keeps it in STORE
//	policy STORE FILE    standard input holds key, signature and file of a policy that was handed out
//	                     (Texts); prints what was found of it, and keeps it in STORE
//	tree STORE FORM      standard input is YAML or TOML; prints the tree of tasks.ReadTree, and keeps it
//
// A status that is not 0 means that it could not be done.
const Command = "assist"

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 64 << 20

var (
	errFailed  = errors.New(Program + " beside this program did not do it")
	errForeign = errors.New(Program + " beside this program is of another build; " + siblings.Mend)
	errSize    = errors.New(Program + " beside this program said too much")
)

// ask starts the program, gives it the input and returns what it prints. At the last resort of the
// call it is ended.
func ask(input []byte, args ...string) ([]byte, error) {
	path, err := siblings.Find(Program)
	if err != nil {
		return nil, errors.New(Program + ", which has to do it, is not beside this program")
	}
	p, err := siblings.Start(path, append([]string{Program, Command, siblings.ThisBuild()}, args...),
		nil, deadline())
	if err != nil {
		return nil, err
	}
	defer p.Close()
	// What cannot be written is seen in the status: the program reads all before it answers.
	_, _ = p.Write(input)
	p.CloseWrite()
	out, err := io.ReadAll(io.LimitReader(p, maxAnswer+1))
	switch {
	case len(out) > maxAnswer:
		return nil, errSize
	case err == nil && p.Wait():
		return out, nil
	case siblings.Foreign(path, nil):
		return nil, errForeign
	case err != nil:
		return nil, err
	}
	return nil, errFailed
}
