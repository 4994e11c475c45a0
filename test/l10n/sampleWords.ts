/** Words on a page that are not from the extension: names and sentences of the sandbox and of the test's data. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tokensOf } from '../check/readSource.ts';
import { root } from '../manifest/built.ts';
import { valueOf } from './messages.ts';
import { wordsOf } from './pseudo.ts';

/** Returns all words of the strings in `src/sandbox` and in `folders`, in lower case. */
export function sampleWords(...folders: readonly string[]): ReadonlySet<string> {
  const files = ['src/sandbox', ...folders].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(root, folder, file)),
  );
  const strings = files
    .flatMap((file) => tokensOf(readFileSync(file, 'utf8')))
    .filter(({ kind }) => kind === 'string' || kind === 'part');
  return new Set(strings.flatMap(({ text }) => wordsOf(valueOf(text))));
}
