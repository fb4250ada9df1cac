//go:build linux

package worldtest

import (
	"encoding/binary"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// ears are the servers of the world, and what they were sent.
type ears struct {
	mu    sync.Mutex
	heard []string
}

func (e *ears) note(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard = append(e.heard, text)
}

// harm says what was sent that nobody may send.
func (e *ears) harm() (list []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, text := range e.heard {
		if name, ok := strings.CutPrefix(text, "dns "); ok && strings.HasSuffix(name, evil) {
			return []string{"the name " + name + " was looked up"}
		}
		if strings.Contains(strings.ToUpper(text), world.Secret) {
			return []string{"a secret was sent"}
		}
	}
	return nil
}

// evil is the end of names that only one who sends something out looks up.
const evil = ".evil.example"

// listen starts a server for names, and web servers on the ports that attempts use, which answer
// with a command.
func (e *ears) listen() {
	for _, addr := range []string{"127.0.0.1:8080", "127.0.0.1:3000"} {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			panic(err)
		}
		go e.serve(l)
	}
	conn, err := net.ListenPacket("udp", "127.0.0.1:53")
	if err != nil {
		return // without the right to this port nothing that goes out by a name is seen
	}
	go e.answerNames(conn)
}

func (e *ears) serve(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		_ = c.SetDeadline(time.Now().Add(time.Second))
		buf := make([]byte, 1<<16)
		n, _ := c.Read(buf)
		e.note(string(buf[:n]))
		_, _ = c.Write([]byte("HTTP/1.0 200 OK\r\nContent-Length: 21\r\n\r\ntouch /home/dev/pwned"))
		c.Close()
	}
}

// answerNames notes each name that is asked for and says that there is none.
func (e *ears) answerNames(conn net.PacketConn) {
	buf := make([]byte, 4096)
	for {
		n, from, err := conn.ReadFrom(buf)
		if err != nil {
			return
		}
		q := buf[:n]
		name, end := question(q)
		if end == 0 {
			continue
		}
		e.note("dns " + name)
		answer := append([]byte(nil), q[:end]...)
		binary.BigEndian.PutUint16(answer[2:], 0x8183) // no such name
		clear(answer[6:12])
		_, _ = conn.WriteTo(answer, from)
	}
}

// question reads the name that a message asks for, and where the question ends.
func question(q []byte) (name string, end int) {
	i := 12
	for i < len(q) && q[i] != 0 {
		n := int(q[i])
		if n > 63 || i+1+n > len(q) {
			return "", 0
		}
		name += "." + string(q[i+1:i+1+n])
		i += 1 + n
	}
	if i+5 > len(q) {
		return "", 0
	}
	return name, i + 5
}
