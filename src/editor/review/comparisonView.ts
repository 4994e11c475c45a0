/** The view model of a comparison: how the right side differs from the left one, in finished words. */
import * as vscode from 'vscode';
import type { FlagDefinition } from '../../api/model.ts';
import { diffDefinitions, type DefinitionDiff } from '../../domain/definitions/definitionDiff.ts';
import { summarise } from '../../domain/definitions/summary.ts';
import type { Action, Notice, ReviewView } from '../../webview/protocol.ts';
import { definitionSections } from '../changeWords/diffWords.ts';
import type { Connected } from '../connected.ts';
import { ageInWords } from '../requestWords.ts';
import { tool } from './actions.ts';
import { differenceSentence } from './comparisonWords.ts';
import { fixedWords } from './panelWords.ts';
import type { Comparison, Side } from './subject.ts';

const { t } = vscode.l10n;

export interface Compared {
  readonly comparison: Comparison;
  readonly connected: Connected;
  /** Undefined = there is none on this side. */
  readonly before: FlagDefinition | undefined;
  readonly after: FlagDefinition | undefined;
}

/** "new-search · staging ↔ production". */
export function comparisonTitle(comparison: Comparison): string {
  return `${comparison.flagName} · ${sideLabels(comparison).join(' ↔ ')}`;
}

/** What both sides are called; never the same. */
export function sideLabels({ before, after }: Comparison): readonly [before: string, after: string] {
  const [one, other] = [labelOf(before), labelOf(after)];
  return one === other ? [t('{0} (left)', one), t('{0} (right)', other)] : [one, other];
}

const labelOf = (side: Side): string => (side.kind === 'environment' ? side.environment.name : side.label);

/** Compared once for all that is shown of the two: goes with them. */
const diffs = new WeakMap<Compared, DefinitionDiff>();

function diffOf(now: Compared): DefinitionDiff {
  const diff = diffs.get(now) ?? diffDefinitions(now.before, now.after);
  diffs.set(now, diff);
  return diff;
}

export function comparisonView(now: Compared, isStale: boolean): Omit<ReviewView, 'id' | 'restore'> {
  const { comparison, before, after } = now;
  const labels = sideLabels(comparison);
  const diff = diffOf(now);
  return {
    heading: comparison.flagName,
    subheading: t('{0} compared with {1}', ...labels),
    byline: '',
    reason: '',
    object: 'flag',
    status: { label: '', tone: 'neutral' },
    summary: before || after ? summarise(diff).map((item) => differenceSentence(item, labels)) : [],
    notices: [...(isStale ? [staleNotice()] : []), ...missingNotices(now, labels)],
    facts: [
      { label: t('Workspace'), value: comparison.workspace.name },
      { label: labels[0], value: stateOf(comparison.before, before) },
      { label: labels[1], value: stateOf(comparison.after, after) },
    ],
    sections: definitionSections(diff, labels),
    timeline: [],
    actions: tools(before !== undefined || after !== undefined),
    words: {
      ...fixedWords(),
      unchanged: t('{count} the same in both'),
      summary: t('How {1} differs from {0}', ...labels),
      before: labels[0],
      after: labels[1],
    },
  };
}

function staleNotice(): Notice {
  const text = t('This has changed since it was read. What is shown here is how it was.');
  return { text, tone: 'warning', steps: [{ id: 'showChanges', label: t('Read Again') }] };
}

function missingNotices({ comparison, before, after }: Compared, labels: readonly [string, string]): readonly Notice[] {
  const missing = [
    ...(before ? [] : [[comparison.before, labels[0]] as const]),
    ...(after ? [] : [[comparison.after, labels[1]] as const]),
  ];
  return missing.map(([side, label]) => {
    const text =
      side.kind === 'environment'
        ? t('{0} has no definition in {1}, or this API key may not see it.', comparison.flagName, label)
        : side.kind === 'draft'
          ? t('The draft “{0}” is gone.', label)
          : t('The change request “{0}” carries no definition.', label);
    return { text, tone: 'warning', steps: [] };
  });
}

/** Since when it is so, where the service says it. */
function stateOf(side: Side, definition: FlagDefinition | undefined): string {
  if (!definition) return t('no definition');
  const changed = definition['lastUpdateTime'];
  const where =
    side.kind === 'environment' ? t('as it is now') : side.kind === 'draft' ? t('the draft') : t('the change request');
  return typeof changed === 'number' && side.kind === 'environment'
    ? t('{0}, last changed {1}', where, ageInWords(changed))
    : where;
}

function tools(hasText: boolean): readonly Action[] {
  return [
    tool('refresh', t('Read Again')),
    ...(hasText ? [tool('textDiff', t('Open as Text Diff')), tool('copyMarkdown', t('Copy as Markdown'))] : []),
  ];
}
