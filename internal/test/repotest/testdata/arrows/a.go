// Package arrows has files that use each other in a circle.
//
// Order of files, each uses those before it:
//
//	c.go a.go
//	gone.go
package arrows

type thing struct{ field int }

func lowest() { highest() }
