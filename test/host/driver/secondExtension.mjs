/** Packages other extensions from their folders in `test/host`, to install them together with this one. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { hostDir, workDir } from '../../setup/places.mjs';

/** @returns {Promise<string>} its .vsix */
export const packSecondExtension = () => pack('secondExtension');

/**
 * Packages an extension with a button that opens an empty webview.
 * @returns {Promise<string>} its .vsix
 */
export const packEmptyWebview = () => pack('emptyWebview');

/**
 * Packages an extension that measures how long others take to load.
 * @returns {Promise<string>} its .vsix
 */
export const packLoadTimes = () => pack('loadTimes');

async function pack(folder) {
  const packagePath = path.join(workDir, `${folder}.vsix`);
  await mkdir(workDir, { recursive: true });
  const cwd = path.join(hostDir, folder);
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
