/** What was found in a file, as a text to read before anything is sent. */
import * as vscode from 'vscode';
import type { KeyProblem } from '../../../domain/keys/keysFromText.ts';
import { formatNumber } from '../../requestWords.ts';
import type { FoundKeys } from './findKeys.ts';

const { t } = vscode.l10n;

/** More findings than this are counted, not listed. */
const MAX_LISTED = 1000;

export function reportText(found: FoundKeys): string {
  const { counts, keys, problems, trimmed, source, origin } = found;
  const at = (line: number): number => line + source.linesBefore;
  const findings = [
    ...problems.map((problem) => ({ line: at(problem.line), text: problemText(problem, source.linesBefore) })),
    ...trimmed.map((line) => ({ line: at(line), text: t('spaces around the key are left out') })),
  ].toSorted((a, b) => a.line - b.line);
  const listed = findings.slice(0, MAX_LISTED).map(({ line, text }) => `  ${t('line {0}', line)}: ${text}`);
  if (findings.length > MAX_LISTED) listed.push(`  ${t('… and {0} more', formatNumber(findings.length - MAX_LISTED))}`);
  return [
    origin,
    '',
    `${t('Keys to send')}: ${formatNumber(keys.length)}`,
    `${t('Repeated')}: ${formatNumber(counts.repeated)}`,
    `${t('Blank')}: ${formatNumber(counts.blank)}`,
    `${t('Unusable')}: ${formatNumber(counts.unusable)}`,
    `${t('Spaces removed')}: ${formatNumber(counts.trimmed)}`,
    '',
    listed.length > 0 ? t('Findings') : t('Every line holds a usable key.'),
    ...listed,
    '',
    t('Keys'),
    ...keys.slice(0, MAX_LISTED).map((key) => `  ${key}`),
    ...(keys.length > MAX_LISTED ? [`  ${t('… and {0} more', formatNumber(keys.length - MAX_LISTED))}`] : []),
    '',
  ].join('\n');
}

function problemText({ kind, key, firstLine }: KeyProblem, linesBefore: number): string {
  switch (kind) {
    case 'blank':
      return t('blank, left out');
    case 'repeated':
      return t('{0} is already in line {1}', key, (firstLine ?? 0) + linesBefore);
    case 'tooLong':
      return t('the key is too long, left out: {0}…', key.slice(0, 40));
    case 'controlCharacter':
      return t('the key has a control character, left out: {0}', JSON.stringify(key));
    case 'loneSurrogate':
      return t('the key has half of a character, left out: {0}', JSON.stringify(key));
    case 'missingField':
      return t('the item has no such field, left out');
    case 'notText':
      return t('{0} is no text, left out', key);
    case 'missingColumn':
      return t('the line has fewer columns, left out');
    default:
      return kind satisfies never;
  }
}
