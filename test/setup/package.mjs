/** `npm run package`: sets up what is missing, builds, and writes the .vsix (see test/setup/writeVsix.mjs). */
import { ensureInstalled } from './install.mjs';
import { becomeNode } from './program.mjs';

try {
  await ensureInstalled();
  process.exitCode = await becomeNode(['test/setup/writeVsix.mjs', ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
