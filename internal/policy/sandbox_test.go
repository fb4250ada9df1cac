package policy_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
)

// inForce is the values of a policy's block sandbox that a test asks for, as key=value.
func inForce(p *policy.Policy, keys string) string {
	var out []string
	for key := range strings.FieldsSeq(keys) {
		var values []string
		for _, v := range p.Provenance() {
			if v.Key == "sandbox."+key {
				values = append(values, v.Value)
			}
		}
		out = append(out, key+"="+strings.Join(values, ","))
	}
	return strings.Join(out, " ")
}

func keysOf(want string) string {
	var keys []string
	for w := range strings.FieldsSeq(want) {
		key, _, _ := strings.Cut(w, "=")
		keys = append(keys, key)
	}
	return strings.Join(keys, " ")
}

// TestSandboxLayers lays a project's block over a person's: trusted, and not.
func TestSandboxLayers(t *testing.T) {
	tests := []struct {
		about, user, project string
		trusted, foreign     string // key=value of what is in force, several separated by blanks
		ignored              int
	}{
		{"nobody speaks of it", "default: ask", "default: ask", "mode=off", "mode=off", 0},
		{"the person alone", "sandbox: {mode: auto}", "default: ask", "mode=auto scope=unvouched",
			"mode=auto write.allow=.,$SCRATCH", 0},
		{"switched on", "default: ask", "sandbox: {mode: auto}", "mode=auto answers=[exec,dynamic]",
			"mode=auto answers=[]", 1},
		{"switched on over off", "sandbox: {mode: off, answers: [exec]}",
			"sandbox: {mode: require, answers: [exec]}", "mode=require answers=[exec]",
			"mode=require answers=[]", 1},
		{"switched off", "sandbox: {mode: auto}", "sandbox: {mode: off}", "mode=off", "mode=auto", 1},
		{"raised", "sandbox: {mode: auto}", "sandbox: {mode: require, require: full, scope: all}",
			"mode=require require=full scope=all", "mode=require require=full scope=all", 0},
		{"lowered", "sandbox: {mode: require, require: full, onUnavailable: deny}",
			"sandbox: {mode: auto, require: reduced, onUnavailable: allow}",
			"mode=auto require=reduced onUnavailable=allow", "mode=require require=full onUnavailable=deny", 3},
		{"limits are lowered", "sandbox: {mode: auto, limits: {memory: 4G, time: 10m}}",
			"sandbox: {limits: {memory: 512M, processes: 50, time: 90s}}",
			"limits.memory=512M limits.processes=50 limits.time=90s",
			"limits.memory=512M limits.processes=50 limits.time=90s", 0},
		{"limits are raised", "sandbox: {mode: auto, limits: {memory: 512M, processes: 50, time: 90s}}",
			"sandbox: {limits: {memory: 4G, processes: 500, time: 2h}, devices: [/dev/kvm]}",
			"limits.memory=4G limits.processes=500 limits.time=2h devices=/dev/kvm",
			"limits.memory=512M limits.processes=50 limits.time=90s devices=", 4},
		{"hosts are proposals", "sandbox: {mode: auto, network: {allow: [a.example]}}",
			"sandbox: {network: {allow: [b.example, a.example], deny: [c.example]}}",
			"network.allow=a.example,b.example network.deny=c.example",
			"network.allow=a.example network.deny=c.example", 2},
		{"paths are proposals", "sandbox: {write: {allow: [., ~/x]}}",
			"sandbox: {write: {allow: [~/y], readOnly: [infra]}, read: {allow: [~/.ssh/known_hosts], hide: [~/n]}}",
			"write.allow=.,~/x,~/y write.readOnly=infra read.allow=~/.ssh/known_hosts read.hide=~/n",
			"write.allow=.,~/x write.readOnly=infra read.allow= read.hide=~/n", 2},
		{"paths over the built-in ones", "sandbox: {mode: auto}", "sandbox: {write: {allow: [src]}}",
			"write.allow=src", "write.allow=.,$SCRATCH", 1},
		{"answers", "sandbox: {mode: auto, answers: [exec]}", "sandbox: {answers: [exec, dynamic]}",
			"answers=[exec,dynamic]", "answers=[exec]", 1},
		{"fewer answers", "sandbox: {mode: auto}", "sandbox: {answers: []}", "answers=[]", "answers=[]", 0},
		{"other answers", "sandbox: {answers: [exec]}", "sandbox: {answers: [dynamic]}",
			"answers=[dynamic]", "answers=[exec]", 1},
		{"ports", "sandbox: {network: {publish: [3000, 4000]}}",
			"sandbox: {network: {publish: [3000], localhost: [5432]}}",
			"network.publish=[3000] network.localhost=5432", "network.publish=[3000] network.localhost=", 1},
		{"another port", "sandbox: {network: {publish: [3000]}}", "sandbox: {network: {publish: [80]}}",
			"network.publish=[80]", "network.publish=[3000]", 1},
		{"no port", "sandbox: {mode: auto}", "sandbox: {network: {publish: none}}",
			"network.publish=none", "network.publish=none", 0},
		{"the network", "sandbox: {network: {mode: open}}", "sandbox: {network: {mode: filtered}}",
			"network.mode=filtered", "network.mode=filtered", 0},
		{"an open network", "sandbox: {mode: auto}", "sandbox: {network: {mode: open}}",
			"network.mode=open", "network.mode=filtered", 1},
		{"variables", "sandbox: {env: {scrub: [agent]}}", "sandbox: {env: {scrub: [ci], keep: [X]}}",
			"env.scrub=[ci] env.keep=X", "env.scrub=[agent,ci] env.keep=", 2},
		{"sockets, exceptions and reasons", "sandbox: {mode: auto, except: [docker]}",
			"sandbox: {except: [sh], network: {sockets: [ssh-agent], reasons: {a.example: no}}}",
			"except=docker,sh network.sockets=ssh-agent network.reasons=a.example:no",
			"except=docker network.sockets= network.reasons=", 3},
		{"life", "sandbox: {mode: auto}",
			"sandbox: {home: private, tmp: shared, caches: own, background: kill}",
			"home=private tmp=shared caches=own background=kill",
			"home=private tmp=private caches=own background=kill", 1},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			home, proj := tree(t, map[string]string{inHome: tt.user + "\n", inProj: tt.project + "\n"})
			for _, trusted := range []bool{true, false} {
				p := policy.Load(policy.Source{Home: home, Project: proj, Trusted: trusted,
					Foreign: !trusted})
				if p.Failure() != "" {
					t.Fatal(p.Failure())
				}
				want, ignored := tt.foreign, tt.ignored
				if trusted {
					want, ignored = tt.trusted, 0
				}
				got := strings.ReplaceAll(strings.ReplaceAll(inForce(p, keysOf(want)), ", ", ","), ": ", ":")
				if got != want {
					t.Errorf("trusted %v: %s\nwant %s", trusted, got, want)
				}
				if list := p.Ignored(); len(list) != ignored {
					t.Errorf("trusted %v: ignored %v, want %d", trusted, list, ignored)
				}
				if on, off := p.Effective().Sandbox.On(), inForce(p, "mode") == "mode=off"; on == off {
					t.Errorf("trusted %v: on %v, and %s", trusted, on, inForce(p, "mode"))
				}
			}
		})
	}
}

