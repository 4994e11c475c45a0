/** `npm run bench`: installs missing dependencies, builds, and measures (see test/bench/bench.ts). */
import path from 'node:path';
import { root } from './places.mjs';
import { installAndRun } from './program.mjs';

// Without this cache, a worker thread of the sources starts more slowly than a built one, because Node first removes its
// types.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compile');
await installAndRun(['esbuild.js'], ['test/bench/bench.ts', ...process.argv.slice(2)]);
