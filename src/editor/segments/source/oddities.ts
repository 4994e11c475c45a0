/** What is odd about the keys that were found, in one line. */
import * as vscode from 'vscode';
import { formatNumber } from '../../requestWords.ts';
import type { FoundKeys } from './findKeys.ts';
import { placeOf } from './source.ts';

const { t } = vscode.l10n;

const SHOWN = 3;

/** "1 repeated (line 14), 1 blank (line 20)"; empty if every line holds a usable key. */
export function oddities({ counts, problems, lookAlikes, trimmed, inSeveral, cut, source }: FoundKeys): string {
  const linesOf = (wanted: string): readonly number[] => problems.filter(({ kind }) => kind === wanted).map(({ line }) => line);
  const part = (count: number, words: string, lines: readonly number[]): string =>
    count === 0 ? '' : places(source, words, lines);
  const repeated = counts.repeated - inSeveral.length;
  return [
    part(cut.length, t('{0} cut at a separator', formatNumber(cut.length)), cut),
    part(repeated, t('{0} repeated', formatNumber(repeated)), linesOf('repeated')),
    inSeveral.length > 0 ? t('{0} in more than one file', formatNumber(inSeveral.length)) : '',
    part(counts.blank, t('{0} blank', formatNumber(counts.blank)), linesOf('blank')),
    part(
      counts.unusable,
      t('{0} unusable', formatNumber(counts.unusable)),
      problems.filter(({ kind }) => kind !== 'repeated' && kind !== 'blank').map(({ line }) => line),
    ),
    part(counts.trimmed, t('{0} trimmed', formatNumber(counts.trimmed)), trimmed),
    part(
      counts.lookAlikes,
      counts.lookAlikes === 1 ? t('1 looks like another') : t('{0} look like another', formatNumber(counts.lookAlikes)),
      lookAlikes.map(({ line }) => line),
    ),
  ]
    .filter((words) => words !== '')
    .join(', ');
}

/** Lines of several files are told in the report alone: here they would need a name each. */
function places(source: FoundKeys['source'], words: string, lines: readonly number[]): string {
  if (source.files) return words;
  // A JSON list may stand in one line: that is named once.
  const different = [...new Set(lines)];
  const shown = different
    .slice(0, SHOWN)
    .map((line) => placeOf(source, line).line)
    .join(', ');
  if (different.length === 1) return t('{0} (line {1})', words, shown);
  return different.length > SHOWN ? t('{0} (lines {1}, …)', words, shown) : t('{0} (lines {1})', words, shown);
}
