/** `npm run sandbox`: sets up what is missing and serves the sandbox; arguments, stdin, stdout and signals are the sandbox's own. */
import { ensureInstalled } from './install.mjs';
import { becomeNode } from './program.mjs';

try {
  await ensureInstalled();
  process.exitCode = await becomeNode(['src/sandbox/cli.ts', ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
