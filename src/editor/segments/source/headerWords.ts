/** Which line was not taken for a key because it names the columns: whoever knows better can say so before anything is changed. */
import * as vscode from 'vscode';
import { formatNumber } from '../../requestWords.ts';
import type { FoundKeys } from './findKeys.ts';
import { visible } from '../../visible.ts';
import { placeOf } from './source.ts';

const { t } = vscode.l10n;

const SHOWN = 3;

/** "Line 1 is the header: account_id, not a key"; empty if every line is a key. */
export function headerWords({ headers, source }: Pick<FoundKeys, 'headers' | 'source'>): string {
  const [first] = headers;
  if (!first) return '';
  if (headers.length > 1) {
    const names = [...new Set(headers.map(({ text }) => visible(text)))].filter((name) => name !== '');
    return t(
      '{0} lines are headers, not keys: {1}',
      formatNumber(headers.length),
      names.length > SHOWN ? `${names.slice(0, SHOWN).join(', ')}, …` : names.join(', '),
    );
  }
  const { line, fileName } = placeOf(source, first.line);
  const place = source.files ? t('Line {0} of {1}', line, fileName) : t('Line {0}', line);
  return first.text === ''
    ? t('{0} is the header, not a key', place)
    : t('{0} is the header: {1}, not a key', place, visible(first.text));
}
