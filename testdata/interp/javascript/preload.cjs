// Preloaded before a snippet: replaces what changes files or starts programs by functions that log it to ORACLE_LOG, a
// JSON object a line, and do nothing.
'use strict';
const fs = require('fs'), path = require('path'), cp = require('child_process'), {EventEmitter} = require('events');
const {PassThrough, Writable} = require('stream');
const log = fs.openSync(process.env.ORACLE_LOG, 'a', 0o600);
const writeSync = fs.writeSync.bind(fs), openSync = fs.openSync.bind(fs), cwd = process.cwd.bind(process);
const say = (kind, file, argv) =>
  writeSync(log, JSON.stringify({kind, path: file == null ? '' : path.resolve(cwd(), String(file)), argv: argv || []}) + '\n');
const names = {
  delete: ['rm', 'unlink', 'rmdir'],
  write: ['writeFile', 'mkdir', 'mkdtemp', 'truncate'],
  append: ['appendFile'],
  meta: ['chmod', 'chown', 'lchown', 'utimes', 'lutimes'],
};
const second = ['symlink', 'link', 'copyFile', 'cp'];
const done = args => { const f = args[args.length - 1]; if (typeof f === 'function') setImmediate(f, null); };
const replace = (name, act) => {
  fs[name + 'Sync'] = (...a) => { act(a); };
  fs[name] = (...a) => { act(a); done(a); };
  fs.promises[name] = async (...a) => { act(a); };
};
for (const [kind, list] of Object.entries(names))
  for (const n of list) replace(n, a => { if (typeof a[0] !== 'number' && a[0] !== '/dev/null') say(kind === 'append' ? 'write' : kind, a[0]); });
for (const n of second) replace(n, a => say('write', a[1]));
replace('rename', a => { say('delete', a[0]); say('write', a[1]); });
const writes = f => f !== undefined && f !== 'r' && f !== 'rs' && f !== 0;
fs.openSync = (p, f, ...a) => { if (writes(f)) { say('write', p); return 99; } return openSync(p, f, ...a); };
fs.createWriteStream = p => { say('write', p); return new Writable({write(c, e, f) { f(); }}); };
const child = argv => {
  say('run', null, argv.map(String));
  const c = new EventEmitter();
  c.stdout = new PassThrough(); c.stderr = new PassThrough(); c.stdin = new PassThrough();
  return c;
};
const list = a => (Array.isArray(a) ? a : []);
cp.exec = c => child([c]);
cp.execSync = c => { child([c]); return Buffer.from(''); };
cp.spawn = cp.execFile = (f, a) => child([f, ...list(a)]);
cp.spawnSync = (f, a) => { child([f, ...list(a)]); return {status: 0, stdout: Buffer.from(''), stderr: Buffer.from('')}; };
cp.execFileSync = (f, a) => { child([f, ...list(a)]); return Buffer.from(''); };
cp.fork = f => { const c = child(['node', f]); return c; };
process.kill = () => { say('process'); return true; };
require('module').syncBuiltinESMExports();
