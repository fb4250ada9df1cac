package bwrap

import (
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// steps is a plan with one of everything.
func steps() *plan.Plan {
	dir, file := plan.Dir, plan.File
	return &plan.Plan{Net: sandbox.NetNone, Dir: "/home/u/p", Steps: []plan.Step{
		{Do: plan.Identity},
		{Do: plan.Clone, Path: "/home/u/p", Type: dir},
		{Do: plan.AllReadOnly, Path: "/"},
		{Do: plan.Base},
		{Do: plan.Dev, Path: "/dev"},
		{Do: plan.Device, Path: "/dev/null", Type: plan.Other},
		{Do: plan.Private, Path: "/tmp", Openings: []plan.Opening{{Path: "/tmp/a", Type: dir}}},
		{Do: plan.Reveal, Path: "/tmp/a", Type: dir},
		{Do: plan.Private, Path: "/run/user/9"},
		{Do: plan.Writable, Path: "/home/u/p", Type: dir},
		{Do: plan.Writable, Path: "/home/u/.config/app", Type: dir},
		{Do: plan.PinMount, Path: "/home/u/p/.git", Type: dir},
		{Do: plan.ReadOnly, Path: "/home/u/p/.git/hooks", Type: dir},
		{Do: plan.Exception, Path: "/home/u/p/.git/hooks/x", Type: file},
		{Do: plan.ReadOnly, Path: "/home/u/.config/app/.mcp.json", Type: file},
		{Do: plan.Hide, Path: "/home/u/.config", Type: dir, Openings: []plan.Opening{
			{Path: "/home/u/.config/app", Type: dir, Write: true}, {Path: "/home/u/.config/git", Type: dir}}},
		{Do: plan.Hide, Path: "/home/u/.netrc", Type: file},
		{Do: plan.ReadOnly, Path: "/home/u/p/.envrc", Type: file},
		{Do: plan.Hide, Path: "/home/u/p/.envrc", Type: file},
		{Do: plan.Hide, Path: "/run/bus", Type: plan.Socket},
		{Do: plan.Hide, Path: "/home/u/.ssh", Type: dir},
		{Do: plan.Proc, Path: "/proc"},
		{Do: plan.ReadOnly, Path: "/proc/sys", Type: dir},
		{Do: plan.Loopback},
		{Do: plan.Replace, Path: "/etc/resolv.conf", Type: file, Text: "nameserver 127.0.0.1\n"},
		{Do: plan.Chdir, Path: "/home/u/p"},
		{Do: plan.Landlock}, {Do: plan.Caps}, {Do: plan.Seccomp}, {Do: plan.Exec, Path: "/bin/sh"},
	}}
}

// golden is what bubblewrap is told for it. What lies in a hidden directory comes after it.
const golden = `--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-net
--as-pid-1 --cap-drop ALL
--ro-bind / /
--bind /home/u/p/.git /home/u/p/.git
--dev /dev
--perms 1777 --tmpfs /dev/shm
--perms 0444 --ro-bind-data 10 /etc/resolv.conf
--perms 0111 --tmpfs /home/u/.config
--bind /home/u/.config/app /home/u/.config/app
--ro-bind /home/u/.config/app/.mcp.json /home/u/.config/app/.mcp.json
--ro-bind /home/u/.config/git /home/u/.config/git
--perms 0000 --ro-bind-data 7 /home/u/.netrc
--perms 0000 --tmpfs /home/u/.ssh
--bind /home/u/p /home/u/p
--ro-bind /home/u/p/.envrc /home/u/p/.envrc
--perms 0000 --ro-bind-data 8 /home/u/p/.envrc
--ro-bind /home/u/p/.git/hooks /home/u/p/.git/hooks
--bind /home/u/p/.git/hooks/x /home/u/p/.git/hooks/x
--proc /proc
--ro-bind /proc/sys /proc/sys
--perms 0000 --ro-bind-data 9 /run/bus
--perms 0700 --tmpfs /run/user/9
--perms 1777 --tmpfs /tmp
--ro-bind /tmp/a /tmp/a
--remount-ro /dev
--remount-ro /home/u/.config
--remount-ro /home/u/.ssh
--chdir /home/u/p`

func TestArgs(t *testing.T) {
	inv := Args(steps(), Caller{})
	if got := strings.Join(inv.Args, " "); got != strings.ReplaceAll(golden, "\n", " ") {
		t.Errorf("it is\n%s", strings.ReplaceAll(got, " --", "\n--"))
	}
	if want := []string{"", "", "", "nameserver 127.0.0.1\n"}; !slices.Equal(inv.Data, want) {
		t.Errorf("what is read: %q", inv.Data)
	}
	if want := "/tmp/a /home/u/p /home/u/.config/app /home/u/p/.git /home/u/p/.git/hooks " +
		"/home/u/p/.git/hooks/x /home/u/.config/app/.mcp.json /home/u/.config/git"; want !=
		strings.Join(inv.Held, " ") {
		t.Errorf("held: %s", strings.Join(inv.Held, " "))
	}
	if want := "/home/u/.config /home/u/.netrc /home/u/p/.envrc /run/bus /home/u/.ssh"; want != strings.Join(inv.Hide, " ") {
		t.Errorf("hidden: %s", strings.Join(inv.Hide, " "))
	}
}

// TestArgsEmpty takes one file for all hidden files where there may be few open files.
func TestArgsEmpty(t *testing.T) {
	inv := Args(steps(), Caller{Empty: "/home/u/.cache/empty"})
	args := strings.Join(inv.Args, " ")
	if len(inv.Data) != 1 || !strings.Contains(args, " --ro-bind /home/u/.cache/empty /home/u/.netrc ") {
		t.Error(args)
	}
}

// TestArgsNetwork leaves rights only to bind low ports, and only where they reach the network.
func TestArgsNetwork(t *testing.T) {
	for _, tt := range []struct {
		port int
		c    Caller
		caps bool
		ptys bool
	}{
		{53, Caller{Root: true}, true, true}, {53, Caller{}, true, false},
		{53, Caller{Setuid: true}, false, true}, {3128, Caller{}, false, true},
		{0, Caller{Root: true}, false, true},
	} {
		p := steps()
		if tt.port > 0 {
			p.Serve.Sockets = []plan.Listener{{Addr: netip.AddrPortFrom(netip.IPv6Loopback(), uint16(tt.port))}}
		}
		inv := Args(p, tt.c)
		args := strings.Join(inv.Args, " ")
		if strings.Contains(args, "--cap-add CAP_NET_BIND_SERVICE") != tt.caps ||
			strings.Contains(args, "--dev /dev") != tt.ptys {
			t.Errorf("%+v: %s", tt, args)
		}
	}
	p := steps()
	p.Net = sandbox.NetOpen
	if slices.Contains(Args(p, Caller{}).Args, "--unshare-net") {
		t.Error("an open network has none")
	}
}

// TestFind never takes a program that others can write.
func TestFind(t *testing.T) {
	f := t.TempDir() + "/bwrap"
	for mode, why := range map[os.FileMode]string{0o644: "executed", 0o775: "others", 0o757: "others"} {
		if err := os.WriteFile(f, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(f, mode); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(f); err != nil || !strings.Contains(unfit(info), why) {
			t.Errorf("%v: %q", mode, unfit(info))
		}
	}
}
