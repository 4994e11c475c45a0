/** What the keys look like before they are sent: the first of them, and what speaks against their being keys at all. */
import * as vscode from 'vscode';
import { keyDoubts, type KeyDoubt } from '../../domain/keys/keyDoubts.ts';
import type { Option } from '../ask/ask.ts';
import { formatNumber } from '../words/requestWords.ts';
import type { FoundKeys } from './source/source.ts';
import { keyText } from '../words/escape.ts';

const { t } = vscode.l10n;

/** Keys that are shown, and characters of each. */
const MAX_KEYS = 3;
const WIDTH = 24;

/** As they would be sent: "acct-1 · acct-2 · acct-3 · …". */
export function firstKeys(keys: readonly string[]): string {
  const first = keys.slice(0, MAX_KEYS).map((key) => keyText(key, WIDTH));
  return [...first, ...(keys.length > MAX_KEYS ? ['…'] : [])].join(' · ');
}

/** A sentence for each doubt; none where they look like keys. */
export const doubtSentences = (keys: readonly string[]): readonly string[] => keyDoubts(keys).map(sentenceOf);

/** What can be opened, or read anew: `separated` at once, in any other form that is asked for. */
export type SourceChoice = 'report' | 'readAs' | 'separated';

/** What comes before the ways to send them: each doubt, and what can be done about it. Nothing is changed by itself. */
export const doubtOptions = (found: FoundKeys): readonly Option<SourceChoice>[] =>
  keyDoubts(found.keys).map((doubt) => {
    const value = remedyFor(doubt, found);
    const detail = {
      separated: t('Take each value as a key: quotes, brackets and separators around it are no part of it'),
      readAs: t('Read it as…'),
      report: t('Show what was found'),
    }[value];
    return { label: sentenceOf(doubt), detail, icon: new vscode.ThemeIcon('warning'), isAlwaysShown: true, value };
  });

/** A list whose keys have something around them is read without it; of a table or a document another column or field is likelier. */
function remedyFor({ code }: KeyDoubt, { form, columns }: FoundKeys): SourceChoice {
  if (code === 'markup' || code === 'comments') return 'report';
  const isList =
    form.format === 'csv'
      ? !form.hasHeader && columns.filter(({ samples }) => samples.length > 0).length < 2
      : form.format === 'lines';
  return isList ? 'separated' : 'readAs';
}

const sentenceOf = ({ count, example }: KeyDoubt): string =>
  t('These don’t look like keys, and would be sent as they are ({0}): {1}', formatNumber(count), keyText(example, WIDTH));
