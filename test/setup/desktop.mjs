/** `npm run test:desktop`: installs missing dependencies and runs the suite of `test/host/suite` in a desktop VS Code. */
import { ensureInstalled } from './install.mjs';
import { becomeNode } from './program.mjs';

try {
  await ensureInstalled();
  const scripts = ['esbuild.js', 'test/host/driver/onDesktop.mjs'];
  for (const script of scripts) {
    const args = script === scripts.at(-1) ? process.argv.slice(2) : [];
    process.exitCode = await becomeNode([script, ...args]);
    if (process.exitCode !== 0) break;
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
