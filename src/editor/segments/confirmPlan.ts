/** The question before planned changes are sent: shows the plan, and offers to save the keys that it removes. */
import * as vscode from 'vscode';
import type { KeyPlan } from '../../domain/keys/keyPlan.ts';
import type { Answer, Option } from '../ask/ask.ts';
import { saveText } from '../ask/saveText.ts';
import { askWay } from '../changes/askWay.ts';
import type { Way } from '../changes/change.ts';
import type { Connected } from '../window/connected.ts';
import type { ReadOnlyText } from '../window/readOnlyText.ts';
import type { SegmentTarget } from '../window/target.ts';
import { withOwnMark } from '../words/ownText.ts';
import { callsWords, planLabel, requestLabel } from './messages.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import type { SegmentState } from './segmentState.ts';

const { t } = vscode.l10n;

interface PlanQuestion {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly plan: KeyPlan;
  readonly state: SegmentState | undefined;
  readonly title: string;
  readonly facts: string;
  readonly canGoBack?: boolean;
  /**
   * Returns a sentence that says whether the change can be undone. `isSaved`: true if the user has saved the keys to be
   * removed, or if the plan removes none.
   */
  undoWords(isSaved: boolean): string;
}

/** Shows a plan and asks whether to send it directly or as a change request. Offers to save the removed keys first. */
export async function confirmPlan({ serviceFacts, texts }: SegmentsContext, asked: PlanQuestion): Promise<Answer<Way>> {
  const { connected, target, plan, title, undoWords } = asked;
  const save: Option<'save'> = {
    label: t('Save the keys to be removed as a file…'),
    detail: t('“Upload Keys from Current File…” can add the saved keys again later'),
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
      requiresApprovals: serviceFacts.requiresApprovals(connected.origin, target.environment.id) === true,
      optionsBelow: isSaved ? [showOption()] : [showOption(), save],
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
  await texts.open(`${title}.txt`, withOwnMark(`${lines.join('\n')}\n`), { viewColumn: vscode.ViewColumn.Beside });
}

const keysIn = ({ batches }: KeyPlan, operation: 'add' | 'remove'): readonly string[] =>
  batches.flatMap((batch) => (batch.operation === operation ? batch.keys : []));

/**
 * Saves the removed keys to a file, as a JSON list, because that preserves each key exactly. False = the user cancelled. Throws
 * the errors of the file system.
 */
async function saveRemoved(segment: string, plan: KeyPlan): Promise<boolean> {
  const name = t('removed from {0}.json', segment.replaceAll(/[\\/:*?"<>|]/g, '_'));
  const text = (): string =>
    `[\n${keysIn(plan, 'remove')
      .map((key) => JSON.stringify(key))
      .join(',\n')}\n]\n`;
  return (await saveText({ name, filters: { JSON: ['json'] }, text })) !== undefined;
}
