/** What was found in a file, as a text to read before anything is sent. */
import * as vscode from 'vscode';
import type { RowProblem } from '../../domain/identities/identitiesFrom.ts';
import { formatNumber } from '../formats/requestWords.ts';
import type { FoundIdentities } from './findIdentities.ts';

const { t } = vscode.l10n;

/** More findings, or identities, than this are counted, not listed. */
const MAX_LISTED = 1000;
/** Characters of the values of one identity. */
const MAX_SHOWN = 300;

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** "1 with a repeated key, 2 without a key"; empty if every row is sent whole. */
export function oddities({ counts }: FoundIdentities): string {
  return [
    counts.repeated > 0 ? t('{0} with a repeated key', formatNumber(counts.repeated)) : '',
    counts.empty > 0 ? t('{0} without a key', formatNumber(counts.empty)) : '',
    counts.unusable > counts.undecoded ? t('{0} unusable', formatNumber(counts.unusable - counts.undecoded)) : '',
    counts.undecoded > 0 ? t('{0} with characters that could not be read', formatNumber(counts.undecoded)) : '',
    counts.trimmed > 0 ? t('{0} with a trimmed key', formatNumber(counts.trimmed)) : '',
    counts.nested > 0 ? t('{0} with lists or objects that are left out', formatNumber(counts.nested)) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

export function reportText(found: FoundIdentities): string {
  const { counts, identities, problems, table, mapping, file } = found;
  const listed = problems.slice(0, MAX_LISTED).map((problem) => `  ${t('line {0}', problem.line)}: ${problemText(problem)}`);
  const shown = identities.slice(0, MAX_LISTED).map(({ key, values }) => `  ${key}  ${shortened(JSON.stringify(values))}`);
  const nameOf = (column: number): string => table.columns[column]?.name ?? '';
  return [
    file.name,
    '',
    `${t('Key')}: ${nameOf(mapping.keyColumn)}`,
    ...mapping.attributes.map(({ column, id }) => `${t('Attribute {0}', id)}: ${nameOf(column)}`),
    '',
    `${t('Rows')}: ${formatNumber(counts.rows)}`,
    `${t('Identities to save')}: ${formatNumber(identities.length)}`,
    `${t('Repeated keys')}: ${formatNumber(counts.repeated)}`,
    `${t('Empty keys')}: ${formatNumber(counts.empty)}`,
    `${t('Unusable')}: ${formatNumber(counts.unusable)}`,
    '',
    listed.length > 0 ? t('Findings') : t('Every row is saved as it is'),
    ...listed,
    ...more(problems.length),
    '',
    t('Identities'),
    ...shown,
    ...more(identities.length),
    '',
  ].join('\n');
}

const more = (count: number): readonly string[] =>
  count > MAX_LISTED ? [`  ${t('… and {0} more', formatNumber(count - MAX_LISTED))}`] : [];

function problemText({ kind, key, firstLine }: RowProblem): string {
  switch (kind) {
    case 'emptyKey':
      return t('no key, left out');
    case 'repeatedKey':
      return t('{0} is already in line {1}, which is the one that is saved', key, firstLine ?? 0);
    case 'tooLong':
      return t('the key is too long, left out: {0}…', key);
    case 'controlCharacter':
      return t('the key has a control character, left out: {0}', JSON.stringify(key));
    case 'loneSurrogate':
      return t('the key has half of a character, left out: {0}', JSON.stringify(key));
    case 'undecoded':
      return t('{0} has characters that could not be read, left out: reopen the file with the encoding it was saved in', key);
    case 'notObject':
      return t('no object, left out');
    case 'tooManyCells':
      return t('{0} has more cells than there are columns, left out', key);
    case 'noValues':
      return t('{0} has no attribute, left out', key);
    case 'trimmed':
      return t('{0} is saved without the spaces around it', key);
    case 'nested':
      return t('{0} has a list or an object as an attribute, which is left out; the rest is saved', key);
    default:
      return kind satisfies never;
  }
}
