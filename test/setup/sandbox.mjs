/** `npm run sandbox`: installs dependencies and starts the sandbox, which gets the arguments, stdin, stdout and signals. */
import { ensureInstalled } from './install.mjs';
import { becomeNode } from './program.mjs';

try {
  await ensureInstalled();
  process.exitCode = await becomeNode(['src/sandbox/cli.ts', ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
