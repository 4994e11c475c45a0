/** Another extension to be installed beside ours, packaged from `test/host/secondExtension`. */
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { hostDir, workDir } from '../../setup/places.mjs';

/** @returns {Promise<string>} its .vsix */
export async function packSecondExtension() {
  const packagePath = path.join(workDir, 'second-extension.vsix');
  const cwd = path.join(hostDir, 'secondExtension');
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
