/** A change as Markdown, for a pull request or a chat. Whatever comes from the service stays text. */
import * as vscode from 'vscode';
import type { Bar, Section } from '../../webview/protocol.ts';
import { formatNumber, formatPercent } from '../requestWords.ts';
import type { Said } from './said.ts';
import { escaped, oneLine } from './markdownText.ts';

const { t } = vscode.l10n;

export interface MarkdownParts {
  readonly heading: string;
  /** What is asked for, where, by whom, why: a line each. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly lines: readonly Said[];
  readonly sections: readonly Section[];
  readonly keys: readonly { readonly title: string; readonly keys: readonly string[] }[];
}

/** Of a list of keys, so many are copied: a comment with more is read by nobody. */
const MAX_KEYS = 200;

/** Unchanged rows are counted, not written. */
export function changeAsMarkdown({ heading, facts, lines, sections, keys }: MarkdownParts): string {
  return [
    `## ${escaped(heading)}`,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `- **${escaped(label)}**: ${escaped(value)}`).join('\n')] : []),
    ...(lines.length > 0 ? [lines.map(summaryLine).join('\n')] : []),
    ...sections.flatMap(sectionText),
    ...keys.filter((list) => list.keys.length > 0).flatMap(keysText),
  ].join('\n\n').concat('\n'); // prettier-ignore
}

const summaryLine = ({ text, mark }: Said): string => `- ${mark ? `**${escaped(mark)}** ` : ''}${escaped(text)}`;

function sectionText({ title, rows }: Section): readonly string[] {
  const changed = rows.filter(({ change }) => change !== 'same');
  if (changed.length === 0) return [];
  const unchanged = rows.length - changed.length;
  const rest = t('{0} unchanged', formatNumber(unchanged));
  return [`### ${escaped(title)}`, [...changed.flatMap(rowLines), ...(unchanged > 0 ? [`- _${escaped(rest)}_`] : [])].join('\n')];
}

/** With details, what was and what will be would say the same twice. */
function rowLines({ title, changeLabel, details, before, after, bars, change }: Section['rows'][number]): readonly string[] {
  const shares = bars.map((bar) => `${bar.treatment} ${shareOf(bar)}`);
  const inside = [
    ...(details.length > 0 ? details.map(({ text }) => escaped(text)) : []),
    ...(details.length === 0 && change !== 'moved' ? before.map((line) => `~~${escaped(line)}~~`) : []),
    ...(details.length === 0 ? after.map(escaped) : []),
    ...(details.length === 0 && before.length + after.length === 0 ? shares.map(escaped) : []),
  ];
  return [`- **${escaped(title)}** (${escaped(changeLabel)})`, ...inside.map((line) => `  - ${line}`)];
}

/** "50% → 80%"; of what was not there before, or goes, the one share there is. */
const shareOf = ({ before, after }: Bar): string =>
  [before, after].flatMap((size) => (size === undefined ? [] : [formatPercent(size)])).join(' → ');

function keysText({ title, keys }: MarkdownParts['keys'][number]): readonly string[] {
  const shown = keys.slice(0, MAX_KEYS).map((key) => `- ${code(key)}`);
  const left = keys.length - shown.length;
  if (left > 0) shown.push(`- _${escaped(t('and {0} more', formatNumber(left)))}_`);
  return [`### ${escaped(title)} (${escaped(formatNumber(keys.length))})`, shown.join('\n')];
}

/** As code: to be copied, with nothing put into it. */
function code(text: string): string {
  const runs = text.match(/`+/g)?.map(({ length }) => length) ?? [];
  let fence = '`';
  while (runs.includes(fence.length)) fence += '`';
  const pad = /^[` ]|[` ]$|^$/.test(text) ? ' ' : '';
  return `${fence}${pad}${oneLine(text)}${pad}${fence}`;
}
