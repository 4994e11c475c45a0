/** The messages in the source files of the editor part, and the translations that ship with the extension. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../manifest/built.ts';
import { readMessages } from './messages.ts';

export type Words = Readonly<Record<string, string>>;

/**
 * Texts in each file that look like messages but aren't. The log is in English, because support people read it. Texts of the
 * sandbox and the service are not translated.
 */
const exceptions: Readonly<Record<string, readonly RegExp[]>> = {
  // Lines of the log, which contain the `detail` of a failure.
  'editor/window/log.ts': [/^Flag Admin$/, /^ ms$/, /^ transactionId=$/],
  'editor/words/failureWords.ts': [/^secret storage: $/, /^service said: $/, /^details: $/],
  // The diagnostics are in English like the log, because support people read them.
  'editor/diagnostics/copyDiagnostics.ts': [/./],
  // The mark of the extension's own texts, the same in all languages.
  'editor/words/ownText.ts': [/^# Flag Admin:/],
  // The caller and the kind of a request to the thread.
  'editor/definitions/completionProvider.ts': [/^completions $/],
  'editor/definitions/diagnostics.ts': [/^problems $/],
  'editor/definitions/languages.ts': [/^(hover|outline) $/],
  // Names of formats.
  'editor/definitions/openFromFile.ts': [/^YAML, JSON$/],
  // The extension's name.
  'editor/connection/accounts.ts': [/^Flag Admin$/],
  'editor/words/escape.ts': [/^Flag Admin$/],
  // Examples of input.
  'editor/connection/connectionFields.ts': [/^https:\/\/admin\.example\.com$/],
  'editor/connection/editConnection.ts': [/@example\.com/],
  'editor/changes/requestConfirmation.ts': [/@example\.com/],
  // A call in the form in which it is sent.
  'editor/changes/exactCall.ts': [
    /Content-Type: application\/json$/,
    /^curl -X $/,
    /--data-binary $/,
    /^Authorization: Bearer $/,
  ],
  // Markup.
  'editor/review/panelPage.ts': [/^default-src 'none'/, /script-src 'nonce-$/, /[<>]/, /^" src="$/],
  // Tokens of conditions in package.json.
  'editor/explorer/treeNode.ts': [/hasName/],
  'editor/explorer/flagNodes.ts': [/hasName/],
  'editor/explorer/requestNode.ts': [/hasName/],
  'editor/explorer/segmentNodes.ts': [/hasName/],
  'editor/explorer/workspaceNode.ts': [/hasName/],
};

interface Source {
  readonly messages: readonly string[];
  /** `file:line what`. */
  readonly faults: readonly string[];
  /** Returns the exceptions that are not needed: `file pattern`. */
  readonly unused: readonly string[];
}

/** Returns each message of all files once, in order of appearance. */
export function readSourceWords(): Source {
  const src = path.join(root, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(editor\/.*|extension)\.ts$/.test(file))
    .toSorted((one, other) => (one < other ? -1 : 1));
  const used = new Set<RegExp>();
  const messages = new Set<string>();
  const faults: string[] = [];
  for (const file of files) {
    const isAllowed = (text: string): boolean => {
      const fits = (exceptions[file] ?? []).filter((pattern) => pattern.test(text));
      for (const pattern of fits) used.add(pattern);
      return fits.length > 0;
    };
    const found = readMessages(readFileSync(path.join(src, file), 'utf8'), isAllowed);
    for (const { text } of found.messages) messages.add(text);
    faults.push(...found.faults.map((fault) => `src/${file}:${fault}`));
  }
  const unused = Object.entries(exceptions).flatMap(([file, patterns]) =>
    patterns.filter((pattern) => !used.has(pattern)).map((pattern) => `${file} ${pattern}`),
  );
  return { messages: [...messages], faults, unused };
}

/** Messages of the editor part. Each is its own key, as `vscode.l10n` requires. */
export const sourceWords = (): Words => Object.fromEntries(readSourceWords().messages.map((message) => [message, message]));

const read = (file: string): Words => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Words;

/** Messages of the manifest. */
export const manifestWords = (): Words => read('package.nls.json');

/** A translation that ships with the extension: its file, and the messages that it translates. */
export const translations = {
  'package.nls.de.json': { read: () => read('package.nls.de.json'), source: manifestWords },
  'l10n/bundle.l10n.de.json': {
    read: () => read('l10n/bundle.l10n.de.json'),
    source: sourceWords,
  },
} as const;
