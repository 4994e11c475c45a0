/** Runs stories in a different display language. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { PSEUDO, pseudoWords } from '../../l10n/pseudo.ts';
import { manifestWords, sourceWords, translations } from '../../l10n/source.ts';
import { workDir } from '../../setup/places.mjs';

/**
 * Returns the options for a workbench in a language that the extension supports. A language pack makes the server use the
 * language. It does not translate the workbench itself, so each translated word on the page comes from the extension.
 * @param {string} language  as VS Code names it: `de`
 */
async function inLanguage(language) {
  return { language, extensions: [await packLanguage(language)] };
}

/** The same for the pseudo-language, whose text is created here and does not ship. */
export async function inPseudoLanguage() {
  const extensionFiles = {
    [`package.nls.${PSEUDO}.json`]: JSON.stringify(pseudoWords(manifestWords())),
    [`l10n/bundle.l10n.${PSEUDO}.json`]: JSON.stringify(pseudoWords(sourceWords())),
  };
  return { ...(await inLanguage(PSEUDO)), extensionFiles };
}

/**
 * Translates a sentence of the extension and fills its placeholders. Throws if the sentence or its translation does not exist, so
 * a story can't wait for text that never appears.
 * @param {string} language
 * @returns {(message: string, ...values: unknown[]) => string}
 */
export function sayIn(language) {
  const manifest = manifestWords();
  const bundles =
    language === PSEUDO
      ? { manifest: pseudoWords(manifest), source: pseudoWords(sourceWords()) }
      : {
          manifest: translations[`package.nls.${language}.json`].read(),
          source: translations[`l10n/bundle.l10n.${language}.json`].read(),
        };
  const all = new Map(Object.entries(bundles.source));
  for (const [key, text] of Object.entries(manifest)) all.set(text, bundles.manifest[key]);
  return (message, ...values) => {
    const said = all.get(message);
    if (said === undefined) throw new Error(`not said in ${language}: ${message}`);
    return said.replace(/\{(\d+)\}/g, (place, at) => String(values[Number(at)] ?? place));
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