// TestSandboxLock lays a person's block over that of an enforced policy.
func TestSandboxLock(t *testing.T) {
	tests := []struct {
		about, org, own string
		want            string
		warned          string // keys of which verify says that they have no effect
	}{
		{"nothing of the policy", "default: ask", "sandbox: {mode: auto, except: [docker]}",
			"mode=auto except=docker", ""},
		{"the policy alone", "sandbox: {mode: require, require: full}", "default: ask",
			"mode=require require=full onUnavailable=ask", ""},
		{"switched off", "sandbox: {mode: auto}", "sandbox: {mode: off}", "mode=auto", "sandbox.mode"},
		{"stricter", "sandbox: {mode: auto}", "sandbox: {mode: require, scope: all}",
			"mode=require scope=all", ""},
		{"a lower level", "sandbox: {mode: require, require: full}",
			"sandbox: {require: reduced, onUnavailable: deny}", "require=full onUnavailable=deny",
			"sandbox.require"},
		{"a level that the policy leaves open", "sandbox: {mode: require}",
			"sandbox: {require: reduced, onUnavailable: allow}", "require=files onUnavailable=ask",
			"sandbox.require sandbox.onUnavailable"},
		{"taken out", "sandbox: {mode: auto, except: [docker]}", "sandbox: {except: [npm, docker]}",
			"except=docker", "sandbox.except"},
		{"taken out of what is off", "sandbox: {network: {mode: none}}", "sandbox: {except: [npm]}",
			"except=npm network.mode=none", ""},
		{"hosts", "sandbox: {network: {allow: [a.example], deny: [b.example]}}",
			"sandbox: {network: {allow: [c.example], deny: [d.example], mode: open}}",
			"network.allow=a.example network.deny=b.example,d.example network.mode=open",
			"sandbox.network.allow"},
		{"hosts and the mode", "sandbox: {network: {mode: filtered, allow: [a.example]}}",
			"sandbox: {network: {mode: none}}", "network.mode=none", ""},
		{"paths", "sandbox: {write: {allow: [.]}, read: {projectSecrets: hide}}",
			"sandbox: {write: {allow: ['~'], readOnly: [x]}, read: {projectSecrets: open}}",
			"write.allow=. write.readOnly=x read.projectSecrets=hide",
			"sandbox.read.projectSecrets sandbox.write.allow"},
		{"answers", "sandbox: {answers: [exec]}", "sandbox: {answers: [exec, dynamic]}",
			"answers=[exec]", "sandbox.answers"},
		{"variables", "sandbox: {env: {scrub: [agent, cloud]}}", "sandbox: {env: {scrub: [ci]}}",
			"env.scrub=[agent,cloud,ci]", "sandbox.env.scrub"},
		{"ports", "sandbox: {network: {publish: [3000], localhost: [1]}}",
			"sandbox: {network: {publish: auto, localhost: [2]}}",
			"network.publish=[3000] network.localhost=1",
			"sandbox.network.publish sandbox.network.localhost"},
		{"fewer ports", "sandbox: {network: {publish: auto}}", "sandbox: {network: {publish: none}}",
			"network.publish=none", ""},
		{"reasons", "sandbox: {network: {reasons: {a.example: ours}}}",
			"sandbox: {network: {reasons: {a.example: mine, b.example: mine}}}",
			"network.reasons=a.example:ours,b.example:mine", "sandbox.network.reasons"},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			for _, in := range []string{inHome, inProj} {
				b := newBundle(t, map[string]string{"recommended": "default: ask\n"})
				home, proj := tree(t, map[string]string{in: tt.own + "\n"})
				p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: b,
					Baked: withOrg(t, b, map[string]string{"acme": head + tt.org + "\n"})})
				if p.Failure() != "" {
					t.Fatal(p.Failure())
				}
				got := strings.ReplaceAll(strings.ReplaceAll(inForce(p, keysOf(tt.want)), ", ", ","), ": ", ":")
				if got != tt.want {
					t.Errorf("%s: %s\nwant %s", in, got, tt.want)
				}
				var warned []string
				for _, w := range p.Overruled(nil, proj, nil) {
					key, _, _ := strings.Cut(w.Text, ":")
					if len(warned) == 0 || warned[len(warned)-1] != key {
						warned = append(warned, key)
					}
					if w.Line != 1 || w.Col == 0 {
						t.Errorf("%+v does not say where", w)
					}
				}
				if got := strings.Join(warned, " "); got != tt.warned {
					t.Errorf("%s: warned of %q, want %q", in, got, tt.warned)
				}
			}
		})
	}
}

