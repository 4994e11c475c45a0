/** `npm run test:desktop`: installs missing dependencies and runs the suite of `test/host/suite` in a desktop VS Code. */
import { installAndRun } from './program.mjs';

await installAndRun(['esbuild.js'], ['test/host/driver/onDesktop.mjs', ...process.argv.slice(2)]);
