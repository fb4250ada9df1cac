//go:build linux

package tooltest

import (
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// TestSettingsOfSSH runs ssh where settings of the machine include others, as on most: it ends
// where those seem to be somebody else's.
func TestSettingsOfSSH(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not run: only root can put settings of ssh in a mount namespace")
	}
	if out, err := exec.Command("unshare", "-m", "true").CombinedOutput(); err != nil {
		t.Skipf("not run: %v %s", err, out)
	}
	uid := world.Somebody(t)
	const script = `mount -t tmpfs -o mode=755 none /etc/ssh && mkdir /etc/ssh/conf.d || exit
echo 'Include /etc/ssh/conf.d/*.conf' > /etc/ssh/ssh_config
printf 'Host forge\n  User somebody\n' > /etc/ssh/conf.d/a.conf
chmod -R u=rwX,go=rX /etc/ssh
exec setpriv --reuid "$0" --regid "$0" --clear-groups "$@"`
	for engine, works := range engines {
		t.Run(engine, func(t *testing.T) {
			works(t, uid)
			m := newMachine(t, engine)
			c := exec.Command("unshare", "-m", "sh", "-c", script, strconv.Itoa(uid),
				m.dir+"/bin/fencepost-run", "-n", "forge", "--", "/usr/bin/ssh", "-G", "forge")
			c.Dir = m.dir
			out, err := c.CombinedOutput()
			if err != nil || lines(string(out), "user ") != "user somebody" {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
