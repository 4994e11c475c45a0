/** `npm run bench`: sets up what is missing, builds, and measures (see test/bench/bench.ts). */
import { ensureInstalled } from './install.mjs';
import { becomeNode } from './program.mjs';

try {
  await ensureInstalled();
  process.exitCode = await becomeNode(['esbuild.js']);
  if (process.exitCode === 0) process.exitCode = await becomeNode(['test/bench/bench.ts', ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
