//go:build !linux

package main

// carrier is what begins before there is a plan: nothing here.
type carrier struct{}

func (*options) begin() (*carrier, error) { return nil, nil }

func (*carrier) end() {}
