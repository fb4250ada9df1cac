// Package egress is the network of the sandbox: what a program in a network namespace reaches that
// has nothing but a loopback interface.
//
// Sockets are made inside and passed out; this process serves them from outside, so no process
// stands between that could be left over or lose its way. Names get addresses of the loopback
// interface from a name server that asks nobody. A program that connects with such an address has
// its connection accepted here, where the address says which name is meant: the rules are asked,
// and the connection is made outside. Programs need no variable that names a proxy; for those that
// insist on one there are proxies of HTTP and SOCKS5, which ask the same rules.
//
//   - No packet and no query leaves. What leaves is a connection of TCP, with a host that the rules
//     allow, at an address that is not this machine's, link-local, metadata of a cloud, or denied;
//     what is checked is the address that is connected with.
//   - The name in a ClientHello, and in the first request of HTTP, is the connection's, or allowed.
//     TLS is not opened: what an allowed host does with what it gets is not seen.
//   - Refusals are told once per host on standard error, with what a config lacks.
//
// A back end uses it so:
//
//	allow, err := hostmatch.ParseList([]string{"registry.example:443"}, hostmatch.Allow)
//	proxy, err := egress.ProxyFrom(os.Environ())
//	server, err := egress.New(egress.Config{Reach: egress.Reach{Allow: allow}, Proxy: proxy})
//	needs := server.Needs()
//	// In the namespace, before rights are given up: lo up; needs.Addresses on lo, with a mask of
//	// all ones; a socket for each of needs.Sockets (package sandbox/inner).
//	// Mount needs.ResolvConf and needs.Hosts on /etc/resolv.conf and /etc/hosts, unset ProxyVariables().
//	// Then the descriptors of all sockets, in that order, go out in SCM_RIGHTS.
//	listeners, err := egress.NewListeners(needs.Sockets, files)
//	err = server.Serve(ctx, listeners) // until ctx ends; nothing is left of it then
//	// When the last program inside has ended: server.Drain(2*time.Second), then cancel ctx.
//
// A back end without a network namespace serves server.Local().Listeners instead.
//
// What outlives a command is handed over (Server.Leave, Resume) to fencepost-run --keeper. The
// first process of a run ends when the last copy of its socket is closed, so nothing goes on
// unserved. Server.Open and Enter join the localhost of runs of one session; cmd/fencepost-run says
// to whom. No package of the hook links this one.
package egress
