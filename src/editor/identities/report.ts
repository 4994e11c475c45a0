/** What was found in a file, as a text to read before anything is sent. */
import * as vscode from 'vscode';
import type { RowProblem } from '../../domain/identities/identitiesFrom.ts';
import { formatNumber } from '../formats/requestWords.ts';
import type { FoundIdentities } from './readIdentities.ts';

const { t } = vscode.l10n;

/** More findings, or identities, than this are counted, not listed. */
const MAX_LISTED = 1000;
/** Characters of the values of one identity. */
const MAX_VALUES = 300;

/** "1 with a repeated key, 2 without a key"; empty if every row is sent whole. */
export function oddities({ problems }: Pick<FoundIdentities, 'problems'>): string {
  const count = (...kinds: readonly RowProblem['kind'][]): number => problems.filter(({ kind }) => kinds.includes(kind)).length;
  const words = (number: number, sentence: (count: string) => string): string =>
    number === 0 ? '' : sentence(formatNumber(number));
  return [
    words(count('repeatedKey'), (number) => t('{0} with a repeated key', number)),
    words(count('emptyKey'), (number) => t('{0} without a key', number)),
    words(count('badKey', 'notObject', 'tooManyCells', 'noValues'), (number) => t('{0} unusable', number)),
    words(count('undecoded'), (number) => t('{0} with characters that could not be read', number)),
    words(count('nested'), (number) => t('{0} with lists or objects that are left out', number)),
  ]
    .filter(Boolean)
    .join(', ');
}

export function reportText(found: FoundIdentities): string {
  const { identities, problems, table, mapping, file } = found;
  const nameOf = (column: number): string => table.columns[column]?.name ?? '';
  const shortened = (text: string): string => (text.length > MAX_VALUES ? `${text.slice(0, MAX_VALUES)}…` : text);
  return [
    file.name,
    `${t('Key')}: ${nameOf(mapping.keyColumn)}`,
    ...mapping.attributes.map(({ column, id }) => `${t('Attribute {0}', id)}: ${nameOf(column)}`),
    '',
    `${t('Rows')}: ${formatNumber(table.rows.length)}`,
    oddities(found) || t('Every row is saved as it is'),
    ...listed(problems, (problem) => `${t('line {0}', problem.line)}: ${problemText(problem)}`),
    '',
    `${t('Identities to save')}: ${formatNumber(identities.length)}`,
    ...listed(identities, ({ key, values }) => `${key}  ${shortened(JSON.stringify(values))}`),
    '',
  ].join('\n');
}

function listed<T>(all: readonly T[], lineOf: (one: T) => string): readonly string[] {
  const lines = all.slice(0, MAX_LISTED).map((one) => `  ${lineOf(one)}`);
  return all.length > MAX_LISTED ? [...lines, `  ${t('… and {0} more', formatNumber(all.length - MAX_LISTED))}`] : lines;
}

function problemText({ kind, key, firstLine }: RowProblem): string {
  switch (kind) {
    case 'emptyKey':
      return t('no key, left out');
    case 'repeatedKey':
      return t('{0} is already in line {1}, which is the one that is saved', key, firstLine ?? 0);
    case 'badKey':
      return t('the key is too long or has characters that no key may have, left out: {0}', JSON.stringify(key));
    case 'undecoded':
      return t('{0} has characters that could not be read, left out: reopen the file with the encoding it was saved in', key);
    case 'notObject':
      return t('no object, left out');
    case 'tooManyCells':
      return t('{0} has more cells than there are columns, left out', key);
    case 'noValues':
      return t('{0} has no attribute, left out', key);
    case 'nested':
      return t('{0} has a list or an object as an attribute, which is left out; the rest is saved', key);
    default:
      return kind satisfies never;
  }
}
