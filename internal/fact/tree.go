package fact

// Tree is a tree of files that a command writes under names that its words do not hold: they come
// from a directory, a patch, an archive or the history of a repository. What is known of the names
// becomes effects of the command.
type Tree struct {
	Kind    TreeKind
	From    []Operand // what the names come from; none: standard input
	Into    Path      // the directory below which they are written
	Deep    bool      // of a copy: of directories with all that is below them
	Slash   bool      // of a copy: SOURCE/ means what is in it, SOURCE always its own name
	Bare    bool      // of a copy: Into is the name of the copy itself (cp -T)
	Keeps   bool      // of a copy: sources keep their directories (cp --parents)
	Follows bool      // of a copy: links are followed
	Shown   bool      // of an archive: what it holds is shown, and not written (tar -xO)
	Flat    bool      // of an archive: without the directories in its names (unzip -j)
	Strip   int       // how many leading components are cut off; -1: unknown
	Guess   bool      // no option says how many: programs may choose another number
	Prefix  Word      // what is put before each name
	Except  []string  // names of files and directories that are left out
	Loose   string    // an option with which the names become others; "" for none
	InCode  bool      // inline code of the command writes it
	Command int       // index into Facts.Commands
	// of a movement between commits: files it changes whose names may be protected, absolute
	Changes []string
	Unsure  bool  // not all names can be known
	Before  *Tree // the tree that was found before this one; nil for the first
}

// TreeKind says what the names of a tree come from.
type TreeKind uint8

const (
	NoTree       TreeKind = iota
	TreeCopy              // directories and files that are copied or moved
	TreeLink              // a directory that gets another name
	TreeZip               // an archive with a central directory
	TreeTar               // an archive of headers and files, packed or not
	TreeArchive           // an archive of a format that is not read
	TreePatch             // a patch
	TreeMail              // patches in a mailbox
	TreeCheckout          // a commit that takes the place of what is checked out
	TreeMerge             // what another side has changed
	TreePick              // the changes of commits
	TreeRebase            // a commit on which those of a branch are put
	TreeStash             // a stash
	TreeBisect            // a commit between others
	TreeBack              // the commit from which an operation began, or those that it has yet to take
	TreeRestore           // files of a commit, or of the index
	TreeEdits             // a patch in the format of apply_patch
	TreeRefs              // none: the command changes what the names of commits mean
)

// History reports whether the names come from the history of a repository.
func (k TreeKind) History() bool { return k >= TreeCheckout && k <= TreeRestore }

// Unpacks reports whether the files are unpacked from one file, or come from elsewhere.
func (k TreeKind) Unpacks() bool { return k >= TreeZip && k <= TreeMail }
