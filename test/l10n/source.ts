/** What the editor's own files say, and the bundles of words that go with the extension. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../manifest/built.ts';
import { readMessages } from './messages.ts';

export type Words = Readonly<Record<string, string>>;

/**
 * What looks like words for readers and is none, by file. The log is English on purpose: it is read by those who help, and
 * sent to them. What the sandbox and the service say is theirs.
 */
const exceptions: Readonly<Record<string, readonly RegExp[]>> = {
  // The log's lines: `detail` of a failure goes there.
  'editor/window/log.ts': [/^Flag Admin$/, /^ ms$/, /^ transactionId=$/],
  'editor/words/failureWords.ts': [/^secret storage: $/, /^service said: $/, /^details: $/],
  // The diagnostics are English as the log is: they are sent to those who help.
  'editor/diagnostics/copyDiagnostics.ts': [/./],
  // The mark of our own texts, in no language.
  'editor/words/ownText.ts': [/^# Flag Admin:/],
  // Who asks the thread, and for what.
  'editor/definitions/completionProvider.ts': [/^completions $/],
  'editor/definitions/diagnostics.ts': [/^Flag Admin$/, /^problems $/],
  'editor/definitions/languages.ts': [/^(hover|outline) $/],
  // Names of formats.
  'editor/definitions/openFromFile.ts': [/^YAML, JSON$/],
  // The extension's name.
  'editor/connection/accounts.ts': [/^Flag Admin$/],
  'editor/identities/sendIdentities.ts': [/^Flag Admin$/],
  'editor/code/folders.ts': [/^Flag Admin$/],
  'editor/code/providers.ts': [/^Flag Admin$/],
  // Examples of what may be typed.
  'editor/connection/connectionFields.ts': [/^https:\/\/admin\.example\.com$/],
  'editor/connection/editConnection.ts': [/@example\.com/],
  'editor/changes/requestSheet.ts': [/@example\.com/],
  // A call as it goes out.
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
  /** Exceptions that nothing needs: `file pattern`. */
  readonly unused: readonly string[];
}

/** All that is said by the files that say something: each message once, as they come. */
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

/** The editor's messages, each by itself: that is how `vscode.l10n` looks them up. */
export const sourceWords = (): Words => Object.fromEntries(readSourceWords().messages.map((message) => [message, message]));

const read = (file: string): Words => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Words;

/** The manifest's words. */
export const manifestWords = (): Words => read('package.nls.json');

/** What goes with the extension for another language: where it stands, and what it has to translate. */
export const translations = {
  'package.nls.de.json': { read: () => read('package.nls.de.json'), source: manifestWords },
  'l10n/bundle.l10n.de.json': {
    read: () => read('l10n/bundle.l10n.de.json'),
    source: sourceWords,
  },
} as const;
