/** What was found in a source, as a text to read before anything is sent. */
import * as vscode from 'vscode';
import type { KeyProblem } from '../../../domain/keys/keysFound.ts';
import type { Option } from '../../prompts/ask.ts';
import { marked } from '../../texts/ownText.ts';
import type { ReadOnlyText } from '../../texts/readOnlyText.ts';
import { formatNumber } from '../../formats/requestWords.ts';
import { linkedFilesQuery, type LinkedFiles } from '../../texts/textLinks.ts';
import { doubtSentences } from '../doubtWords.ts';
import { visible } from '../../formats/hiddenMarks.ts';
import { cleanWords, headerWords, oddities } from './foundWords.ts';
import { placeOf, type FoundKeys } from './source.ts';

const { t } = vscode.l10n;

/** More findings of a kind than this are counted, not listed. */
const MAX_LISTED = 1000;

/** One finding: where, the key, and what about it. */
type Row = readonly [place: string, key: string, words: string];

/** Places are written as `accounts.csv:14`. */
export function reportText(found: FoundKeys): string {
  const { counts, keys, problems, lookAlikes, trimmed, headers, cut, source, origin, formWords } = found;
  const at = (line: number): string => {
    const { fileName, line: inFile } = placeOf(source, line);
    return fileName === '' ? t('line {0}', inFile) : `${fileName}:${inFile}`;
  };
  const ofKind = (isWanted: (kind: KeyProblem['kind']) => boolean): readonly Row[] =>
    problems
      .filter(({ kind }) => isWanted(kind))
      .slice(0, MAX_LISTED)
      .map((problem) => [at(problem.line), visible(problem.key), problemWords(problem, at)]);
  const sections = [
    section(
      t('Cut at a separator: what stands after it is left out'),
      cut.length,
      cut.slice(0, MAX_LISTED).map((line): Row => [at(line), '', '']),
    ),
    section(
      t('Repeated: sent once'),
      counts.repeated,
      ofKind((kind) => kind === 'repeated'),
    ),
    section(
      t('Blank: left out'),
      counts.blank,
      ofKind((kind) => kind === 'blank'),
    ),
    section(
      t('Unusable: left out'),
      counts.unusable,
      ofKind((kind) => kind !== 'blank' && kind !== 'repeated'),
    ),
    section(
      t('Look-alikes: both are sent'),
      counts.lookAlikes,
      lookAlikes
        .slice(0, MAX_LISTED)
        .map(({ key, line, otherKey, otherLine }): Row => [
          at(line),
          visible(key),
          t('looks like {0} in {1}', visible(otherKey), at(otherLine)),
        ]),
    ),
    section(
      t('Trimmed: sent without the spaces around them'),
      counts.trimmed,
      trimmed.slice(0, MAX_LISTED).map((line): Row => [at(line), '', '']),
    ),
    section(
      t('Keys'),
      keys.length,
      keys.slice(0, MAX_LISTED).map((key): Row => [visible(key), '', '']),
    ),
  ];
  const doubts = doubtSentences(keys);
  const isClean = doubts.length === 0 && sections.slice(0, -1).every((lines) => lines.length === 0);
  return [
    t('Keys found in {0}', origin),
    '',
    ...table([
      [t('Read as'), formWords],
      [t('Keys'), formatNumber(keys.length)],
      [t('Repeated'), formatNumber(counts.repeated)],
      [t('Blank'), formatNumber(counts.blank)],
      [t('Unusable'), formatNumber(counts.unusable)],
      [t('Look-alikes'), formatNumber(counts.lookAlikes)],
      [t('Trimmed'), formatNumber(counts.trimmed)],
    ]),
    '',
    ...(doubts.length > 0 ? [...doubts.map((doubt) => `! ${doubt}`), ''] : []),
    ...section(
      t('Header lines: no keys, left out'),
      headers.length,
      headers.map(({ line, text }): Row => [at(line), visible(text), '']),
    ),
    ...(isClean ? [cleanWords(found), ''] : []),
    ...sections.flat(),
  ].join('\n');
}

/** Nothing where there is none. */
function section(heading: string, count: number, rows: readonly Row[]): readonly string[] {
  if (count === 0) return [];
  const more = count > rows.length ? [`  ${t('… and {0} more', formatNumber(count - rows.length))}`] : [];
  return [`${heading} (${formatNumber(count)})`, ...table(rows), ...more, ''];
}

/** Columns below each other; one that is very wide does not push the others away. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(
      40,
      rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
    ),
  );
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

function problemWords({ kind, firstLine }: KeyProblem, at: (line: number) => string): string {
  switch (kind) {
    case 'blank':
      return '';
    case 'repeated':
      return t('is in {0} already', at(firstLine ?? 0));
    case 'tooLong':
      return t('is too long');
    case 'controlCharacter':
      return t('has a control character');
    case 'loneSurrogate':
      return t('has half of a character');
    case 'missingColumn':
      return t('the line has no such column');
    case 'missingField':
      return t('the item has no such field');
    case 'notText':
      return t('is no text');
    default:
      return kind satisfies never;
  }
}

/** Shows it beside the file, and leaves the focus where it is: the question that waits stays the one to answer. */
export async function openReport(texts: ReadOnlyText, found: FoundKeys): Promise<void> {
  const { source } = found;
  const name = t('{0} – keys found.txt', source.fileName === '' ? source.description : source.fileName);
  await texts.open(name, marked(reportText(found)), {
    query: linkedFilesQuery(linkedFiles(found)),
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
  });
}

/** Of two files of one name, a place leads to the first. */
function linkedFiles({ source }: FoundKeys): LinkedFiles {
  const files = new Map<string, string>();
  for (const { fileName, uri } of source.lines) {
    if (uri !== undefined && !files.has(fileName)) files.set(fileName, uri);
  }
  return [...files].map(([name, uri]) => ({ name, uri }));
}

/** What can be looked at, or read anew, before keys are sent or removed. */
export function sourceOptions(found: FoundKeys): readonly Option<'report' | 'readAs'>[] {
  const doubts = doubtSentences(found.keys);
  const odd = [...doubts, oddities(found)].filter((words) => words !== '').join('. ');
  const remarks = [headerWords(found), odd === '' ? cleanWords(found) : odd];
  return [
    {
      label: t('Show what was found'),
      detail: remarks.filter(Boolean).join('. '),
      icon: new vscode.ThemeIcon('list-flat'),
      value: 'report',
    },
    {
      label: t('Read it as…'),
      detail: t('Now: {0}', found.formWords),
      icon: new vscode.ThemeIcon('symbol-key'),
      value: 'readAs',
    },
  ];
}
