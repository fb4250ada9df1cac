package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox/egress"
)

// connectFlag has this program connect its standard streams with a host through the proxy that the
// environment names: ssh asks no proxy by itself, and has this run for it (ProxyCommand).
const connectFlag = "--connect"

func connectStage(args []string) int {
	if len(args) != 2 {
		return fail(errors.New("--connect: write a host and a port behind it"))
	}
	if err := connect(args[0], args[1]); err != nil {
		return fail(fmt.Errorf("--connect: %w", err))
	}
	return 0
}

func connect(host, port string) error {
	proxy, err := egress.ProxyFrom(os.Environ())
	if err != nil {
		return err
	}
	const patience = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := proxy.Connect(ctx, net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	defer c.Close()
	go func() {
		_, _ = io.Copy(c, os.Stdin)
		if half, ok := c.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
	}()
	_, err = io.Copy(os.Stdout, c)
	return err
}
