package main

import (
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// keepVariable names a directory in which the pictures that tests take of pages are kept.
const keepVariable = "FENCEPOST_KEEP"

// browser starts Chromium without a window, and returns what it prints.
type browser struct {
	t         *testing.T
	exe, data string
}

func (b *browser) run(url string, args ...string) string {
	b.t.Helper()
	c := exec.Command(b.exe, append(append([]string{"--headless", "--no-sandbox", "--disable-gpu",
		"--hide-scrollbars", "--user-data-dir=" + b.data}, args...), url)...)
	out, err := c.Output()
	if err != nil {
		b.t.Fatalf("%v: %v", c.Args, err)
	}
	return string(out)
}

// shoot takes a picture of a page, in which there is something to see.
func (b *browser) shoot(page, name string, args ...string) {
	b.t.Helper()
	dir := os.Getenv(keepVariable)
	if dir == "" {
		dir = b.t.TempDir()
	}
	file := filepath.Join(dir, name+".png")
	b.run("file://"+page, append(args, "--screenshot="+file)...)
	f, err := os.Open(file)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		b.t.Fatal(err)
	}
	colours := map[[3]uint32]bool{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			red, green, blue, _ := picture.At(x, y).RGBA()
			colours[[3]uint32{red, green, blue}] = true
		}
	}
	if len(colours) < 20 {
		b.t.Errorf("%s shows nothing: %d colours", name, len(colours))
	}
}

// ask opens a copy of a page that says by itself what a script finds.
func (b *browser) ask(page, script string, args ...string) string {
	b.t.Helper()
	text := regexp.MustCompile(`<meta http-equiv[^>]*>`).ReplaceAllString(read(b.t, page), "")
	text = strings.Replace(text, "</body>", "<script>document.title = "+script+"</script></body>", 1)
	file := filepath.Join(b.t.TempDir(), "copy.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
	_, title, _ := strings.Cut(b.run("file://"+file, append(args, "--dump-dom")...), "<title>")
	title, _, _ = strings.Cut(title, "</title>")
	return title
}

// TestPagesInBrowser opens the pages in a real browser: their script runs under their own policy and
// no other does, filters filter, and they fit on wide, narrow and dark screens.
func TestPagesInBrowser(t *testing.T) {
	exe := testkit.Installed(t, "chromium")
	home, project := workplace(t)
	b := &browser{t, exe, t.TempDir()}
	const hostile = `frob '<script>document.title="owned"</script><img src=x onerror="document.title=1">'`
	pastCalls(t, filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl"), project, "tkt list",
		"tkt list", "NO git push", hostile, "frob "+strings.Repeat("x", 190))
	activity, explained := filepath.Join(project, "audit.html"), filepath.Join(project, "explain.html")
	walk(t, []step{{[]string{"audit", "--html", activity}, 0, "wrote", ""},
		{[]string{"explain", "--html", explained, "X=r; bash -c \"$X''m -rf ~\"; " + hostile}, 0, "wrote", ""}})

	dom := b.run("file://"+activity+"#tkt", "--dump-dom")
	for _, want := range []string{"<title>What the agent did</title>", "<form>",
		"fencepost allow --cwd " + project + " 'tkt list'</code>\n<button type=\"button\">Copy"} {
		if !strings.Contains(dom, want) {
			t.Errorf("the page in the browser lacks %q:\n%s", want, dom[strings.Index(dom, "<body>"):])
		}
	}
	if n := strings.Count(dom, `hidden=""><div>`); n < 3 || strings.Contains(dom, "owned</title>") {
		t.Errorf("%d rows are hidden by the filter", n)
	}
	if dom := b.run("file://"+explained, "--dump-dom"); !strings.Contains(dom, "<title>fencepost explain</title>") {
		t.Error("the page that explains ran a script")
	}
	sizes := map[string][]string{"wide": {"--window-size=1100,1400"}, "narrow": {"--window-size=500,1400"},
		"dark": {"--window-size=1100,1400", "--blink-settings=preferredColorScheme=0"}}
	for name, args := range sizes {
		for page, file := range map[string]string{"audit": activity, "explain": explained} {
			b.shoot(file, page+"-"+name, args...)
			got := b.ask(file, "document.documentElement.scrollWidth <= innerWidth && "+
				"getComputedStyle(document.body).backgroundColor", args...)
			want := "rgb(255, 255, 255)"
			if name == "dark" {
				want = "rgb(21, 24, 28)"
			}
			if got != want {
				t.Errorf("%s, %s: the background is %s, want %s; false: it is wider than the screen", page,
					name, got, want)
			}
		}
	}
}
