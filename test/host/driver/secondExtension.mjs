/** Other extensions to be installed beside ours, packaged from their folders in `test/host`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { hostDir, workDir } from '../../setup/places.mjs';

/** @returns {Promise<string>} its .vsix */
export const packSecondExtension = () => pack('secondExtension');

/** A click that opens an empty webview. @returns {Promise<string>} its .vsix */
export const packEmptyWebview = () => pack('emptyWebview');

/** Measures what others take to be loaded. @returns {Promise<string>} its .vsix */
export const packLoadTimes = () => pack('loadTimes');

async function pack(folder) {
  const packagePath = path.join(workDir, `${folder}.vsix`);
  await mkdir(workDir, { recursive: true });
  const cwd = path.join(hostDir, folder);
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
