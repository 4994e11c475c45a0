/** `npm run sandbox`: installs dependencies and starts the sandbox, which gets the arguments, stdin, stdout and signals. */
import { installAndRun } from './program.mjs';

await installAndRun(['src/sandbox/cli.ts', ...process.argv.slice(2)]);
