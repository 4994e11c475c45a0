/** Finds the version of VS Code to test with. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../setup/places.mjs';

/**
 * Returns the version to download.
 * @param {string} word  `oldest`, `stable`, `insiders`, or a version such as `1.110.0`
 */
export function editorVersion(word) {
  if (word === 'stable' || word === 'insiders' || /^\d+\.\d+\.\d+$/.test(word)) return word;
  if (word !== 'oldest') throw new Error(`--vscode takes oldest, stable, insiders or a version, not ${word}`);
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return engines.vscode.replace(/^\D+/, '');
}
