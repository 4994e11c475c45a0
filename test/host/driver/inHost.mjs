/**
 * Runs the Mocha suite inside the extension host of a real VS Code, with the extension loaded from the repository:
 * `node inHost.mjs --json FILE [--grep PATTERN]`. Prints the tests that failed; writes an Outcome as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { failureInWords, inWords } from '../../setup/outcome.mjs';
import { root } from '../../setup/places.mjs';
import { launchBrowser } from './chromium.mjs';
import { startServer } from './server.mjs';
import { testBrowserSettings } from './settings.mjs';
import { bundleHostSuite } from './suiteBundle.mjs';

const RUN_LIMIT_MILLISECONDS = 900_000;

async function runInHost(grep) {
  const testsPath = await bundleHostSuite();
  const resultFile = path.join(path.dirname(testsPath), 'result.json');
  const browser = await launchBrowser();
  let server;
  try {
    server = await startServer({
      name: 'host',
      isTestHost: true,
      settings: testBrowserSettings,
      env: { FLAG_ADMIN_TEST_RESULT: resultFile, ...(grep ? { FLAG_ADMIN_TEST_GREP: grep } : {}) },
    });
    await runOnPage(browser, server, testsPath);
  } finally {
    await browser.close();
    await server?.stop();
  }
  return JSON.parse(readFileSync(resultFile, 'utf8'));
}

/** Opens the workbench with the path of the tests in its address, and waits until its extension host has run them. */
async function runOnPage(browser, server, testsPath) {
  const page = await browser.newPage();
  const ended = new Promise((resolve) => {
    page.once('crash', () => resolve('the page crashed'));
    void server.ended.then(() => resolve('the VS Code server ended'));
    void sleep(RUN_LIMIT_MILLISECONDS, undefined, { ref: false }).then(() =>
      resolve(`it was not done after ${RUN_LIMIT_MILLISECONDS / 1_000} s`),
    );
    // The workbench calls this with the result of run(): 0 or 1. The result file has the details.
    void page.exposeFunction('codeAutomationExit', () => resolve(undefined));
  });
  await page.exposeFunction('codeAutomationLog', (type, args) => {
    if (process.env.FLAG_ADMIN_TEST_VERBOSE) console.error(`[${type}]`, ...args);
  });
  const remote = (file) => `vscode-remote://127.0.0.1:${server.port}${file}`;
  const payload = [
    ['extensionDevelopmentPath', remote(root)],
    ['extensionTestsPath', remote(testsPath)],
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
  ];
  const query = new URLSearchParams({ folder: server.folder, payload: JSON.stringify(payload) });
  await page.goto(`http://127.0.0.1:${server.port}/?${query}`);
  const problem = await ended;
  if (problem)
    throw new Error(`The suite in the extension host gave no result: ${problem}. Its logs: ${path.dirname(server.logFile)}`);
}

const { values } = parseArgs({ options: { json: { type: 'string' }, grep: { type: 'string' } } });
const result = await runInHost(values.grep);
for (const failure of result.failures) process.stdout.write(failureInWords(failure));
if (values.json) writeFileSync(values.json, JSON.stringify(result));
else process.stdout.write(`${inWords(result)}\n`);
process.exitCode = result.failed > 0 ? 1 : 0;
