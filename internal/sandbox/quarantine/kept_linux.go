package quarantine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Kept are the paths that mounts keep or hide in a run, as they were. Somebody outside can replace
// one, and its mount is gone then for a moment: what the run has written meanwhile is undone here.
type Kept struct {
	Run   string
	Roots []Root // what the run can write
	Paths []KeptPath
	mu    sync.Mutex
	rep   Report // what was undone and not told yet
	sweep *Sweep // that moves and puts back
}

// KeptPath is one of them.
type KeptPath struct {
	Step   plan.Step
	ID     object
	Mode   uint32
	Text   []byte   // of a file. While it is replaced a run can write into the old one, too
	Known  bool     // Text is all of it
	Lost   bool     // it was replaced: its settings are looked at once more at the end
	Doubt  bool     // it is judged at the end
	Agreed []Agreed // what may be there
	file   *os.File // keeps its number from being another file's, where that has no time of birth
}

// Of is called before Begin, with the sweep of the run.
func (k *Kept) Of(s *Sweep) { k.Run, k.Roots = s.Run, s.Roots }

// object tells a file from all others, also from one that gets its number later: by its birth.
type object struct {
	Dev, Ino uint64
	Sec      int64 // 0 where the file system does not know
	Nsec     uint32
}

func objectAt(dir int, name string, flags int) (id object, mode uint32, err error) {
	var st unix.Statx_t
	err = unix.Statx(dir, name, flags, unix.STATX_BASIC_STATS|unix.STATX_BTIME, &st)
	id = object{Dev: unix.Mkdev(st.Dev_major, st.Dev_minor), Ino: st.Ino}
	if st.Mask&unix.STATX_BTIME != 0 {
		id.Sec, id.Nsec = st.Btime.Sec, st.Btime.Nsec
	}
	return id, uint32(st.Mode), err
}

// Begin takes down what is there before a run.
func (k *Kept) Begin(steps []plan.Step) error {
	k.Paths = nil
	for i := range steps {
		p := KeptPath{Step: steps[i]}
		if err := p.take(); err != nil {
			return err
		}
		k.Paths = append(k.Paths, p)
	}
	return nil
}

// Resume goes on with what another process knew of a run.
func (k *Kept) Resume() {
	for i := range k.Paths {
		p, now := &k.Paths[i], KeptPath{Step: k.Paths[i].Step}
		if now.take() == nil && now.ID == p.ID {
			p.file = now.file
		}
	}
}

func (p *KeptPath) plain() bool { return p.Step.Do == plan.ReadOnly && p.Step.Type == plan.File }

// settings reports whether git reads the file as settings. They are judged at once, and by what they
// hold alone.
func (p *KeptPath) settings() bool {
	base := path.Base(p.Step.Path)
	return p.plain() && p.Step.Why == runsIt.Why && (base == "config" || base == "config.worktree")
}

// take takes what is there as what has to be there.
func (p *KeptPath) take() error {
	f, err := os.OpenFile(p.Step.Path, unix.O_PATH|unix.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	id, mode, err := objectAt(int(f.Fd()), "", unix.AT_EMPTY_PATH)
	if err != nil {
		f.Close()
		return err
	}
	p.file.Close()
	if p.ID, p.Mode, p.file = id, mode, f; id.Sec != 0 {
		defer f.Close()
		p.file = nil
	}
	if p.Text, p.Known = nil, false; !p.plain() {
		return nil
	}
	const read = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_CLOEXEC
	if fd, err := unix.Open("/proc/self/fd/"+strconv.Itoa(int(f.Fd())), read, 0); err == nil {
		var text string
		text, _, p.Known = textOf(fd)
		p.Text = []byte(text)
		unix.Close(fd)
	}
	return nil
}

// replaced are the paths at which something else is by now.
func (k *Kept) replaced() (list []int) {
	for i := range k.Paths {
		p := &k.Paths[i]
		id, _, err := objectAt(unix.AT_FDCWD, p.Step.Path, unix.AT_SYMLINK_NOFOLLOW)
		if err == nil && id != p.ID {
			list = append(list, i)
		}
	}
	return list
}

// Undo takes out of git's settings what runs something and did not before.
func (k *Kept) Undo() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, i := range k.replaced() {
		k.Paths[i].Lost = true
	}
	k.undoLost()
}

// undoLost does so for what was replaced at any time: git may have read what it writes now before
// that was undone.
func (k *Kept) undoLost() {
	for i := range k.Paths {
		if p := &k.Paths[i]; p.Lost && p.settings() {
			k.undo(p)
		}
	}
}

// Alone returns an error if anybody has what was replaced open for writing, or a hidden file at all:
// the kernel gives a lease only on a file that nobody has open so.
func (k *Kept) Alone() error {
	const limit = time.Second // the program that replaced it may have it open for a while
	end := time.Now().Add(limit)
	k.Undo()
	k.mu.Lock()
	list := k.replaced()
	k.mu.Unlock()
	for _, i := range list {
		p := &k.Paths[i]
		err := p.alone()
		for ; err != nil && time.Now().Before(end); err = p.alone() {
			time.Sleep(time.Millisecond)
			k.Undo() // a write that waited for another one
		}
		if err != nil {
			return fmt.Errorf("%s: somebody has it open, or it has another name (%w)",
				plan.Quote(p.Step.Path), err)
		}
	}
	k.Undo() // for certain
	return nil
}

