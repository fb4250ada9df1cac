// Package siblings finds the other programs of the same build. They are beside the program that runs
// and nowhere else: what PATH or the environment say could come from the agent.
//
// gen/build holds the build id: one sum of what decides and of what goes from one program to
// another. It covers all that rulegen generates, with an organisation's policy, the sources that
// give a config its meaning, the codecs and go.mod (cmd/rulegen/build.go has the list). It is a
// constant in the sources, so a build from an archive has it too. A branch that conflicts in it
// runs "go generate ./...".
//
// Programs that meet compare it. fencepost and fencepost-run refuse to work for a hook of another
// build. The helper says its own before it answers, and "fencepost hook" hands over to a hook of
// its own build only. Each program holds the id as text in its bytes. There doctor, status and the
// first message of a session find it, and name what does not belong together.
package siblings
