/** Packages other extensions from their folders in `test/host`, to install them together with this one. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { hostDir, workDir } from '../../setup/places.mjs';

export const packSecondExtension = () => pack('secondExtension');

/** Packages an extension with a button that opens an empty webview. */
export const packEmptyWebview = () => pack('emptyWebview');

/** Packages an extension that measures how long others take to load. */
export const packLoadTimes = () => pack('loadTimes');

/** Returns the path of the .vsix. */
async function pack(folder) {
  const packagePath = path.join(workDir, `${folder}.vsix`);
  await mkdir(workDir, { recursive: true });
  const cwd = path.join(hostDir, folder);
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
