// Package cmdlets turns PowerShell text into commands: cmdlets with their parameters, and programs.
//
// It needs the text. It returns the commands in the order in which they may run.
package cmdlets
