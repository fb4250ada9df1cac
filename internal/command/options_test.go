package command_test

import "testing"

// TestDistrust holds that an option of which nothing is known, or whose argument could be a file, a
// program or a plug-in, is not covered by an allow for the command's name.
func TestDistrust(t *testing.T) {
	for _, r := range []struct {
		line string
		want bool
	}{
		{"gcc -std=c11 -O2 -Wall -Werror=vla -fno-common -march=native -c a.c -o a.o", false},
		{"gcc -Wl,-z,relro,-rpath,/usr/lib,--as-needed -Xlinker -s a.o -lm", false},
		{"gcc -Wl,--plugin,./e.so a.o", true},
		{"gcc -Xlinker -Map -Xlinker f a.o", true},
		{"gcc -fuse-ld=./e a.o", true},
		{"gcc -funknown=/x a.c", true},
		{"gcc -W$X a.c", true},
		{"gcc @args", true},
		{"javac -d @args A.java", true},
		{"nm -t @args a.o", true},
		{"g++ -Wa,--MD,x -c a.c", false},
		{"nm --plug=x a.o", true},
		{"nm -C a.o", false},
		{"ls --no-such-option", false}, // no option of ls does more than read
		{"go build -ldflags '-s -w -X main.v=1' ./x", false},
		{"go build -ldflags '-linkmode=external -extld=./e' ./x", true},
		{"go build -ldflags '-extldflags=-static' ./x", false},
		{"go build -ldflags \"-extldflags '-fplugin=x'\" ./x", true},
		{"go build -ldflags $X ./x", true},
		{"go test -gcflags all=-N ./...", false},
		{"go test -exec ./x ./...", true},
		{"cargo test -- --nocapture --test-threads 1", false},
		{"cargo test -- --no-such-option", true},
		{"cargo clippy -- -D warnings", false},
		{"cargo clippy -- -C linker=x", true},
		{"rustc --print cfg", false},
		{"rustc --print cfg=/x", true},
		{"mvn test -Dtest=A#b -Dprofile=dev", false},
		{"mvn test -DoutputFile=/x", true},
		{"npm ls --depth=0", false},
		{"npm ls --script-she x", true},
		{"npm ls --json=x", true},
		{"prove --help=x t", true},
		{"go test -v=true ./...", false},
		{"kubectl get pods --watch=x", true},
		{"npm ls --json=true --color=always", false},
		{"pip list --pyth x", true},
		{"pip list --outdated", false},
		{"yarn jest --no-such-option", false}, // an option of jest
		{"apt-cache policy -o Dir::Bin::dpkg=x", true},
		{"apt-cache policy bash", false},
		{"csplit -b %02d.txt a 2", false},
		{"csplit -b ../%d a 2", true},
		{"python3 -m json.tool --indent 2 a", false},
		{"python3 -m pip list --python x", true},
		{"javap -cp a:b -p X", false},
		{"javap -J-agentpath:x X", true},
		{"gh pr list -R acme/web.js", false},
		{"gh pr list -R ghe.example/acme/web", true},
		{"gh pr list --repo=https://ghe.example/acme/web", true},
		{"tar cf a.b/c/d.tar src", false},
		{"tar cf host:d.tar src", true},
	} {
		if c := resolve(r.line); (c.UnknownOption || c.RunsUnseenCode) != r.want {
			t.Errorf("%s: got an unknown option %v, unseen code %v, want %v", r.line, c.UnknownOption,
				c.RunsUnseenCode, r.want)
		}
	}
}

// TestNamesInOptions holds what options write whose argument is only part of a name, or is handed
// on.
func TestNamesInOptions(t *testing.T) {
	check(t, []row{
		{"sed -i'/etc/*' p f",
			"flags -i; ops -i=none:/etc/* code:p edit:f; does read(f) write(f) write(/etc/f)"},
		{"sed -i.bak p d/f", "flags -i; ops -i=none:.bak code:p edit:d/f; does read(d/f) write(d/f) " +
			"write(f.bak) write(d/f.bak)"},
		{"csplit -f x/y a 2",
			"flags -f; ops -f=stem:x/y* read:a pattern:2; does write(x/y*) read(a) write(/p)"},
		{"cc -c a.c -o/etc/x",
			"flags -c -o; ops read:a.c -o=write:/etc/x; does read(a.c) write(/etc/x) write(/p) exec"},
		{"cc -Wl,-Map,m a.o",
			"flags -Wl,; ops -Wl,=none:-Map,m -Wl,=write:m read:a.o; does write(m) read(a.o) write(/p) " +
				"exec"},
		{"javap -cp a:b X", "flags -cp; ops -cp=read:a -cp=read:b read:X; does read(a) read(b) " +
			"read(X); ro"},
		{"npm ci --ignore-scripts --no-ignore-scripts",
			"flags --no-ignore-scripts --no-ignore-scripts; does write(/p) network() exec"},
		{"npm ci --no-ignore-scripts --ignore-scripts",
			"flags --no-ignore-scripts --ignore-scripts; does write(/p) network() exec"},
		{"npm ci --ignore-scripts false", "flags --no-ignore-scripts; does write(/p) network() exec"},
	})
}

// TestModes holds which modes give a program the rights of its owner or group.
func TestModes(t *testing.T) {
	for mode, want := range map[string]bool{
		"755": false, "0755": false, "1777": false, "01777": false, "u=rwx,go=": false, "+x": false,
		"a+rX": false, "g-s": false, "u-s,g-s": false, "-4000": false,
		"4755": true, "004755": true, "2755": true, "+4000": true, "=6755": true, "u+s": true,
		"u=g,u+s": true, "u-w+s": true, "ug=rws": true, "a=s": true,
	} {
		got := false
		for _, e := range resolve("chmod -- " + mode + " f").Effects {
			got = got || e.Kind.String() == "privilege"
		}
		if got != want {
			t.Errorf("chmod %s: got %v, want %v", mode, got, want)
		}
	}
}

// TestAwkDoubt holds that a slash which may divide or begin a regular expression hides nothing.
func TestAwkDoubt(t *testing.T) {
	for _, r := range []struct {
		program string
		runs    bool
	}{
		{`/[/"]/{system(x)} /"/`, true},
		{`{ if (1) /"/; system(x); y = "" }`, true},
		{`{ y = x++ / 2; system(x); z = 1 / 2 }`, true},
		{`{ print "a",` + "\n" + `"b" | "sh" }`, true},
		{`{ getline l < f }`, true},
		{`{ for (k in ENVIRON) print k }`, true},
		{`BEGIN { ARGV[1] = "x" }`, true},
		{`/[^/]+\.go$/ { print $1 / 2, (NR - 1) / 2 }`, false},
		{`{ if ($1 > 3) n++ / 2; print ENVIRON["HOME"], ARGV[1] }`, false},
	} {
		c := resolve("awk '" + r.program + "' f")
		if got := len(c.Nested) > 0; got != r.runs {
			t.Errorf("%s: got %s", r.program, describe(c))
		}
	}
}
