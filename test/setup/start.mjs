/**
 * `npm start`: opens a VS Code with the extension and the sample folder. Uses the desktop `code` if it is on the PATH. Otherwise,
 * or with `--browser` or FLAG_ADMIN_NO_DESKTOP=1, serves the browser workbench on this machine. Ctrl-C ends it and removes its
 * files.
 */
import { parseArgs } from 'node:util';
import { findDesktopCode, openDesktopCode } from './desktopCode.mjs';
import { whenEnded } from './ending.mjs';
import { ensureInstalled } from './install.mjs';
import { canRunHost, hostDir, vsixFile } from './places.mjs';
import { runNode } from './program.mjs';

const BUILD_LIMIT_MILLISECONDS = 120_000;

async function main() {
  const { values } = parseArgs({ options: { browser: { type: 'boolean', default: process.env.FLAG_ADMIN_NO_DESKTOP === '1' } } });
  const code = values.browser ? undefined : findDesktopCode();
  if (!code && !canRunHost) {
    throw new Error(
      'There is no "code" on the PATH, and the browser workbench runs on Linux x64 only. Install VS Code and its "code" command.',
    );
  }
  await ensureInstalled();
  if (code) await onDesktop(code);
  else await inBrowser();
}

async function onDesktop(code) {
  await succeed(['esbuild.js']);
  const opened = openDesktopCode(code);
  whenEnded(async () => {
    await opened.close();
    return 0;
  });
  process.stdout.write(`Flag Admin is open in VS Code (${code}). Close its window, or press Ctrl-C here, to end it.\n`);
  await opened.closed;
}

async function inBrowser() {
  await ensureInstalled(hostDir);
  await succeed(['test/setup/package.mjs']);
  const { serveWorkbench } = await import('../host/driver/serve.mjs');
  const serving = serveWorkbench({ name: 'start', vsixes: [vsixFile()] });
  let isWanted = true;
  whenEnded(async () => {
    isWanted = false;
    await (await serving).close();
    return 0;
  });
  const { url, server } = await serving;
  process.stdout.write(`\nFlag Admin is open in VS Code at ${url} (Ctrl-C ends it)\n`);
  await server.ended;
  if (isWanted) throw new Error(`The VS Code server ended. What it said is in ${server.logFile}`);
}

async function succeed(args) {
  const { problem } = await runNode(args, { limitMilliseconds: BUILD_LIMIT_MILLISECONDS });
  if (problem) throw new Error(`${args[0]}: ${problem}`);
}

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
