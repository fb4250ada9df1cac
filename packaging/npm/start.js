"use strict";
// Starts a program of the package for this system. Only people start it this way: `fencepost install`
// enters the program itself into the settings of the agent.
const { spawnSync } = require("node:child_process");
const path = require("node:path");

module.exports = (name) => {
  const platform = `${process.platform}-${process.arch}`;
  let dir;
  try {
    dir = path.dirname(require.resolve(`@fencepost/${platform}/package.json`));
  } catch {
    console.error(`${name}: there is no package @fencepost/${platform}. Install fencepost again, without ` +
      "--omit=optional; if that does not help, this system is not supported.");
    process.exit(3);
  }
  const program = path.join(dir, "bin", name + (process.platform === "win32" ? ".exe" : ""));
  const ended = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
  if (ended.error) console.error(`${name}: ${ended.error.message}`);
  if (ended.signal) process.kill(process.pid, ended.signal);
  process.exit(ended.status ?? 3);
};
