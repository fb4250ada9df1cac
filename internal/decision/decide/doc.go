// Package decide turns facts into a verdict: it collects what the rule sets say of each command,
// effect and redirection, orders it in tiers, and folds it. It knows no shell.
//
// Every rule set is asked about every command, redirection and effect. The first tier with a hit
// decides about a thing, and the most restrictive decision about any thing decides about the call:
//
//	1 deny          bash.deny, checks, rules that deny, protected paths
//	2 scoped allow  allowChecks, rules that allow: each vouches for what it names and nothing else
//	3 ask           bash.ask, rules that ask, hazards
//	4 allow         bash.allow, and read-only commands where readOnly: allow is set
//	5 default       mode if it is set, else default
//
// The scoped allows and asks of an enforced organisation policy are tiers of their own between 1
// and 2, so that nothing else answers what it asks.
//
// An ask that a confined run settles counts for less than one that stays. If nothing worse is said
// of a call that is certain to run confined, it passes.
//
// A project's config that nobody has trusted is a rule set that lets no allow through (package
// policy). It could still loosen, because an ask stands before a default that denies. So the
// verdict is made without these sets and with them, and the stricter one counts. One table in
// package policy says of every key whether it can loosen, and a test fails for a missing key.
package decide
