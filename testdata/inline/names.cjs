// Prints the functions of every module that Node.js has built in and of its global objects, as the runtime itself lists
// them, a JSON object a line.
'use strict';
const { builtinModules } = require('module');
process.removeAllListeners('warning');
process.on('warning', () => {});

function names(owner) {
  const out = new Set();
  for (let o = owner; o && o !== Object.prototype && o !== Function.prototype; o = Object.getPrototypeOf(o)) {
    for (const n of Object.getOwnPropertyNames(o)) {
      if (/^[A-Za-z$_][\w$]*$/.test(n) && n !== 'constructor') out.add(n);
    }
  }
  return [...out].sort();
}

function get(owner, name) {
  try { return owner[name]; } catch { return undefined; }
}

function list(module, owner, global) {
  const all = names(owner).filter((n) => !['caller', 'callee', 'arguments', 'length', 'name', 'prototype'].includes(n));
  const functions = all.filter((n) => typeof get(owner, n) === 'function');
  const classes = {};
  for (const n of functions) {
    const p = get(owner, n).prototype;
    if (p && typeof p === 'object') {
      const methods = names(p).filter((k) => {
        const d = Object.getOwnPropertyDescriptor(p, k);
        return d && typeof d.value === 'function';
      });
      if (methods.length) classes[n] = methods;
    }
  }
  console.log(JSON.stringify({ module, names: functions, classes, global }));
}

for (const m of builtinModules.filter((n) => !n.startsWith('_')).sort()) {
  let value;
  try { value = require(m); } catch { continue; }
  list(m, value, false);
}
list('', globalThis, true);
for (const n of names(globalThis)) {
  const v = get(globalThis, n);
  if (v && (typeof v === 'object' || typeof v === 'function') && v !== globalThis) list(n, v, true);
}
