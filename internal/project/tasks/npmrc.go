package tasks

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// npmSettings looks at the settings of a project that could change how its scripts run: the shell,
// options of node, another directory. Only keys that are known to change nothing of this are passed
// over. The person's own settings are not looked at.
//
// Those of the directories above count, too: the root of a repository with several packages has
// the settings for all of them.
func (r *reader) npmSettings(dir string) {
	for {
		r.npmrc(path.Join(dir, ".npmrc"))
		switch r.call.Tool {
		case "pnpm":
			r.yamlSettings(path.Join(dir, "pnpm-workspace.yaml"))
			r.absent(dir, ".pnpmfile.cjs", ".pnp.cjs")
		case "yarn":
			r.yamlSettings(path.Join(dir, ".yarnrc.yml"))
			r.absent(dir, ".yarnrc", ".pnp.cjs", ".pnp.js", ".pnp.loader.mjs")
		case "bun":
			r.absent(dir, "bunfig.toml")
			r.environmentFiles(dir)
		}
		if _, state := r.files.Names(path.Dir(dir)); dir == "/" || state != Found {
			return // above the project
		}
		dir = path.Dir(dir)
	}
}

// environmentFiles leaves the reading incomplete where bun would take variables from files that may
// make programs run other code. It reads .env and what is named after it for the mode and for this
// machine (https://bun.com/docs/runtime/env), and no .env.example.
func (r *reader) environmentFiles(dir string) {
	names, _ := r.files.Names(dir)
	for _, mode := range [...]string{"", ".development", ".production", ".test"} {
		for _, local := range [...]string{"", ".local"} {
			n := ".env" + mode + local
			if !slices.Contains(names, n) {
				continue
			}
			text, state := r.files.Read(path.Join(dir, n))
			if state == Unknown || state == Found && (len(text) > maxFile || !plainVariables(text)) {
				r.unknown(n + " gives variables to what runs")
			}
		}
	}
}

// plainVariables reports whether nothing is known of the variables that a text may set with which a
// program runs other code: what stands before an equals sign in any line is one.
func plainVariables(text string) bool {
	end := func(c rune) bool { return c == '\n' || c == '\r' }
	for line := range strings.FieldsFuncSeq(text, end) {
		name := strings.TrimPrefix(strings.TrimSpace(line), "export ")
		sign := strings.IndexAny(name, "=:")
		name = strings.TrimSpace(name[:max(sign, 0)])
		if sign >= 0 && !strings.HasPrefix(name, "#") && (!identifier(name) || !envrisk.Plain(name)) {
			return false
		}
	}
	return true
}

// absent leaves the reading incomplete where a file is there that nobody reads here.
func (r *reader) absent(dir string, names ...string) {
	for _, name := range names {
		if _, state := r.read(path.Join(dir, name)); state == Found {
			r.unknown(name + " may change what runs")
		}
	}
}

// npmrc reads an .npmrc: lines KEY = VALUE, comments with # or ;. Values may be tokens: only keys
// are looked at.
func (r *reader) npmrc(file string) {
	text, state := r.read(file)
	if state != Found {
		return
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		key, _, _ := strings.Cut(line, "=")
		key = strings.TrimSuffix(strings.TrimSpace(key), "[]")
		if !harmlessSetting(key) {
			r.unknown(".npmrc: " + key + " may change what runs")
			return
		}
	}
}

// harmlessSetting reports whether a key of .npmrc says nothing about the scripts of the project.
func harmlessSetting(key string) bool {
	if strings.HasPrefix(key, "//") || strings.HasPrefix(key, "@") { // of a registry
		return !strings.ContainsAny(key, "${}\"'")
	}
	switch key {
	case "registry", "save-exact", "save-prefix", "save", "engine-strict", "fund", "audit",
		"audit-level", "loglevel", "legacy-peer-deps", "strict-peer-dependencies", "strict-peer-deps",
		"auto-install-peers", "shamefully-hoist", "public-hoist-pattern", "hoist-pattern", "hoist",
		"node-linker", "package-lock", "progress", "update-notifier", "link-workspace-packages",
		"prefer-workspace-packages", "save-workspace-protocol", "lockfile", "resolution-mode",
		"prefer-offline", "prefer-frozen-lockfile", "fetch-retries", "fetch-timeout",
		"fetch-retry-mintimeout", "fetch-retry-maxtimeout", "maxsockets", "always-auth", "omit",
		"include", "provenance", "access", "tag-version-prefix", "message", "sign-git-tag",
		"install-links", "install-strategy", "dedupe-peer-dependents", "min-release-age",
		"minimum-release-age", "color", "ignore-scripts", "enable-pre-post-scripts",
		"ignore-workspace-root-check", "side-effects-cache", "network-concurrency", "foreground-scripts",
		"disallow-workspace-cycles", "shared-workspace-lockfile", "use-lockfile-v6", "lockfile-version",
		"resolve-peers-from-workspace-root", "git-checks", "optional", "allow-git", "init-license":
		return true
	}
	return false
}

// yamlSettings looks at the keys of pnpm-workspace.yaml and .yarnrc.yml.
func (r *reader) yamlSettings(file string) {
	text, state := r.read(file)
	if state != Found {
		return
	}
	v, ok := parseYAML(text)
	if !ok || v.kind != mapping {
		r.unknown(path.Base(file) + " is not understood")
		return
	}
	for _, key := range v.names {
		switch key {
		case "packages", "catalog", "catalogs", "overrides", "onlyBuiltDependencies", "allowBuilds",
			"ignoredBuiltDependencies", "neverBuiltDependencies", "linkWorkspacePackages",
			"minimumReleaseAge", "minimumReleaseAgeExclude", "peerDependencyRules", "savePrefix",
			"saveExact", "sharedWorkspaceLockfile", "strictPeerDependencies", "autoInstallPeers",
			"publicHoistPattern", "hoistPattern", "shamefullyHoist", "nodeLinker", "packageExtensions",
			"patchedDependencies", "trustPolicy", "blockExoticSubdeps", "dedupePeerDependents",
			"preferWorkspacePackages", "resolutionMode", "catalogMode", "cleanupUnusedCatalogs",
			"allowedDeprecatedVersions", "ignoreScripts", "enablePrePostScripts", "updateConfig",
			"auditConfig", "strictDepBuilds", "enableGlobalCache", "enableTelemetry",
			"compressionLevel", "enableScripts", "npmRegistryServer", "nmHoistingLimits", "nmMode",
			"defaultSemverRangePrefix", "checksumBehavior", "enableImmutableInstalls",
			"logFilters", "npmScopes", "supportedArchitectures", "enableProgressBars", "npmMinimalAgeGate":
		default:
			r.unknown(path.Base(file) + ": " + key + " may change what runs")
			return
		}
	}
}