// TestSandboxSrc: each value says which line sets it.
func TestSandboxSrc(t *testing.T) {
	home, proj := tree(t, map[string]string{
		inHome: "sandbox:\n  mode: auto\n  write:\n    allow: [., ~/x]\n  network: {allow: [a.example]}\n",
		inProj: "sandbox:\n  network:\n    allow: [b.example]\n    localhost: [5432]\n    reasons:\n" +
			"      c.example: no\n"})
	p := policy.Load(policy.Source{Home: home, Project: proj, Trusted: true})
	for _, tt := range []struct{ key, entry, src string }{
		{"mode", "", "home/.claude/fencepost.yaml:2"},
		{"scope", "", "built in"},
		{"write.allow", ".", "home/.claude/fencepost.yaml:4"},
		{"write.allow", "$SCRATCH", "built in"}, // it is not in force
		{"network.allow", "a.example", "home/.claude/fencepost.yaml:5"},
		{"network.allow", "b.example", "proj/.claude/fencepost.yaml:3"},
		{"network.localhost", "5432", "proj/.claude/fencepost.yaml:4"},
		{"network.reasons", "c.example: no", "proj/.claude/fencepost.yaml:6"},
		{"network.deny", "d.example", "built in"},
	} {
		src := p.SandboxSrc("sandbox."+tt.key, tt.entry)
		src = strings.TrimPrefix(src, home[:strings.LastIndexByte(home, '/')+1])
		if src != tt.src {
			t.Errorf("%s %s is from %s, want %s", tt.key, tt.entry, src, tt.src)
		}
	}
}
