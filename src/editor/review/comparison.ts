/** Compares two definitions of a flag in the panel that also shows reviews. A comparison has no buttons for decisions. */
import * as vscode from 'vscode';
import { unlessMissing } from '../../api/errors.ts';
import type { FlagDefinition } from '../../api/model.ts';
import type { CallOptions } from '../../api/network/callOptions.ts';
import { definitionAfter } from '../../domain/changeRequests/requestEffect.ts';
import { diffDefinitions, isUnchanged, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import type { Notice, ReviewView, DiffRow, Section, SummaryLine } from '../../webview/protocol.ts';
import { definitionSections } from '../words/diffWords.ts';
import { listed } from '../words/matcherWords.ts';
import type { Connected } from '../window/connected.ts';
import { definitionText, showTextDiff } from '../window/textDiff.ts';
import { agingText, ageInWords, noDefinitionSentence } from '../words/requestWords.ts';
import type { EnvironmentRef } from '../window/target.ts';
import type { ReviewContext } from './reviewContext.ts';
import { copyMarkdown } from './markdown.ts';
import { startSession } from './panelSession.ts';
import { tool } from './reviewActions.ts';
import { fixedWords, staleNotice, staleText } from './reviewView.ts';
import type { PanelConnection, Comparison, Side } from './subject.ts';

const { t } = vscode.l10n;

export interface ComparedDefinitions {
  readonly comparison: Comparison;
  readonly connected: Connected;
  /** The definition on the left side. Undefined if there is none. */
  readonly before: FlagDefinition | undefined;
  /** The definition on the right side. Undefined if there is none. */
  readonly after: FlagDefinition | undefined;
  readonly diff: DefinitionDiff;
}

export function attachComparison(
  deps: ReviewContext,
  panel: vscode.WebviewPanel,
  comparison: Comparison,
  bound?: PanelConnection,
): void {
  const title = comparisonTitle(comparison);
  const read = async (connected: Connected, signal: AbortSignal): Promise<ComparedDefinitions> => {
    const [before, after] = await Promise.all([
      readSide(deps, connected, comparison, comparison.before, { signal }),
      readSide(deps, connected, comparison, comparison.after, { signal }),
    ]);
    return { comparison, connected, before, after, diff: diffDefinitions(before, after) };
  };
  startSession<ComparedDefinitions>(deps, panel, { subject: { kind: 'comparison', comparison }, bound }, () => ({
    reading: t('Reading {0}', comparison.flagName),
    read,
    page: (now, foundChange) => ({ title, view: comparisonView(now, foundChange), lists: [] }),
    async findChange(now, signal) {
      const again = await read(now.connected, signal);
      const sides = [diffDefinitions(now.before, again.before), diffDefinitions(now.after, again.after)];
      return sides.every(isUnchanged) ? undefined : staleText();
    },
    async act(id, now) {
      if (id === 'copyMarkdown') return copyMarkdown(comparisonView(now), []);
      if (id === 'propose') return propose(comparison);
      if (id !== 'textDiff') return undefined;
      const [one, other] = sideLabels(comparison).map((label) => `${comparison.flagName} – ${label}.yaml`) as [string, string];
      const [before, after] = await Promise.all([definitionText(now.before), definitionText(now.after)]);
      await showTextDiff(deps.texts, t('{0} (text)', title), { name: one, text: before }, { name: other, text: after });
    },
  }));
}

/**
 * Returns the environment whose definition the user can propose to other environments: that of the left side, or else that of
 * the right side. Undefined if both sides are requests or drafts.
 */
const proposedSide = ({ before, after }: Comparison): EnvironmentRef | undefined =>
  [before, after].flatMap((side) => (side.kind === 'environment' ? [side.environment] : []))[0];

async function propose(comparison: Comparison): Promise<void> {
  const { workspace, flagName: name } = comparison;
  const target = { kind: 'flag', workspace, environment: proposedSide(comparison), name };
  await vscode.commands.executeCommand('flagAdmin.flag.propose', { target });
}

/** Reads the definition on one side. Undefined if there is none. */
async function readSide(
  { definitionDrafts }: ReviewContext,
  { client }: Connected,
  { workspace, flagName }: Comparison,
  side: Side,
  options: CallOptions,
): Promise<FlagDefinition | undefined> {
  if (side.kind === 'environment')
    return client.readDefinition(workspace.id, flagName, side.environment.id, options).catch(unlessMissing);
  if (side.kind === 'draft') return (await definitionDrafts.open()).definitionOf(side.id);
  const request = await client.readChangeRequest(side.id, options);
  const definition = definitionAfter(request, undefined);
  return definition && { ...definition, ...(request.largeNumber !== undefined && { largeNumber: request.largeNumber }) };
}

/** Returns a title such as "new-search · staging ↔ production". */
export const comparisonTitle = (comparison: Comparison): string =>
  `${comparison.flagName} · ${sideLabels(comparison).join(' ↔ ')}`;

/** Returns a label for each side. If the two labels would be equal, a number is added to each. */
function sideLabels({ before, after }: Comparison): readonly [before: string, after: string] {
  const labelOf = (side: Side): string => (side.kind === 'environment' ? side.environment.name : side.label);
  const [one, other] = [labelOf(before), labelOf(after)];
  return one === other ? [`${one} (1)`, `${other} (2)`] : [one, other];
}

/** Returns the view of the comparison. It describes how the right side differs from the left side. */
export function comparisonView(now: ComparedDefinitions, foundChange?: string): Omit<ReviewView, 'id' | 'restore'> {
  const { comparison, before, after, diff } = now;
  const labels = sideLabels(comparison);
  const sections = definitionSections(diff, labels);
  const refresh = tool('refresh', t('Refresh'));
  const source = proposedSide(comparison);
  return {
    heading: comparison.flagName,
    subheading: labels.join(' ↔ '),
    byline: '',
    reason: '',
    object: 'flag',
    status: { label: '', tone: 'neutral' },
    summary: before && after ? summaryOf(now, sections) : [],
    notices: [
      ...(foundChange === undefined ? [] : [staleNotice(foundChange)]),
      ...(before ? [] : [missingNotice(comparison, comparison.before, labels[0])]),
      ...(after ? [] : [missingNotice(comparison, comparison.after, labels[1])]),
      ...largeNumberNotices(before, labels[0]),
      ...largeNumberNotices(after, labels[1]),
    ],
    facts: [
      { label: t('Workspace'), value: comparison.workspace.name },
      ...lastChanged(comparison.before, before, labels[0]),
      ...lastChanged(comparison.after, after, labels[1]),
    ],
    sections,
    timeline: [],
    actions:
      before || after
        ? [
            refresh,
            tool('textDiff', t('Open as Text Diff')),
            tool('copyMarkdown', t('Copy as Markdown')),
            ...(source && !now.connected.isReadOnly
              ? [tool('propose', t('Propose Definition from {0} to Other Environments…', source.name))]
              : []),
          ]
        : [refresh],
    note: '',
    words: {
      ...fixedWords(),
      unchanged: t('{count} without differences'),
      summary: t('How {1} differs from {0}', ...labels),
      before: labels[0],
      after: labels[1],
    },
  };
}

/**
 * Summarises the differences. For settings and the default rule, a line has both values. For rules and treatments, a line has
 * only the names of those that differ.
 */
function summaryOf({ before, after }: ComparedDefinitions, sections: readonly Section[]): readonly SummaryLine[] {
  const lines = sections.flatMap(({ id, title, rows }): readonly string[] => {
    const changed = rows.filter(({ change }) => change !== 'same');
    if (id === 'settings' || id === 'defaultRule') return changed.map(valuesLine);
    const names = changed.map((row) => `${row.title} (${row.changeLabel})`);
    return names.length > 0 ? [t('{0}: {1}.', title, listed(names))] : [];
  });
  if (before?.killed && after?.killed) lines.unshift(t('The flag is killed in both definitions.'));
  // A number that can't be read exactly may differ.
  const isExact = [before, after].every((one) => one?.largeNumber === undefined);
  if (lines.length === 0) return isExact ? [{ text: t('Both definitions are the same.'), tone: 'good' }] : [];
  return lines.map((text) => ({ text, tone: 'info' }));
}

function valuesLine({ title, details, before, after, changeLabel }: DiffRow): string {
  if (details.length > 0) return t('{0}: {1}.', title, details.map(({ text }) => text).join(', '));
  const [one, other] = [before.join(', '), after.join(', ')];
  return one && other ? `${title} ${one} → ${other}.` : t('{0}: {1}.', title, changeLabel);
}

function missingNotice({ flagName }: Comparison, side: Side, label: string): Notice {
  const text =
    side.kind === 'environment' ? noDefinitionSentence(flagName, label) : t('“{0}” contains no definition to compare.', label);
  return { text, tone: 'warning', steps: [] };
}

function largeNumberNotices(definition: FlagDefinition | undefined, label: string): readonly Notice[] {
  const number = definition?.largeNumber;
  if (number === undefined) return [];
  const text = t(
    '{0}: Flag Admin can’t read the number {1} exactly, so it can’t tell whether this number differs.',
    label,
    number,
  );
  return [{ text, tone: 'warning', steps: [] }];
}

function lastChanged(side: Side, definition: FlagDefinition | undefined, label: string): ReviewView['facts'] {
  const changed = side.kind === 'environment' ? definition?.['lastUpdateTime'] : undefined;
  if (typeof changed !== 'number') return [];
  const words = (age: string): string => t('last changed {0}', age);
  return [{ label, value: words(ageInWords(changed)), aging: agingText(changed, words) }];
}
