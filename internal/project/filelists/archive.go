package filelists

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
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
		top, _ := in.Peek(4)
		switch packing(top) {
		case packedGzip:
			unpacked, err := gzip.NewReader(in)
			if err != nil {
				return List{Why: whyBroken}
			}
			return Tar(whole{unpacked}, b)
		case packedOther:
			return List{Why: "it is packed in a way that this program does not read"}
		}
		return Tar(in, b)
	})
}

// whole reads packed data. An end that comes too early is damage, and not the end of the archive.
type whole struct{ io.Reader }

func (w whole) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err == io.ErrUnexpectedEOF {
		err = gzip.ErrHeader
	}
	return n, err
}

// ofFile opens a regular file that has a size: a pipe could block, and so could a file of the
// kernel, such as /proc/kmsg.
func ofFile(path string, read func(*os.File, int64) List) List {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return List{Why: whyGone}
	}
	f, err := os.Open(path)
	if err != nil {
		return List{Why: whyGone}
	}
	defer f.Close()
	return read(f, info.Size())
}

type packedAs uint8

const (
	notPacked packedAs = iota
	packedGzip
	packedOther
)

// packing tells from the first bytes of a file how it is packed. A plain archive whose first name
// begins with one of these is asked about in vain.
func packing(top []byte) packedAs {
	switch {
	case bytes.HasPrefix(top, []byte("\x1f\x8b")):
		return packedGzip
	case bytes.HasPrefix(top, []byte("BZh")), bytes.HasPrefix(top, []byte("\xfd7zX")),
		bytes.HasPrefix(top, []byte("LZIP")),
		bytes.HasPrefix(top, []byte("\x28\xb5\x2f\xfd")), bytes.HasPrefix(top, []byte("\x1f\x9d")):
		return packedOther
	}
	return notPacked
}
