/** What the keys look like before they are sent: the first of them, and what speaks against their being keys at all. */
import * as vscode from 'vscode';
import { keyDoubts, type KeyDoubt } from '../../domain/keys/keyDoubts.ts';
import type { Option } from '../prompts/ask.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { placeOf, type FoundKeys } from './source/source.ts';
import { visible } from '../formats/hiddenMarks.ts';

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

/** What can be looked at, or read anew: `separated` at once, in any other form that is asked for. */
export type SourceChoice = 'report' | 'readAs' | 'separated';

/** What comes before the ways to send them: each doubt, and what can be done about it. Nothing is changed by itself. */
export const doubtOptions = (found: FoundKeys): readonly Option<SourceChoice>[] => [
  ...cutOptions(found),
  ...abreastOptions(found),
  ...keyDoubts(found.keys).map((doubt) => warning(sentenceOf(doubt), wayOut(doubt, found))),
];

function warning(label: string, value: SourceChoice, given?: string): Option<SourceChoice> {
  const detail = {
    separated: t('Take each value as a key: quotes, brackets and separators around it are no part of it'),
    readAs: t('Read it as…'),
    report: t('Show what was found'),
  }[value];
  return { label, detail: given ?? detail, icon: new vscode.ThemeIcon('warning'), isAlwaysShown: true, value };
}

/** A list of one column that has a second one here and there: more likely keys that hold a separator. */
function cutOptions({ cut, source }: FoundKeys): readonly Option<SourceChoice>[] {
  const [first] = cut;
  if (first === undefined) return [];
  const { line } = placeOf(source, first);
  const label =
    cut.length === 1
      ? t('Line {0} has a separator in it: what stands after it would be left out', line)
      : t(
          '{0} lines have a separator in them, the first is line {1}: what stands after it would be left out',
          formatNumber(cut.length),
          line,
        );
  return [warning(label, 'readAs', t('Read it as… plain lines, to take each line as a whole'))];
}

/** A table without a header whose columns all have keys of one shape: "a1, a2, a3" on each line is a list, and more likely meant as one. */
function abreastOptions({ form, columns }: FoundKeys): readonly Option<SourceChoice>[] {
  if (form.format !== 'csv' || form.hasHeader || columns.length < 2) return [];
  const shapes = new Set(columns.flatMap(({ samples }) => samples.map((sample) => shapeOf(sample))));
  if (shapes.size !== 1 || !columns.every(({ looksLikeKeys, samples }) => looksLikeKeys && samples.length > 0)) return [];
  const { name = '', samples: [sample = ''] = [] } = columns[form.column] ?? {};
  const label = t(
    'Each line has several values that look like keys; only those of column {0} would be sent: {1}',
    name,
    visible(sample, WIDTH),
  );
  return [warning(label, 'separated')];
}

const shapeOf = (text: string): string => text.replaceAll(/\p{L}+/gu, 'a').replaceAll(/\d+/g, '9');

/** A list whose keys have something around them is read without it; of a table or a document another column or field is likelier. */
function wayOut({ code }: KeyDoubt, { form, columns }: FoundKeys): SourceChoice {
  if (code === 'markup' || code === 'comments') return 'report';
  const isList =
    form.format === 'csv'
      ? !form.hasHeader && columns.filter(({ samples }) => samples.length > 0).length < 2
      : form.format === 'lines';
  return isList ? 'separated' : 'readAs';
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
