/**
 * Copy as Markdown: writes the content of the panel for a pull request or a chat. Text from the service is escaped, so that it
 * never becomes markup.
 */
import * as vscode from 'vscode';
import type { Bar, KeyList, ReviewView, DiffRow, Section, SummaryLine } from '../../webview/protocol.ts';
import { markdownCode, markdownText } from '../words/escape.ts';
import { formatNumber, formatPercent } from '../words/requestWords.ts';
import { tellDone } from '../window/notifications.ts';

const { t } = vscode.l10n;

export type MarkdownView = Pick<
  ReviewView,
  'heading' | 'subheading' | 'status' | 'byline' | 'reason' | 'facts' | 'forWhom' | 'summary' | 'sections'
>;

/** The maximum number of keys that are copied from a list. Nobody reads a comment with more. */
const MAX_KEYS = 200;

export async function copyMarkdown(view: MarkdownView, lists: readonly KeyList[]): Promise<void> {
  await vscode.env.clipboard.writeText(viewAsMarkdown(view, lists));
  tellDone(t('“{0}” is copied as Markdown.', view.heading));
}

/** Writes the view as Markdown. Leaves out the unchanged rows, and writes their number instead. */
export function viewAsMarkdown(view: MarkdownView, lists: readonly Pick<KeyList, 'title' | 'keys'>[]): string {
  const { heading, subheading, status, byline, reason, summary, sections } = view;
  const head = [subheading, status.label, byline, reason].filter((line) => line !== '').map(markdownText);
  const facts = view.facts
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => `**${markdownText(label)}**: ${markdownText(value)}`);
  const lines = [...head, ...facts].map((line) => `- ${line}`);
  return [
    `## ${markdownText(heading)}`,
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...forWhomText(view.forWhom),
    ...(summary.length > 0 ? [summary.map(summaryLine).join('\n')] : []),
    ...sections.flatMap(sectionText),
    ...lists.filter(({ keys }) => keys.length > 0).flatMap(keysText),
  ].join('\n\n').concat('\n'); // prettier-ignore
}

function forWhomText(forWhom: MarkdownView['forWhom']): readonly string[] {
  if (!forWhom) return [];
  const lines = [forWhom, ...forWhom.folds].flatMap((part) => part.lines.map(summaryLine));
  return [`### ${markdownText(forWhom.title)}`, lines.join('\n')];
}

const summaryLine = ({ text, mark }: SummaryLine): string => `- ${mark ? `**${markdownText(mark)}** ` : ''}${markdownText(text)}`;

function sectionText({ title, rows }: Section): readonly string[] {
  const changed = rows.filter(({ change }) => change !== 'same');
  if (changed.length === 0) return [];
  const unchanged = rows.length - changed.length;
  const rest = unchanged > 0 ? [`- _${markdownText(t('{0} unchanged', formatNumber(unchanged)))}_`] : [];
  return [`### ${markdownText(title)}`, [...changed.flatMap(rowLines), ...rest].join('\n')];
}

/** Writes a row and its details. If it has no details, writes its old and new values instead. */
function rowLines({ title, changeLabel, details, before, after, bars, change }: DiffRow): readonly string[] {
  const sides = [...(change === 'moved' ? [] : before.map((line) => `~~${markdownText(line)}~~`)), ...after.map(markdownText)];
  const shares = bars.map((bar) => markdownText(`${bar.treatment} ${shareOf(bar)}`));
  const inside =
    details.length > 0 ? details.map(({ text }) => markdownText(text)) : before.length + after.length > 0 ? sides : shares;
  return [`- **${markdownText(title)}** (${markdownText(changeLabel)})`, ...inside.map((line) => `  - ${line}`)];
}

/** Returns for example "50% → 80%". If the treatment was added or removed, returns only one share. */
const shareOf = ({ before, after }: Bar): string =>
  [before, after].flatMap((size) => (size === undefined ? [] : [formatPercent(size)])).join(' → ');

function keysText({ title, keys }: Pick<KeyList, 'title' | 'keys'>): readonly string[] {
  const lines = keys.slice(0, MAX_KEYS).map((key) => `- ${markdownCode(key)}`);
  const left = keys.length - lines.length;
  if (left > 0) lines.push(`- _${markdownText(t('… and {0} more', formatNumber(left)))}_`);
  return [`### ${markdownText(title)} (${markdownText(formatNumber(keys.length))})`, lines.join('\n')];
}
