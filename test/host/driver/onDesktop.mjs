/**
 * Runs the Mocha suite of `test/host/suite` in a desktop VS Code. Uses the one at VSCODE_EXECUTABLE. Without it, downloads one:
 * `--vscode stable` (the default), `oldest` (the oldest version that the manifest allows), `insiders`, or a version.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { failureInWords, inWords } from '../../setup/outcome.mjs';
import { root, sampleDir } from '../../setup/places.mjs';
import { editorVersion } from './editorVersion.mjs';
import { bundleHostSuite } from './suiteBundle.mjs';

async function main() {
  const { values } = parseArgs({
    options: { grep: { type: 'string' }, vscode: { type: 'string', default: 'stable' } },
  });
  const vscodeExecutablePath = process.env.VSCODE_EXECUTABLE ?? (await download(editorVersion(values.vscode)));
  const extensionTestsPath = await bundleHostSuite();
  const tempDir = mkdtempSync(path.join(os.tmpdir(), 'flag-admin-'));
  const folder = path.join(tempDir, 'flag-admin-sample');
  const resultFile = path.join(tempDir, 'result.json');
  cpSync(sampleDir, folder, { recursive: true });
  mkdirSync(path.join(tempDir, 'data'));
  try {
    const problem = await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: root,
      extensionTestsPath,
      extensionTestsEnv: { FLAG_ADMIN_TEST_RESULT: resultFile, FLAG_ADMIN_TEST_GREP: values.grep },
      launchArgs: [
        folder,
        `--user-data-dir=${path.join(tempDir, 'data')}`,
        `--extensions-dir=${path.join(tempDir, 'extensions')}`,
        '--disable-workspace-trust',
        '--password-store=basic',
      ],
    }).then(
      () => undefined,
      (error) => error, // also if a test failed; the file has the result
    );
    report(resultFile, problem);
  } finally {
    rmSync(tempDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function download(version) {
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: path.join(root, '.cache', 'vscode') });
  } catch (error) {
    throw new Error(
      `VS Code could not be downloaded (${error.message}). Set VSCODE_EXECUTABLE to the program of an installed VS Code to test in that.`,
      { cause: error },
    );
  }
}

function report(resultFile, problem) {
  let outcome;
  try {
    outcome = JSON.parse(readFileSync(resultFile, 'utf8'));
  } catch {
    throw new Error(`VS Code ended before the tests did: ${problem?.message ?? 'it gave no reason'}`);
  }
  for (const failure of outcome.failures) process.stdout.write(failureInWords(failure));
  process.stdout.write(`\n${inWords(outcome)}\n`);
  process.exitCode = outcome.failed > 0 ? 1 : 0;
}

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
