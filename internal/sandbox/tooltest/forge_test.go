//go:build linux

package tooltest

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// forge starts what a person has who pushes over ssh: an agent with a key, and a host that knows
// it. The key itself lies in ~/.ssh, as keys do. Where a program is missing the rows that need it
// are skipped.
func (w *place) forge(t *testing.T) {
	t.Helper()
	w.repository(t)
	w.wrapSSH(t)
	if w.shell(t, w.dir, nil, "command -v ssh-agent ssh-keygen").Run() != nil {
		return
	}
	w.vars["SSH_AUTH_SOCK"] = w.dir + "/home/agent.sock"
	c := w.shellWithin(t.Context(), w.dir, nil, "exec ssh-agent -D -a $SSH_AUTH_SOCK")
	must(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	script := `set -e; cd ~; rm -f .ssh/id_ed25519*; mkdir -p .ssh remote; chmod 700 .ssh
ssh-keygen -q -t ed25519 -N '' -f .ssh/id_ed25519
ssh-keygen -q -t ed25519 -N '' -f "$W/home/remote/host_key"
until ssh-add -q .ssh/id_ed25519 2>/dev/null; do sleep 0.05; done
echo "forge $(cut -d' ' -f1,2 remote/host_key.pub)" > .ssh/known_hosts
printf 'Host github.com\n  User %s\n  HostKeyAlias forge\n' "$LOGIN" > .ssh/config
git config --global gpg.format ssh; git config --global user.signingkey ~/.ssh/id_ed25519.pub

`
	me, err := user.Current()
	must(t, err)
	env := map[string]string{"LOGIN": me.Username}
	if out, err := w.shell(t, w.dir, env, script).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.daemon(t)
}

// repository is one that the host serves to everybody.
func (w *place) repository(t *testing.T) {
	t.Helper()
	script := `set -e; mkdir ~/site; cd ~/site; git init -q r; cd r; echo a > a; git add a
git commit -qm one; git clone -q --bare . ../r.git; git -C ../r.git update-server-info`
	if w.shell(t, w.dir, nil, "command -v git").Run() != nil {
		return
	}
	if out, err := w.shell(t, w.dir, nil, script).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.hosts.sites["github.com"] = http.FileServer(http.Dir(w.dir + "/home/site"))
}

// wrapSSH has ssh take the home directory from the environment: it takes that of the machine's list
// of users otherwise.
func (w *place) wrapSSH(t *testing.T) {
	t.Helper()
	script := `#!/bin/sh
settings=$HOME/.ssh/config
test -r "$settings" || settings=none
known=$HOME/.ssh/known_hosts
exec /usr/bin/ssh -F "$settings" -o UserKnownHostsFile="$known" -o BatchMode=yes "$@"
`
	must(t, os.WriteFile(w.m.dir+"/bin/ssh", []byte(script), 0o755))
}

// sshHost is the host of the rows with ssh.
const sshHost = "github.com:22"

// daemon starts the host, of the user that runs the tests.
func (w *place) daemon(t *testing.T) {
	t.Helper()
	sshd, err := exec.LookPath("/usr/sbin/sshd")
	nobody := `getent passwd "$(id -u)" | grep -Eq '/(nologin|false)$'`
	if err != nil || exec.Command("sh", "-c", nobody).Run() == nil {
		return
	}
	port := world.FreePort(t)
	remote := w.dir + "/home/remote"
	must(t, os.WriteFile(w.dir+"/command", []byte("#!/bin/sh\nHOME="+remote+"\nexport HOME\n"+
		"git config --global safe.directory '*'\n"+
		"PATH=/usr/bin:/bin; cd \"$HOME\" && exec sh -c \"${SSH_ORIGINAL_COMMAND:-echo welcome}\"\n"),
		0o755))
	config := strings.Join([]string{"ListenAddress 127.0.0.1", "Port " + port, "UsePAM no",
		"HostKey " + w.dir + "/host_key", "AuthorizedKeysFile " + w.dir + "/home/.ssh/id_ed25519.pub",
		"StrictModes no", "PasswordAuthentication no", "PidFile none", "PermitRootLogin yes",
		"ForceCommand " + w.dir + "/command", ""}, "\n")
	must(t, os.WriteFile(w.dir+"/sshd_config", []byte(config), 0o644))
	key, err := os.ReadFile(remote + "/host_key")
	must(t, err)
	must(t, os.WriteFile(w.dir+"/host_key", key, 0o600))
	args := []string{sshd, "-D", "-e", "-f", w.dir + "/sshd_config"}
	if os.Geteuid() == 0 { // it wants a directory of its own below /run
		args = append([]string{"unshare", "-m", "sh", "-c",
			"mount -t tmpfs none /run && mkdir -m 755 /run/sshd && exec \"$@\"", "sh"}, args...)
	}
	c := exec.Command(args[0], args[1:]...)
	var said strings.Builder
	c.Stdout, c.Stderr = &said, &said
	must(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-ended
		if t.Failed() {
			t.Log(said.String())
		}
	})
	testkit.WaitFor(t, "sshd answers", func() bool {
		conn, err := net.Dial("tcp4", "127.0.0.1:"+port)
		if err == nil {
			conn.Close()
			w.hosts.ports[sshHost] = "127.0.0.1:" + port
		}
		return err == nil || len(ended) > 0
	})
	if len(ended) > 0 {
		t.Log("sshd has ended: " + said.String())
	}
}