func (p *KeptPath) alone() error {
	lease := unix.F_RDLCK
	if p.Step.Do == plan.Hide {
		lease = unix.F_WRLCK
	}
	f, err := os.OpenFile(p.Step.Path, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil // it is gone, or this user cannot open it
	}
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG {
		return err
	}
	if st.Nlink > 1 {
		return unix.EMLINK
	}
	_, err = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, lease)
	return err
}

var errRead = errors.New("it may have been read before it was hidden again")

// Judge takes what others have put in place as what has to be there. What is in doubt is judged at
// the end of the run; it stays so, as what others make of it has the same in it.
func (k *Kept) Judge(doubtful []int) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, i := range doubtful {
		if p := &k.Paths[i]; p.Step.Do == plan.Hide {
			return fmt.Errorf("%s: %w", plan.Quote(p.Step.Path), errRead)
		} else if !p.settings() {
			p.Doubt = true
		}
	}
	for _, i := range k.replaced() {
		p := &k.Paths[i]
		text, known := p.Text, p.Known
		p.Lost = true
		if err := p.take(); err != nil && !os.IsNotExist(err) {
			return err
		}
		switch {
		case p.Doubt:
			p.Text, p.Known = text, known
		case p.settings():
			p.Text = []byte(harmless(string(p.Text), string(text)))
		}
	}
	return nil
}

// Agree is told what may stand at a path: somebody has agreed to it.
func (k *Kept) Agree(a Agreed) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := range k.Paths {
		if p := &k.Paths[i]; subpath.In(a.Path, p.Step.Path) {
			p.Agreed = append(p.Agreed, a)
		}
	}
}

// agreed reports whether somebody has agreed to a file, or to all that is in a directory.
func (p *KeptPath) agreed(r *root) bool {
	return len(p.Agreed) > 0 && filepath.WalkDir(p.Step.Path, func(name string, d fs.DirEntry, err error) error {
		is := Agreed{name, r.sum(trim(name, r.path))}
		if err == nil && !d.IsDir() && !slices.Contains(p.Agreed, is) {
			err = errRead
		}
		return err
	}) == nil
}

// End judges what is in doubt, as the sweep judges a new file, and returns what was undone since the
// last time. If processes of the run go on, what is replaced just now is told later.
func (k *Kept) End(left bool) []Plant {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !left {
		for _, i := range k.replaced() {
			k.Paths[i].Lost, k.Paths[i].Doubt = true, !k.Paths[i].settings()
		}
		k.undoLost()
	}
	for i := range k.Paths {
		if p := &k.Paths[i]; p.Doubt && p.Step.Do == plan.ReadOnly {
			k.at(p, k.judge)
			p.Doubt = p.take() != nil
		}
	}
	rep := k.rep
	if k.rep = (Report{}); k.sweep != nil {
		k.sweep.q.close(&rep)
	}
	return rep.Plants
}

// at calls a function with a path below its open directory.
func (k *Kept) at(p *KeptPath, do func(p *KeptPath, h *hit)) {
	if k.sweep == nil {
		k.sweep = &Sweep{State: State{Run: k.Run, Roots: k.Roots}, q: &quarantine{fd: -1}}
	}
	dir, base := path.Split(p.Step.Path)
	r := &root{path: path.Clean(dir)}
	var ok bool
	if r.fd, ok, _ = openRoot(r.path); ok {
		do(p, &hit{root: r, rel: base, typ: p.Step.Type, entry: &plan.Protected{Why: p.Step.Why}})
		unix.Close(r.fd)
	}
}

// maxChange is by how much settings of git grow, at most, when others change them.
const maxChange = 8 << 10

func (k *Kept) undo(p *KeptPath) {
	k.at(p, func(p *KeptPath, h *hit) {
		text, _, ok := h.root.text(h.rel)
		rest := string(p.Text)
		if ok && len(text) < 2*len(rest)+maxChange { // more takes too long to read
			rest = harmless(text, rest)
		}
		if back := (&known{Typ: plan.File, Text: []byte(rest), Mode: p.Mode & 0o777, Read: true}); !ok {
			k.restore(h, back)
		} else if rest != text {
			k.atOnce(h, back, text)
		}
	})
}

// atOnce puts a text into the file before anything else, since git may read it at any moment. What it
// held goes into the quarantine.
func (k *Kept) atOnce(h *hit, back *known, was string) {
	p := Plant{Path: h.abs(), Why: h.entry.Why, Restored: true}
	err := h.root.put(h.rel, back)
	q := k.sweep.q
	if err == nil {
		err = q.open(k.sweep)
	}
	if err == nil {
		q.count++
		name := strconv.Itoa(q.count) + "-" + short(path.Base(h.rel))
		p.Moved = q.path + "/" + name
		err = (&root{fd: q.fd}).put(name, &known{Text: []byte(was), Mode: 0o600})
	}
	if err != nil {
		p.Moved, p.Error = "", err.Error()
	}
	k.rep.Run, k.rep.Plants = k.Run, append(k.rep.Plants, p)
}

// judge puts a file back that the run may have written, and moves a directory away.
func (k *Kept) judge(p *KeptPath, h *hit) {
	text, _, ok := h.root.text(h.rel)
	if same := ok && p.Known && text == string(p.Text); !same && !p.agreed(h.root) {
		k.restore(h, &known{Typ: plan.File, Text: p.Text, Mode: p.Mode & 0o777, Read: p.Known})
	}
}

// restore writes into the file where it can, so that it stays kept in other runs.
func (k *Kept) restore(h *hit, old *known) {
	k.rep.Run = k.Run
	k.sweep.restore(h, old, &k.rep)
}
