/** `npm run bench`: installs missing dependencies, builds, and measures (see test/bench/bench.ts). */
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './places.mjs';
import { becomeNode } from './program.mjs';

// A thread must start as fast as the built one, which needs no types removed.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compile');
try {
  await ensureInstalled();
  process.exitCode = await becomeNode(['esbuild.js']);
  if (process.exitCode === 0) process.exitCode = await becomeNode(['test/bench/bench.ts', ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
