/** Which column is the key, and which attribute each other one feeds; both are guessed, so that Enter twice will often do. */
import * as vscode from 'vscode';
import type { IdentityTable } from '../../domain/identities/identityTable.ts';
import { attributeIdFrom, guessAttributes, guessMapping, type Mapping } from '../../domain/identities/mapping.ts';
import { askChoice, askSteps, askText, back, type Answer, type Option } from '../prompts/ask.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { visible } from '../formats/visible.ts';

const { t } = vscode.l10n;

/** `otherHeader`: the first row is what it was not taken for. Undefined = the user walked away. */
export async function askMapping(table: IdentityTable, fileName: string): Promise<Mapping | 'otherHeader' | undefined> {
  const title = t('Upload Identities from {0}', fileName);
  let { keyColumn, attributes } = guessMapping(table);
  let isOtherHeader = false;
  const isAnswered = await askSteps([
    async (position) => {
      const answer = await askKeyColumn(table, { ...position, title }, keyColumn);
      if (answer === undefined || answer === back) return answer;
      isOtherHeader = answer === 'otherHeader';
      if (typeof answer === 'number' && answer !== keyColumn) {
        keyColumn = answer;
        attributes = guessAttributes(table, keyColumn);
      }
      return true;
    },
    async (position) => {
      if (isOtherHeader) return true;
      const answer = await askAttributes(table, { ...position, title }, { keyColumn, attributes });
      if (answer === undefined || answer === back) return answer;
      attributes = answer;
      return true;
    },
  ]);
  if (!isAnswered) return undefined;
  return isOtherHeader ? 'otherHeader' : { keyColumn, attributes };
}

interface At {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

/** The first cells of a column, of which a long one hides no other. */
const samplesLine = (samples: readonly string[]): string => samples.map((cell) => visible(cell)).join(', ');

async function askKeyColumn({ columns, form }: IdentityTable, at: At, guess: number): Promise<Answer<number | 'otherHeader'>> {
  const options = columns.map(({ name, samples }, column) => ({
    label: name,
    description: column === guess ? t('likely') : '',
    detail: samplesLine(samples),
    icon: new vscode.ThemeIcon(column === guess ? 'key' : 'blank'),
    value: column,
  }));
  const header = {
    label:
      form.format === 'csv' && form.hasHeader ? t('The first row holds an identity, too') : t('The first row names the columns'),
    icon: new vscode.ThemeIcon('table'),
    value: 'otherHeader' as const,
  };
  return askChoice<number | 'otherHeader'>({
    ...at,
    isFirstActive: true,
    placeholder: t('Which column is the key?'),
    options: [
      ...options.toSorted((a, b) => Number(b.value === guess) - Number(a.value === guess)),
      ...(form.format === 'csv' ? [{ separator: '' }, header] : []),
    ],
  });
}

/** A list that stays until it is right: choosing a column changes what it feeds. */
async function askAttributes(table: IdentityTable, at: At, mapping: Mapping): Promise<Answer<Mapping['attributes']>> {
  const ids = new Map(mapping.attributes.map(({ column, id }) => [column, id]));
  for (;;) {
    const goOn: Option<number | 'goOn'> = {
      label: ids.size === 1 ? t('Go on with 1 attribute') : t('Go on with {0} attributes', formatNumber(ids.size)),
      icon: new vscode.ThemeIcon('check'),
      value: 'goOn',
    };
    const answer = await askChoice<number | 'goOn'>({
      ...at,
      placeholder: t('Which attribute does each column feed? Choose a column to change it or to leave it out.'),
      options: [...(ids.size > 0 ? [goOn] : []), { separator: t('columns') }, ...columnOptions(table, mapping.keyColumn, ids)],
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'goOn') return [...ids].map(([column, id]) => ({ column, id })).toSorted((a, b) => a.column - b.column);
    const id = await askAttributeId(table, at.title, answer, ids);
    if (id === undefined) return undefined;
    if (id === '') ids.delete(answer);
    else if (id !== back) ids.set(answer, id);
  }
}

function columnOptions(
  { columns }: IdentityTable,
  keyColumn: number,
  ids: ReadonlyMap<number, string>,
): readonly Option<number>[] {
  return columns.flatMap(({ name, samples }, column) => {
    if (column === keyColumn) return [];
    const id = ids.get(column);
    return [
      {
        label: name,
        description: id === undefined ? t('left out') : `→ ${id}`,
        detail: samplesLine(samples),
        icon: new vscode.ThemeIcon(id === undefined ? 'circle-slash' : 'tag'),
        value: column,
      },
    ];
  });
}

/** Empty = the column is left out. */
async function askAttributeId(
  { columns }: IdentityTable,
  title: string,
  column: number,
  ids: ReadonlyMap<number, string>,
): Promise<Answer<string>> {
  const name = columns[column]?.name ?? '';
  const answer = await askText({
    title,
    canGoBack: true,
    prompt: t('Id of the attribute that “{0}” feeds; leave it empty to leave the column out', name),
    value: ids.get(column) ?? attributeIdFrom(name),
    validate: (typed) => {
      const other = [...ids].find(([at, id]) => at !== column && id === typed.trim());
      return other && t('The column “{0}” feeds this attribute already.', columns[other[0]]?.name ?? '');
    },
  });
  return typeof answer === 'string' ? answer.trim() : answer;
}
