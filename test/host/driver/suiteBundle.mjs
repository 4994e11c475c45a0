/** Bundles the tests that run in the extension host: one CommonJS file for each, and one that runs them. */
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { hostDir, root, workDir } from '../../setup/places.mjs';

/** @returns {Promise<string>} the value of `extensionTestsPath` for VS Code */
export async function bundleHostSuite() {
  const suiteDir = path.join(hostDir, 'suite');
  const outdir = path.join(workDir, 'suite');
  const files = readdirSync(suiteDir, { recursive: true }).filter((file) => file.endsWith('.test.ts'));
  if (files.length === 0) throw new Error(`There are no tests in ${path.relative(root, suiteDir)}`);
  rmSync(outdir, { recursive: true, force: true });
  const esbuild = createRequire(path.join(root, 'package.json'))('esbuild');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [path.join(suiteDir, 'run.ts'), ...files.map((file) => path.join(suiteDir, file))],
    outbase: suiteDir,
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    // The same as in the built files, here and below.
    mainFields: ['module', 'main'],
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    logLevel: 'warning',
  });
  return path.join(outdir, 'run.cjs');
}
