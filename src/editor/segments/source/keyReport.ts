/** Describes what was found in a source, as a text to read before anything is sent. */
import * as vscode from 'vscode';
import type { KeyProblem } from '../../../domain/keys/keysFound.ts';
import { withOwnMark } from '../../words/ownText.ts';
import type { ReadOnlyText } from '../../window/readOnlyText.ts';
import { formatNumber } from '../../words/requestWords.ts';
import { linkedFilesQuery, type LinkedFiles } from '../../window/textLinks.ts';
import { doubtfulRows, doubtLabel } from '../../ask/askDoubts.ts';
import { keyText } from '../../words/escape.ts';
import { cleanSentence, headerWords, lineWords, keyOddities, reasonWords } from './foundWords.ts';
import type { FoundKeys } from './source.ts';

const { t } = vscode.l10n;

/** The maximum length of each list in the report. The report only counts the entries beyond it. */
const MAX_LISTED = 1000;

/** Returns the report. Its findings are in the order of the lines, and name them like `accounts.csv:14`. */
export function keyReportText(found: FoundKeys): string {
  const { keys, problems, lookAlikes, trimmed, cleaned, doubts, headers, source, origin, formWords } = found;
  const at = (line: number): string => lineWords(source, line);
  const remark = keyOddities(found) || (doubts.length === 0 ? cleanSentence() : '');
  const findings: readonly (readonly [line: number, key: string, words: string])[] = [
    ...headers.map((header) => [header.line, '', headerWords([header])] as const),
    ...problems.map((problem) => [problem.line, problem.key, problemWords(problem, at)] as const),
    ...lookAlikes.map(
      ({ key, line, otherKey, otherLine }) =>
        [line, key, t('looks like {0} in {1}: both are sent', keyText(otherKey), at(otherLine))] as const,
    ),
    ...cleaned.map(({ line, key, given }) => [line, key, t('is sent instead of {0}', keyText(given))] as const),
    ...trimmed.map((line) => [line, '', t('is sent without the spaces around it')] as const),
  ];
  const rows = findings
    .toSorted(([one], [other]) => one - other)
    .slice(0, MAX_LISTED)
    .map(([line, key, words]) => [at(line), keyText(key), words]);
  return [
    origin,
    t('Read as: {0}', formWords),
    ...(remark === '' ? [] : [remark]),
    '',
    ...doubts.flatMap((doubt) => [`! ${doubtLabel(doubt)}`, ...table(doubtfulRows(doubt, at)), ...moreRows(doubt.count), '']),
    ...(rows.length > 0 ? [...table(rows), ''] : []),
    ...(findings.length > MAX_LISTED ? [...moreRows(findings.length), ''] : []),
    `${t('Keys')} (${formatNumber(keys.length)})`,
    ...keys.slice(0, MAX_LISTED).map((key) => `  ${keyText(key)}`),
    ...moreRows(keys.length),
    '',
  ].join('\n');
}

const moreRows = (count: number): readonly string[] =>
  count > MAX_LISTED ? [`  ${t('… and {0} more', formatNumber(count - MAX_LISTED))}`] : [];

/** Aligns the columns. A very wide cell does not affect the other rows. */
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
  if (kind === 'repeated') return t('is also in {0}; it is sent only once', at(firstLine ?? 0));
  return kind === 'blank' ? t('is blank: left out') : t('{0}: left out', reasonWords(kind));
}

/** Shows the report beside the file. The focus does not change, so the user can answer the waiting question. */
export async function openReport(texts: ReadOnlyText, found: FoundKeys): Promise<void> {
  const { source } = found;
  const name = t('{0} – found.txt', source.fileName === '' ? source.description : source.fileName);
  await texts.open(name, withOwnMark(keyReportText(found)), {
    query: linkedFilesQuery(linkedFiles(found)),
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
  });
}

/** Returns the files to link to, each only once, because several selections can be in one file. */
function linkedFiles({ source }: FoundKeys): LinkedFiles {
  const files = new Map(source.lines.flatMap(({ fileName, uri }) => (uri === undefined ? [] : [[fileName, uri] as const])));
  return [...files].map(([name, uri]) => ({ name, uri }));
}
