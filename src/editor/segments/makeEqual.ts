/** Makes a segment equal to a list. The plan is shown before it runs, and it stops as soon as somebody else changes the segment. */
import * as vscode from 'vscode';
import { bodyLimitOf } from '../../api/network/baseUrl.ts';
import { planEqual, type KeyDifference, type KeyPlan } from '../../domain/keys/keyPlan.ts';
import { back, type Answer, type Option } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { marked } from '../words/ownText.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import { saveText } from '../ask/saveText.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import { formatNumber, keysWords } from '../words/requestWords.ts';
import { makeChange } from '../changes/makeChange.ts';
import type { SegmentTarget } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { openFileStep } from '../words/nextSteps.ts';
import { inPlace } from '../words/placeWords.ts';
import { askWay } from '../changes/askWay.ts';
import type { Way } from '../changes/change.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { callsWords, equalTitle, planLabel, planSentence, requestLabel } from './messages.ts';
import { readCount, type SegmentState } from './segmentState.ts';
import { keyChange, sourceOf } from './changeOfKeys.ts';
import type { FoundKeys } from './source/source.ts';
import { headerWords } from './source/foundWords.ts';

const { t } = vscode.l10n;

/** The compared keys. */
export interface ComparedKeys {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  /** All keys in the segment. */
  readonly contents: ReadonlySet<string>;
  readonly difference: KeyDifference;
}

/** Makes the segment equal. `back` = the user wants the previous question. */
export async function makeEqual(deps: SegmentsContext, compared: ComparedKeys): Promise<typeof back | undefined> {
  const { connected, target, found, contents, difference } = compared;
  if (!requireTrust() || !requireWritable(connected)) return undefined;
  const plan = planEqual(difference, bodyLimitOf(connected.origin));
  if (!plan.ok) return tellRefusal(planSentence(plan.refusal, target.name, found.source.description), openFileStep());
  const way = await confirmEqual(deps, compared, plan, await readCount(connected, target));
  if (way === undefined || way === back) return way;
  await makeChange(
    deps,
    keyChange(deps, {
      kind: 'equal',
      connected,
      target,
      source: sourceOf(found),
      batches: plan.batches,
      state: { count: contents.size, keys: contents, openRequestId: undefined },
      way,
      suggestedComment: t('From {0}.', found.origin),
    }),
  );
  return undefined;
}

async function confirmEqual(
  context: SegmentsContext,
  { connected, target, found, difference }: ComparedKeys,
  plan: KeyPlan,
  state: SegmentState | undefined,
): Promise<Answer<'direct' | 'request'>> {
  const after = keysWords(difference.both.length + plan.adding);
  const stay = t('{0} unchanged; the segment will then contain {1}', formatNumber(difference.both.length), after);
  return confirmPlan(context, {
    connected,
    target,
    plan,
    state,
    title: inPlace(equalTitle(target.name, found.source.description), target),
    facts: [stay, headerWords(found.headers)].filter(Boolean).join('. '),
    canGoBack: true,
    undoWords: (isSaved) => (isSaved ? t('It can’t be undone') : t('It can’t be undone: save what it removes first')),
  });
}

interface PlanQuestion {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly plan: KeyPlan;
  readonly state: SegmentState | undefined;
  readonly title: string;
  readonly facts: string;
  readonly canGoBack?: boolean;
  /** Returns whether the change can be undone. `isSaved`: the removed keys are in a file. */
  undoWords(isSaved: boolean): string;
}

/** Shows a plan and asks whether to send it directly or as a change request. Offers to save the removed keys first. */
export async function confirmPlan({ serviceFacts, texts }: SegmentsContext, asked: PlanQuestion): Promise<Answer<Way>> {
  const { connected, target, plan, title, undoWords } = asked;
  const save: Option<'save'> = {
    label: t('Save what is removed as a file…'),
    detail: t('Upload Keys from Current File… adds them again'),
    icon: new vscode.ThemeIcon('save'),
    value: 'save',
  };
  let isSaved = plan.removing === 0;
  for (;;) {
    const answer = await askWay<'plan' | 'save'>({
      ...asked,
      warnings: [undoWords(isSaved)],
      direct: { label: planLabel(plan), detail: callsWords(plan.batches.length), icon: 'arrow-swap' },
      request: { label: requestLabel(plan.batches.length) },
      isGated: serviceFacts.isGated(connected.origin, target.environment.id) === true,
      after: isSaved ? [showOption()] : [showOption(), save],
    });
    if (answer === 'plan') await openPlan(texts, title, plan);
    else if (answer === 'save') isSaved = (await saveRemoved(target.name, plan)) || isSaved;
    else return answer;
  }
}

export const showOption = (): Option<'plan'> => ({
  label: t('Show Keys'),
  icon: new vscode.ThemeIcon('list-flat'),
  value: 'plan',
});

/** Opens a plan as a text, so that the user can read it before it runs. */
export async function openPlan(texts: ReadOnlyText, title: string, plan: KeyPlan): Promise<void> {
  const lines = [
    title,
    '',
    planLabel(plan),
    ...keysIn(plan, 'add').map((key) => `+ ${key}`),
    ...keysIn(plan, 'remove').map((key) => `- ${key}`),
  ];
  await texts.open(`${title}.txt`, marked(`${lines.join('\n')}\n`), { viewColumn: vscode.ViewColumn.Beside });
}

const keysIn = ({ batches }: KeyPlan, operation: 'add' | 'remove'): readonly string[] =>
  batches.flatMap((batch) => (batch.operation === operation ? batch.keys : []));

/**
 * Saves the removed keys to a file. It is a JSON list, so that each key is exact. False = the user cancelled. Throws what the file
 * system refuses.
 */
async function saveRemoved(segment: string, plan: KeyPlan): Promise<boolean> {
  const name = t('removed from {0}.json', segment.replaceAll(/[\\/:*?"<>|]/g, '_'));
  const text = (): string =>
    `[\n${keysIn(plan, 'remove')
      .map((key) => JSON.stringify(key))
      .join(',\n')}\n]\n`;
  return (await saveText({ name, filters: { JSON: ['json'] }, text })) !== undefined;
}
