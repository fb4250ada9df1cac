package probe

import "strings"

// variables are what sandboxes leave in the environment of their commands. Whoever sets one gets a
// text that says so, and nothing else.
var variables = [...][2]string{
	{"FENCEPOST_SANDBOX", "fencepost-run"},
	{"SANDBOX_RUNTIME", "sandbox-runtime"},
	{"CODEX_SANDBOX", "Codex"},
	{"GEMINI_SANDBOX", "Gemini CLI"},
	{"APP_SANDBOX_CONTAINER_ID", "the App Sandbox of macOS"},
	{"FLATPAK_ID", "Flatpak"},
	{"SNAP", "snap"},
}

// marks are files of containers.
var marks = [...][2]string{
	{"/.flatpak-info", "Flatpak"},
	{"/run/.containerenv", "a container (podman)"},
	{"/.dockerenv", "a container (docker)"},
}

// inside says in what this process already is; "" if nothing speaks for it. Nix builds have no mark
// but their directory.
func inside(env func(string) string, there func(string) bool, m *Machine) string {
	for _, v := range variables {
		if env(v[0]) != "" {
			return v[1]
		}
	}
	if env("NIX_BUILD_TOP") != "" && strings.HasPrefix(env("NIX_BUILD_TOP"), "/build") {
		return "a build of Nix"
	}
	for _, f := range marks {
		if there(f[0]) {
			return f[1]
		}
	}
	if c := env("container"); c != "" {
		return "a container (" + c + ")"
	}
	if m.NoNewPrivs && m.Seccomp {
		return "a sandbox"
	}
	return ""
}
