/** What the keys look like before they are sent: the first of them, and what speaks against their being keys at all. */
import * as vscode from 'vscode';
import { keyDoubts, type KeyDoubt } from '../../domain/keys/keyDoubts.ts';
import type { Option } from '../ask.ts';
import { formatNumber } from '../requestWords.ts';
import type { FoundKeys } from './source/findKeys.ts';
import { placeOf } from './source/source.ts';
import { visible } from '../visible.ts';

const { t } = vscode.l10n;

/** Keys that are shown, and characters of each. */
const SHOWN = 3;
const WIDTH = 24;

/** As they would be sent: "acct-1 · acct-2 · acct-3 · …". */
export function firstKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, SHOWN).map((key) => visible(key, WIDTH));
  return [...shown, ...(keys.length > SHOWN ? ['…'] : [])].join(' · ');
}

/** A sentence for each doubt; none where they look like keys. */
export const doubtSentences = (keys: readonly string[]): readonly string[] => keyDoubts(keys).map(sentenceOf);

/** What comes before the ways to send them: each doubt, and what can be done about it. Nothing is changed by itself. */
export const doubtOptions = (found: FoundKeys): readonly Option<'report' | 'readAs'>[] => [
  ...cutOptions(found),
  ...abreastOptions(found),
  ...keyDoubts(found.keys).map((doubt) => {
    const isReadAnew = mayBeReadAnew(doubt);
    return {
      label: sentenceOf(doubt),
      detail: isReadAnew
        ? t('Read it as… a table, say: its quotes and separators are no part of a key')
        : doubt.code === 'inQuotes'
          ? t('Show what was found. To mend it, take the quotes and commas away, and leave one key on each line')
          : t('Show what was found. To mend it, leave only one key on each line'),
      icon: new vscode.ThemeIcon('warning'),
      isAlwaysShown: true,
      value: isReadAnew ? ('readAs' as const) : ('report' as const),
    };
  }),
];

/** A list of one column that has a second one here and there: more likely keys that hold a separator. */
function cutOptions({ cut, source }: FoundKeys): readonly Option<'readAs'>[] {
  const [first] = cut;
  if (first === undefined) return [];
  const { line } = placeOf(source, first);
  return [
    {
      label:
        cut.length === 1
          ? t('Line {0} has a separator in it: what stands after it would be left out', line)
          : t(
              '{0} lines have a separator in them, the first is line {1}: what stands after it would be left out',
              formatNumber(cut.length),
              line,
            ),
      detail: t('Read it as… plain lines, to take each line as a whole'),
      icon: new vscode.ThemeIcon('warning'),
      isAlwaysShown: true,
      value: 'readAs',
    },
  ];
}

/** A table without a header whose columns all have keys of one shape: "a1, a2, a3" on each line is a list, and more likely meant as one. */
function abreastOptions({ form, columns }: FoundKeys): readonly Option<'report'>[] {
  if (form.format !== 'csv' || form.hasHeader || columns.length < 2) return [];
  const shapes = new Set(columns.flatMap(({ samples }) => samples.map((sample) => shapeOf(sample))));
  if (shapes.size !== 1 || !columns.every(({ looksLikeKeys, samples }) => looksLikeKeys && samples.length > 0)) return [];
  const chosen = columns.find(({ index }) => index === form.column);
  return [
    {
      label: t(
        'Each line has several values that look like keys; only those of column {0} would be sent: {1}',
        chosen?.name ?? '',
        visible(chosen?.samples[0] ?? '', WIDTH),
      ),
      detail: t('Show what was found. To send them all, put each on a line of its own'),
      icon: new vscode.ThemeIcon('warning'),
      isAlwaysShown: true,
      value: 'report',
    },
  ];
}

const shapeOf = (text: string): string => text.replaceAll(/\p{L}+/gu, 'a').replaceAll(/\d+/g, '9');

/** Where a table of rows is obviously meant; one line of several keys is none. */
function mayBeReadAnew({ code, of, example }: KeyDoubt): boolean {
  switch (code) {
    case 'inQuotes':
      return example.startsWith('"');
    case 'endInSeparator':
      return true;
    case 'holdSeparators':
      return of > 1;
    case 'markup':
    case 'comments':
      return false;
    default:
      return code satisfies never;
  }
}

function sentenceOf({ code, count, of, example }: KeyDoubt): string {
  const shown = visible(example, WIDTH);
  switch (code) {
    case 'inQuotes':
      return of === 1
        ? t('The key is in quotes, which would be sent as a part of it: {0}', shown)
        : t('Most keys are in quotes, which would be sent as a part of them: {0}', shown);
    case 'endInSeparator':
      return of === 1
        ? t('The key ends in a separator, which would be sent as a part of it: {0}', shown)
        : t('Most keys end in a separator, which would be sent as a part of them: {0}', shown);
    case 'holdSeparators':
      return of === 1
        ? t('There are separators in the key; it would be sent as a single one: {0}', shown)
        : t('There are separators in most keys; each would be sent as a single one: {0}', shown);
    case 'markup':
      return t('This looks like a page or a document, not like a list of keys: {0}', shown);
    case 'comments':
      return count === 1
        ? t('1 key begins with #, as a comment does, and would be sent: {0}', shown)
        : t('{0} keys begin with #, as comments do, and would be sent: {1}', formatNumber(count), shown);
    default:
      return code satisfies never;
  }
}
