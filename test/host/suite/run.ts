/** Runs in the extension host. VS Code calls `run` and treats a rejection as a failure. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

/** Runs all bundled tests in this folder, and writes the result to the file that the environment names. */
export async function run(): Promise<void> {
  const grep = process.env['FLAG_ADMIN_TEST_GREP'];
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 20_000, reporter: 'min', ...(grep ? { grep } : {}) });
  for (const file of readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (file.endsWith('.test.cjs')) mocha.addFile(path.join(__dirname, file));
  }

  const outcome = { passed: 0, failed: 0, skipped: 0, failures: [] as { name: string; error: string }[] };
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('pass', () => (outcome.passed += 1))
      .on('pending', () => (outcome.skipped += 1))
      .on('fail', (test, error) => {
        outcome.failed += 1;
        outcome.failures.push({ name: test.fullTitle(), error: error.stack ?? String(error) });
      });
  });
  const file = process.env['FLAG_ADMIN_TEST_RESULT'];
  if (file) writeFileSync(file, JSON.stringify(outcome));
  if (outcome.failed > 0) throw new Error(`${outcome.failed} tests failed`);
}
