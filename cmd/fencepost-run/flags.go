package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/flags"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// options are what the command line says.
type options struct {
	sandbox.Profile

	profile   string // as JSON; "" for none
	profileFD int    // the open file with it; -1 for none
	engine    string
	planFile  string
	report    string
	reportRun string
	run       string // the name of this run
	stop      string
	build     string // that of the program that starts this one; "" for none
	sweep     []byte // what the sweep has to know, as JSON

	explain, calls, probe, json, fresh, apparmor, version, list bool

	command []string
}

const usage = `fencepost-run [FLAGS] -- COMMAND [ARGUMENT...]
fencepost-run [FLAGS] 'SHELL TEXT'

Runs a command in a sandbox. It writes only what the flags name, reads no credentials and reaches no
host that the flags do not name. docs/sandbox-run.md explains each flag.

  -w PATH             let the command write PATH and all below it (repeat it for more; globs work)
  --read-only PATH    keep PATH as it is, although it lies below a path that may be written
  -r PATH             let the command read PATH although it is hidden
  --hide PATH         hide PATH from the command
  --own DIR           let the command write DIR, and hide all that lies beside it now or later
  --secrets MODE      home (default): hide credentials of the home directory;
                      project: those below the writable paths too; open: hide none
  --lift PATH         let the command change or make a protected file, because a person agreed;
                      or let a directory become a bare repository
  --exact             run nothing if a link leads to what -w, -r or --lift names
  --history PATH      let only git change this file or work tree: protected files in it
                      may become what its commits have
  --report FILE       write to FILE what was planted, and where it is now, as JSON
  --report-run FILE   write to FILE what ran, what was refused and how it ended, as JSON
  --git-config        let the command write the settings of git repositories
  --net MODE          none (default without -n), filtered (default with -n), open
  -n HOST[:PORT]      let the command reach this host
  --deny HOST[:PORT]  refuse this host although -n allows it ("*.example")
  --reason ENTRY=TEXT what to say if this entry of --deny refuses a host
  --deny-resolved RANGE
                      refuse names that lead to these addresses (10.0.0.0/8)
  --localhost PORT    let the command reach this port of the machine
  --publish PORT      let the machine reach this port of the run; auto: all that the command opens
  --socket PATH       let the command reach this Unix socket of the machine
  --tmp MODE          private (default) or shared
  --env-keep [NAMES]  keep these variables although they may be credentials (AWS_PROFILE,MY_*);
                      without names: the whole environment
  --scrub CLASSES     which variables to remove: agent,ci,cloud,session (default), named, or none
  --set NAME=VALUE    set a variable of the command
  --background MODE   keep (default): processes may outlive the command; kill: they end with it
  --memory N          limit the memory of all its processes (512M, 4G), by a cgroup
  --processes N       limit the number of its processes, by a cgroup
  --time T            end the run after this time (90s, 10m)
  --device PATH       let the command use this device (/dev/kvm), or all in a directory
  --session ID        let runs of one session reach each other's ports at localhost
  --list              list the runs that go on, with their ports; --json: for programs
  --stop WHICH        end a run, a session, or all
  --level LEVEL       what the machine has to keep at least: full (default), files, reduced
  --engine ENGINE     native, bwrap, landlock or seatbelt
  --plan FILE         read flags from FILE, one a line
  --profile JSON      say what the run may do as JSON, in place of the flags above
  --profile-fd N      read that JSON from the open file N
  --explain           print the plan, and run nothing; --calls: its system calls
  --probe             say what this machine can keep, and run nothing; --json: for programs;
                      --fresh: try again, even if an earlier probe found the answer
  --build ID          run nothing if this program is of another build (--version)
  --apparmor          print the AppArmor profile that lets this program make namespaces (Ubuntu 24.04)

The exit status is that of the command, or 128 plus the signal that ended it. It is 125 if the sandbox
could not be made: nothing has run. It is 126 or 127 if the command could not start. It is 1 instead of
0 if the sandbox kept git from changing files that git says it changed.
`

// oneOf is a flag with a few values.
func oneOf(fs *flag.FlagSet, name string, to *string, values ...string) {
	fs.Func(name, "", func(s string) error {
		for _, v := range values {
			if s == v {
				*to = s
				return nil
			}
		}
		return errors.New("it is one of " + strings.Join(values, ", "))
	})
}

