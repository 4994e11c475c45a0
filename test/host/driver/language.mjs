/** Runs a story in the pseudo-language. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { PSEUDO, pseudo, pseudoWords } from '../../l10n/pseudo.ts';
import { manifestWords, sourceWords } from '../../l10n/source.ts';
import { workDir } from '../../setup/places.mjs';

/**
 * Returns the options for a workbench in the pseudo-language, whose text is created here and does not ship. A language pack makes
 * the server use the language. It does not translate the workbench itself, so each translated word on the page comes from the
 * extension.
 */
export async function inPseudoLanguage() {
  const extensionFiles = {
    [`package.nls.${PSEUDO}.json`]: JSON.stringify(pseudoWords(manifestWords())),
    [`l10n/bundle.l10n.${PSEUDO}.json`]: JSON.stringify(pseudoWords(sourceWords())),
  };
  return { language: PSEUDO, extensions: [await packLanguage(PSEUDO)], extensionFiles };
}

/**
 * Returns a function that translates a sentence of the extension and fills its placeholders. It throws if the sentence does not
 * exist, so a story can't wait for text that never appears.
 */
export function sayInPseudoLanguage() {
  const known = new Set([...Object.keys(sourceWords()), ...Object.values(manifestWords())]);
  return (message, ...values) => {
    if (!known.has(message)) throw new Error(`the extension does not say: ${message}`);
    return pseudo(message).replace(/\{(\d+)\}/g, (place, at) => String(values[Number(at)] ?? place));
  };
}

/** @returns {Promise<string>} its .vsix */
async function packLanguage(language) {
  const name = `language-pack-${language}`;
  const cwd = path.join(workDir, name);
  await mkdir(cwd, { recursive: true });
  const localizations = [{ languageId: language, translations: [{ id: 'vscode', path: './vscode.json' }] }];
  const manifest = {
    name,
    publisher: 'fixture',
    version: '1.0.0',
    description: 'Makes the workbench take a display language.',
    license: 'MIT',
    engines: { vscode: '^1.105.0' },
    contributes: { localizations },
    files: ['vscode.json'],
  };
  await writeFile(path.join(cwd, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(cwd, 'vscode.json'), JSON.stringify({ version: '1.0.0', contents: {} }));
  const packagePath = path.join(workDir, `${name}.vsix`);
  await createVSIX({ cwd, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
