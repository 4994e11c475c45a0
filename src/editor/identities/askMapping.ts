/** Asks which column is the key, and which columns are attributes. Both are guessed, so pressing Enter twice is often enough. */
import * as vscode from 'vscode';
import type { IdentityTable } from '../../domain/identities/identityTable.ts';
import { columnUses, guessMapping, type ColumnUse, type Mapping } from '../../domain/identities/mapping.ts';
import { columnHash } from '../../operations/learned/keyFiles.ts';
import { keyText } from '../words/escape.ts';
import { askChoice, askSeveral, askSteps, back, type Answer, type Position } from '../ask/ask.ts';

const { t } = vscode.l10n;

/**
 * Asks for the columns. `last` is the hash of the name of the key column that the user chose last time. Returns `otherHeader`
 * if the user says that the guess about the header row is wrong. Undefined = the user cancelled.
 */
export async function askMapping(
  table: IdentityTable,
  description: string,
  last: string | undefined,
): Promise<Mapping | 'otherHeader' | undefined> {
  const title = t('Upload Identities from {0}', description);
  const lastColumn = table.columns.findIndex(({ name }) => columnHash(name) === last);
  const guess = lastColumn === -1 ? guessMapping(table).keyColumn : lastColumn;
  let keyColumn = guess as number | 'otherHeader';
  let attributes: Mapping['attributes'] = [];
  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askKeyColumn(table, { ...position, title }, guess, lastColumn);
      if (answer === undefined || answer === back) return answer;
      keyColumn = answer;
      return true;
    },
    async (position) => {
      if (keyColumn === 'otherHeader') return true;
      const answer = await askSeveral({
        ...position,
        title,
        placeholder: t('Which columns are attributes?'),
        options: columnUses(table, keyColumn).map((use) => ({
          ...columnRow(table, use.column),
          description: columnUseText(table, use),
          icon: new vscode.ThemeIcon(use.id === '' ? 'circle-slash' : 'tag'),
          isTicked: use.isExact,
          isDisabled: use.id === '',
          value: { column: use.column, id: use.id },
        })),
      });
      if (answer === undefined || answer === back) return answer;
      attributes = answer;
      return true;
    },
  ]);
  if (!isAnswered) return undefined;
  return keyColumn === 'otherHeader' ? keyColumn : { keyColumn, attributes };
}

/** Returns the attribute that the column becomes, such as "→ plan", or why the column can't be an attribute. */
function columnUseText({ columns }: IdentityTable, { id, isExact, takenBy }: ColumnUse): string {
  if (isExact) return `→ ${id}`;
  if (id !== '') return t('→ {0}: the column name contains characters that an attribute ID can’t have', id);
  if (takenBy !== undefined) return t('not usable: the column “{0}” has the same attribute ID', columns[takenBy]!.name);
  return t('not usable: its name can’t be turned into an attribute ID');
}

/**
 * Returns the texts of a column's row in the list: its name, and its first cells. Long cells are shortened, so that they don't
 * hide the others.
 */
function columnRow({ columns }: IdentityTable, column: number): { readonly label: string; readonly detail: string } {
  const { name, samples } = columns[column]!;
  return { label: name, detail: samples.map((cell) => keyText(cell)).join(', ') };
}

async function askKeyColumn(
  table: IdentityTable,
  at: Position,
  guess: number,
  last: number,
): Promise<Answer<number | 'otherHeader'>> {
  const { columns, form } = table;
  const options = columns.map((_, column) => ({
    ...columnRow(table, column),
    ...(column === last && { description: t('used last time for a file like this') }),
    icon: new vscode.ThemeIcon(column === guess ? 'key' : 'blank'),
    value: column,
  }));
  const hasHeader = form.format === 'csv' && form.hasHeader;
  const header = {
    label: hasHeader ? t('The first row is an identity, not a header') : t('The first row is a header with the column names'),
    icon: new vscode.ThemeIcon('table'),
    value: 'otherHeader' as const,
  };
  return askChoice<number | 'otherHeader'>({
    ...at,
    isFirstActive: true,
    placeholder: t('Which column or field contains the keys?'),
    options: [
      ...options.toSorted((a, b) => Number(b.value === guess) - Number(a.value === guess)),
      ...(form.format === 'csv' ? [{ separator: '' }, header] : []),
    ],
  });
}
