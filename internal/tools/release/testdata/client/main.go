// Command client stands for Claude Code where that cannot run: it only says its version.
package main

import "fmt"

func main() { fmt.Println("2.1.330 (Claude Code)") }
