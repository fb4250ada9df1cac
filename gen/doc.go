// Package gen holds the bundled presets and command specs, compiled from presets/ by cmd/rulegen. It is all static
// data and switch statements: a preset that is not asked costs a process nothing.
package gen

//go:generate go run -C .. ./cmd/rulegen
