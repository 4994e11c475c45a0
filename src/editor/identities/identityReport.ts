/** Describes what was found in a file, as a text to read before anything is sent. */
import * as vscode from 'vscode';
import type { RowProblem } from '../../domain/identities/identitiesFrom.ts';
import { doubtfulRows, doubtLabel } from '../ask/askDoubts.ts';
import { formatNumber } from '../words/requestWords.ts';
import type { FoundIdentities } from './readIdentities.ts';

const { t } = vscode.l10n;

/** The maximum length of each list in the report. The report only counts the entries beyond it. */
const MAX_LISTED = 1000;
/** The maximum length of the values of one identity in the report. Longer values are cut off. */
const MAX_VALUES = 300;

/** Returns "1 repeated, 2 unusable". Empty if every row is sent completely. */
function identityOddities({ problems }: Pick<FoundIdentities, 'problems'>): string {
  const [repeated, nested] = (['repeatedKey', 'nested'] as const).map(
    (one) => problems.filter(({ kind }) => kind === one).length,
  );
  const unusable = problems.length - repeated! - nested!;
  return [
    repeated ? t('{0} repeated', formatNumber(repeated)) : '',
    unusable ? t('{0} unusable', formatNumber(unusable)) : '',
    nested ? t('{0} with some attributes left out (lists or objects)', formatNumber(nested)) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

export function identityReportText(found: FoundIdentities): string {
  const { identities, problems, table, mapping, file } = found;
  const nameOf = (column: number): string => table.columns[column]?.name ?? '';
  const shortened = (text: string): string => (text.length > MAX_VALUES ? `${text.slice(0, MAX_VALUES)}…` : text);
  return [
    file.description,
    `${nameOf(mapping.keyColumn)} → ${t('key')}`,
    ...mapping.attributes.map(({ column, id }) => `${nameOf(column)} → ${id}`),
    '',
    remarks(found),
    ...found.doubts.flatMap((doubt) => [
      `! ${doubtLabel(doubt)}`,
      ...listed(
        doubtfulRows(doubt, (line) => t('line {0}', line)),
        (row) => row.join('  '),
      ),
    ]),
    ...listed(problems, (problem) => `${t('line {0}', problem.line)}: ${problemText(problem)}`),
    '',
    saveLabel(found),
    ...listed(identities, ({ key, values }) => `${key}  ${shortened(JSON.stringify(values))}`),
    '',
  ].join('\n');
}

/** Returns remarks about unusual rows and doubtful keys. */
export const remarks = (found: FoundIdentities): string =>
  [...found.doubts.map(doubtLabel), identityOddities(found)].filter(Boolean).join('. ') || t('Every row is saved as it is');

export const saveLabel = ({ identities }: Pick<FoundIdentities, 'identities'>): string =>
  t('Save identities ({0})', formatNumber(identities.length));

function listed<T>(all: readonly T[], lineOf: (one: T) => string): readonly string[] {
  const lines = all.slice(0, MAX_LISTED).map((one) => `  ${lineOf(one)}`);
  return all.length > MAX_LISTED ? [...lines, `  ${t('… and {0} more', formatNumber(all.length - MAX_LISTED))}`] : lines;
}

function problemText({ kind, key, firstLine }: RowProblem): string {
  switch (kind) {
    case 'emptyKey':
    case 'notObject':
    case 'noValues':
      return t('no key or no attributes: left out');
    case 'leftOut':
      return t('{0} is left out by your decision', key);
    case 'repeatedKey':
      return t('{0} is already in line {1}. Only line {1} is saved.', key, firstLine ?? 0);
    case 'badKey':
      return t('left out, because the key is too long or has characters that a key can’t have: {0}', JSON.stringify(key));
    case 'undecoded':
      return t(
        '{0} is left out, because it has characters that could not be read. Reopen the file with the encoding in which it was saved.',
        key,
      );
    case 'wideRow':
      return t('{0} has more cells than the header, and is left out', key);
    case 'narrowRow':
      return t('{0} has fewer cells than the header, and is left out', key);
    case 'nested':
      return t('{0}: attributes that are lists or objects are left out. Its other attributes are saved.', key);
    default:
      return kind satisfies never;
  }
}