// parse reads the command line. All that is wrong with it is said before anything runs.
func parse(args []string) (*options, error) {
	o := &options{run: report.NewName(), profileFD: -1}
	fs := flag.NewFlagSet("fencepost-run", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	o.define(fs)
	if err := o.parseFlags(fs, args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, fmt.Errorf("%w. fencepost-run --help lists the flags", err)
	}
	o.command = fs.Args()
	if o.planFile != "" {
		if err := o.fromFile(fs); err != nil {
			return nil, err
		}
	}
	if err := o.handedOver(fs); err != nil {
		return nil, err
	}
	return o, o.check(args)
}

// handedOver reads the profile that another program of ours hands over. It is all of it.
func (o *options) handedOver(fs *flag.FlagSet) error {
	data, name := []byte(o.profile), "--profile"
	if o.profileFD >= 0 {
		name = fmt.Sprintf("--profile-fd %d", o.profileFD)
		var err error
		if data, err = readFD(o.profileFD); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	} else if o.profile == "" {
		return nil
	}
	var given error
	for _, known := range flags.Known() {
		fs.Visit(func(f *flag.Flag) {
			if slices.Contains(known.Names, f.Name) {
				given = fmt.Errorf("%s says all that the run may do. Leave --%s out", name, f.Name)
			}
		})
	}
	if given != nil {
		return given
	}
	p, err := flags.Decode(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	o.Profile = *p
	return nil
}

// readFD reads an open file to its end, and closes it.
func readFD(fd int) ([]byte, error) {
	const first = 3
	if fd < first {
		return nil, errors.New("the standard streams are the command's")
	}
	file := os.NewFile(uintptr(fd), "profile")
	defer file.Close()
	return io.ReadAll(file)
}

func (o *options) define(fs *flag.FlagSet) {
	for _, f := range flags.Known() {
		for _, name := range f.Names {
			set := func(s string) error { return f.Set(&o.Profile, s) }
			if f.Bare {
				fs.BoolFunc(name, "", set)
			} else {
				fs.Func(name, "", set)
			}
		}
	}
	oneOf(fs, "engine", &o.engine, "native", "bwrap", "landlock", "seatbelt")
	fs.Func("profile", "", func(s string) error {
		if o.profile = s; s == "" {
			return errors.New("it is empty")
		}
		return nil
	})
	fs.IntVar(&o.profileFD, "profile-fd", -1, "")
	fs.StringVar(&o.planFile, "plan", "", "")
	fs.StringVar(&o.report, "report", "", "")
	fs.StringVar(&o.reportRun, "report-run", "", "")
	fs.StringVar(&o.stop, "stop", "", "")
	fs.StringVar(&o.build, "build", "", "")
	fs.BoolVar(&o.list, "list", false, "")
	fs.BoolVar(&o.explain, "explain", false, "")
	fs.BoolVar(&o.calls, "calls", false, "")
	fs.BoolVar(&o.probe, "probe", false, "")
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.fresh, "fresh", false, "")
	fs.BoolVar(&o.apparmor, "apparmor", false, "")
	fs.BoolVar(&o.version, "version", false, "")
}

// check finds what does not go together.
func (o *options) check(args []string) error {
	if o.build != "" && o.build != siblings.ThisBuild() {
		return errors.New("it is of another build than the fencepost-hook that starts it; " + siblings.Mend)
	}
	if err := flags.Complete(&o.Profile); err != nil {
		return err
	}
	if o.probe || o.apparmor || o.version || o.list || o.stop != "" {
		return nil
	}
	if err := o.checkSession(); err != nil {
		return err
	}
	if (o.engine == "landlock" || runtime.GOOS != "linux") &&
		(o.Memory+o.Processes+o.Time != "" || len(o.Devices) > 0) {
		return errors.New("--memory, --processes, --time and --device need the engine native or bwrap")
	}
	if len(o.command) == 0 {
		return errors.New("no command. Write it behind the flags: fencepost-run -w . -- npm test")
	}
	if len(o.command) == 1 && !dashed(args) && strings.ContainsAny(o.command[0], shellLetters) {
		o.command = []string{shell(), "-c", o.command[0]}
	}
	return nil
}

// shellLetters are those that make a single argument shell text and no name.
const shellLetters = " \t\n;|&<>$`*?'\"()"

// shell is the one that shell text is for.
func shell() string {
	if s := os.Getenv("SHELL"); strings.HasSuffix(s, "/bash") || strings.HasSuffix(s, "/zsh") {
		return s
	}
	return "/bin/bash"
}

// dashed reports whether -- stands before the only word of a command: it is a name then.
func dashed(args []string) bool { return len(args) > 1 && args[len(args)-2] == "--" }

// fromFile reads the flags of the file that --plan names, an argument a line.
func (o *options) fromFile(fs *flag.FlagSet) error {
	name := o.planFile
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("--plan: %w", err)
	}
	var args []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			args = append(args, line)
		}
	}
	switch err := o.parseFlags(fs, args); {
	case err != nil:
		return fmt.Errorf("--plan %s: %w", name, err)
	case fs.NArg() > 0:
		return fmt.Errorf("--plan %s: %q is no flag. Write an argument a line, as -w=PATH", name,
			fs.Arg(0))
	case o.planFile != name:
		return fmt.Errorf("--plan %s: it names another plan", name)
	}
	return nil
}
