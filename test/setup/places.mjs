/** Where things are. Absolute paths, whatever folder a script is started from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** What runs a real VS Code: a package of its own with its own lockfile. */
export const hostDir = path.join(root, 'test', 'host');

/** The oldest VS Code that package.json promises. Packages that it shares with the newest are found in `hostDir`, above it. */
export const oldestDir = path.join(hostDir, 'oldest');

/** What the tests of the host write and git ignores: the unpacked browser, bundles, screenshots, logs. */
export const workDir = path.join(hostDir, '.work');

/** The sample folder. Tests and `npm start` open a copy of it. */
export const sampleDir = path.join(hostDir, 'sample');

/** Whether `test/host` can run here at all. */
export const canRunHost = process.platform === 'linux' && process.arch === 'x64';

/** The packaged extension, as `npm run package` writes it. */
export function vsixFile() {
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return path.join(root, `${name}-${version}.vsix`);
}
