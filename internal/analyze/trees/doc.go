// Package trees reads what commands write under names that no word holds: git apply, tar -x, cp -r,
// git merge.
//
// It needs the tree that the spec of a command describes. It returns an effect for each name, so that
// protected paths and rules apply to it as to a name in the words. Each name is also a change. What
// cannot be read (another format, a pipe, a file that the same call downloads) is the hazard
// tree-names, and asks.
//
//   - Of a movement between commits those names count that differ and that move the fence or program
//     the agent. They ask, even if writing them is denied: a person can look at the other side. A
//     workflow or a hook of .husky that differs between branches is the repository's own history.
//     Rules decide about git pull and git clone, whose content is not here yet.
//   - Names in the scratch directory do not matter unless they lead out of it.
//   - All trees of a call share one budget. Of a tree with more than a few hundred names only the
//     directories and the names that could be protected become effects.
//
// Order of files, each uses those before it:
//
//	planting.go treechanges.go movement.go treebisect.go treecopy.go treefile.go treeswitch.go
//	treegit.go trees.go treeback.go
package trees
