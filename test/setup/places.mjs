/** Absolute paths of files and folders, independent of the working directory. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** The package that runs a real VS Code. It has its own lockfile. */
export const hostDir = path.join(root, 'test', 'host');

/** The oldest supported VS Code. Packages that it shares with the newest one are in `hostDir`, above it. */
export const oldestDir = path.join(hostDir, 'oldest');

/** Files that the host tests write and git ignores: the unpacked browser, bundles, screenshots, logs. */
export const workDir = path.join(hostDir, '.work');

/** The sample folder. Tests and `npm start` open a copy of it. */
export const sampleDir = path.join(hostDir, 'sample');

/** True if `test/host` can run on this system. */
export const canRunHost = process.platform === 'linux' && process.arch === 'x64';

/** The packaged extension that `npm run package` writes. */
export function vsixFile() {
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return path.join(root, `${name}-${version}.vsix`);
}
