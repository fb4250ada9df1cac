package hook

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// Options reads the arguments of a hook: the name of an agent, and --home DIR, which takes
// the place of HOME and FENCEPOST_HOME: a project's settings can give the agent's hooks another
// environment, but not other arguments. --managed has the config for everybody on the machine read,
// --managed=FILE another one. The mistake says why nothing can be judged.
func Options(args []string) (opt gate.Options, name, mistake string) {
	opt = gate.FromEnvironment()
	opt.Sessions = true
	given := false
	for i := 0; i < len(args); i++ {
		home, attached := strings.CutPrefix(args[i], "--home=")
		managed, named := strings.CutPrefix(args[i], "--managed=")
		switch {
		case attached:
		case args[i] == "--managed" && opt.Managed == "":
			opt.Managed = policy.ManagedFile()
			continue
		case named && opt.Managed == "" && filepath.IsAbs(managed):
			opt.Managed = managed
			continue
		case args[i] == "--home" && i+1 < len(args):
			i++
			home = args[i]
		case args[i] == "--home":
			return opt, name, "the hook's option --home names no directory" + mendHook
		case len(args[i]) > 0 && args[i][0] == '-':
			return opt, name, "the hook has no option " + strconv.Quote(args[i]) + mendHook
		case name != "":
			return opt, name, "the hook is registered for two agents, " + name + " and " + args[i] +
				mendHook
		default:
			name = args[i]
			continue
		}
		if home == OwnHome && !given {
			given = true
			opt.Home, opt.ConfigHome = HomeOfUser(opt.Home), ""
			continue
		}
		if given || !filepath.IsAbs(home) {
			return opt, name, "the hook's option --home needs one absolute directory, not " +
				strconv.Quote(home) + mendHook
		}
		given = true
		opt.Home, opt.ConfigHome = filepath.Clean(home), ""
	}
	return opt, name, ""
}

// OwnHome is the value of --home for entries that serve several users: the home directory of the
// one who runs the hook, as the system's list of users has it.
const OwnHome = "~"

// HomeOfUser is that directory; where the list does not have the user, HOME counts.
func HomeOfUser(environment string) string {
	if home, ok := paths.OwnHome(); ok {
		return home
	}
	return environment
}

const mendHook = " (run `fencepost install` again, or mend the entry in the agent's settings)"
