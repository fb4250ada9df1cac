package tree

import (
	"bufio"
	"os"
)

// ZipFile lists the members of a zip archive by its path.
func ZipFile(path string, b *Budget) List {
	return ofFile(path, func(f *os.File, size int64) List { return Zip(f, size, b) })
}

// TarFile lists the members of a tar archive by its path. It may be packed with gzip.
func TarFile(path string, b *Budget) List {
	return ofFile(path, func(f *os.File, size int64) List {
		in := bufio.NewReaderSize(f, 64<<10)
		top, _ := in.Peek(2)
		if string(top) == "\x1f\x8b" {
			return Tar(newGunzip(in), b)
		}
		return Tar(in, b)
	})
}

// ofFile opens a regular file: opening a pipe could block.
func ofFile(path string, read func(*os.File, int64) List) List {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return List{Why: whyGone}
	}
	f, err := os.Open(path)
	if err != nil {
		return List{Why: whyGone}
	}
	defer f.Close()
	return read(f, info.Size())
}
