/** Make a segment equal to a list: the plan is shown before it runs, and runs only as long as nobody else changes the segment. */
import * as vscode from 'vscode';
import type { KeyDifference } from '../../domain/keys/keyDifference.ts';
import { planEqual, type KeyPlan } from '../../domain/keys/keyPlan.ts';
import { isAsCompared } from '../../operations/keyChanges/heldBefore.ts';
import { isLeft } from '../../operations/keyChanges/keyChange.ts';
import { hashOf, placeMark } from '../../operations/keyChanges/startChange.ts';
import { discardChange } from '../../operations/keyChanges/undo.ts';
import { askChoice, back, type Answer, type Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { marked } from '../texts/ownText.ts';
import { requireWritable } from '../prompts/permit.ts';
import type { ReadOnlyText } from '../texts/readOnlyText.ts';
import { formatNumber, keysWords } from '../formats/requestWords.ts';
import type { SegmentTarget } from '../service/target.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { journalOf, type ChangeInHand } from './changes.ts';
import { askRemovalComment } from './confirmKeys.ts';
import { orLocked, readAllHeld, readCount, review, reviewOptions, type Held } from './heldNow.ts';
import type { SegmentsDeps } from './index.ts';
import { againSteps, movedSentence, planLabel, planSentence, requestOption, targetOf } from './messages.ts';
import { sendKeys, sourceOf } from './sendKeys.ts';
import type { FoundKeys } from './source/source.ts';
import { headerWords } from './source/foundWords.ts';
import { openFileStep } from './source/readSource.ts';

const { t } = vscode.l10n;

/** What was compared. */
export interface Compared {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  readonly held: ReadonlySet<string>;
  readonly difference: KeyDifference;
}

/** `back` = the user wants the question before. */
export async function makeEqual(deps: SegmentsDeps, compared: Compared): Promise<typeof back | undefined> {
  const { connected, target, found, held, difference } = compared;
  if (!requireTrust() || !requireWritable(connected)) return undefined;
  const plan = planEqual(difference);
  if (!plan.ok) {
    tellRefusal(planSentence(plan.refusal, target.name, found.source.description), openFileStep());
    return undefined;
  }
  const state = await readCount(connected, target);
  const answer = await confirmEqual(deps, compared, plan, state);
  if (answer === undefined || answer === back) return answer;
  await sendKeys(deps, {
    kind: 'equal',
    connected,
    target,
    source: { ...sourceOf(found), list: { count: found.keys.length, hash: await hashOf(found.keys) } },
    batches: plan.batches,
    held: { count: held.size, keys: held, openRequestId: undefined },
    way: answer.way,
    comment: answer.comment,
    suggestedComment: t('Equal to {0}.', found.origin),
    mayBegin: mayMakeEqual(deps),
  });
  return undefined;
}

/** Asked before anything is sent, and before each change request: what others have changed meanwhile counts. */
export function mayMakeEqual(deps: SegmentsDeps): NonNullable<ChangeInHand['mayBegin']> {
  return async ({ connected, change, keys, heldBefore }) => {
    const heldNow = await readAllHeld(connected, targetOf(change));
    if (!heldNow) return false;
    if (heldBefore && isAsCompared(change, keys, heldBefore, heldNow)) {
      await discardEarlier(deps, change);
      return true;
    }
    tellRefusal(movedSentence(change), ...againSteps(change));
    return false;
  };
}

/** What was left half way of the same segment is planned anew with this. */
async function discardEarlier(deps: SegmentsDeps, change: ChangeInHand['change']): Promise<void> {
  const journal = await journalOf(deps.changes);
  const earlier = (await journal.list()).filter(
    (one) => one.kind === 'equal' && one.id !== change.id && isLeft(one) && placeMark(one) === placeMark(change),
  );
  for (const { id } of earlier) await discardChange(journal, id).catch(() => false);
}

type Choice = 'review' | 'direct' | 'request' | 'plan' | 'save';

/** `comment`: of the removal; '' where nothing is removed, and of a change request, which asks for its own. */
async function confirmEqual(
  { serviceFacts, texts }: SegmentsDeps,
  { connected, target, found, difference }: Compared,
  plan: KeyPlan,
  state: Held | undefined,
): Promise<Answer<{ readonly way: 'direct' | 'request'; readonly comment: string }>> {
  const { environment, workspace, name } = target;
  const title = t('Make {0} in {1} / {2} equal to {3}', name, workspace.name, environment.name, found.source.description);
  const isGated = serviceFacts.isGated(connected.origin, environment.id) === true;
  const after = keysWords(difference.both.length + plan.adding);
  const stay = t('Unchanged: {0}; then it holds {1}', formatNumber(difference.both.length), after);
  let isSaved = false;
  for (;;) {
    const gated = isGated ? t('{0} asked for an approval last time', environment.name) : '';
    const answer: Answer<Choice> = await askChoice<Choice>({
      title,
      canGoBack: true,
      placeholder: orLocked(state, [stay, headerWords(found)].filter(Boolean).join('. ')),
      options: [...reviewOptions(state, target), ...options(plan, gated, isSaved)],
    });
    if (answer === undefined || answer === back) return answer;
    if (answer === 'review') {
      await review(state);
      return undefined;
    }
    if (answer === 'plan') await openPlan(texts, title, plan);
    else if (answer === 'save') isSaved = (await saveRemoved(name, plan)) || isSaved;
    else if (answer === 'request' || plan.removing === 0) return { way: answer, comment: '' };
    else {
      const comment = await askRemovalComment(title, name, t('Not in {0}.', found.origin));
      return comment === undefined ? undefined : { way: answer, comment };
    }
  }
}

function options(plan: KeyPlan, gated: string, isSaved: boolean): readonly Option<Choice>[] {
  const { length } = plan.batches;
  const calls = length === 1 ? t('1 call') : t('{0} calls', formatNumber(length));
  const noUndo = plan.removing > 0 && !isSaved ? t('It can’t be undone: save what it removes first') : t('It can’t be undone');
  const direct: Option<Choice> = {
    label: planLabel(plan),
    detail: [noUndo, gated || calls].join('. '),
    icon: new vscode.ThemeIcon('arrow-swap'),
    value: 'direct',
  };
  const each = length === 1 ? '' : t('One after the other: each waits until the one before is published');
  const request = requestOption(plan, [noUndo, each].filter(Boolean).join('. '));
  const save: Option<Choice> = {
    label: t('Save what is removed as a file…'),
    detail: t('Upload Keys from Current File… adds them again'),
    icon: new vscode.ThemeIcon('save'),
    value: 'save',
  };
  const ways = gated === '' ? [direct, request, showOption()] : [request, direct, showOption()];
  return plan.removing === 0 || isSaved ? ways : [...ways, save];
}

export const showOption = (): Option<'plan'> => ({
  label: t('Show the keys'),
  detail: t('Which are added and which are removed'),
  icon: new vscode.ThemeIcon('list-flat'),
  value: 'plan',
});

/** A plan as a text to read before it runs. */
export async function openPlan(texts: ReadOnlyText, title: string, plan: KeyPlan): Promise<void> {
  const [added, removed] = [keysIn(plan, 'add'), keysIn(plan, 'remove')];
  const lines = [
    title,
    '',
    t('To be added: {0}', formatNumber(added.length)),
    ...added.map((key) => `+ ${key}`),
    '',
    t('To be removed: {0}', formatNumber(removed.length)),
    ...removed.map((key) => `- ${key}`),
  ];
  await texts.open(t('{0}.txt', title), marked(`${lines.join('\n')}\n`), { viewColumn: vscode.ViewColumn.Beside });
}

const keysIn = ({ batches }: KeyPlan, operation: 'add' | 'remove'): readonly string[] =>
  batches.flatMap((batch) => (batch.operation === operation ? batch.keys : []));

/** False = the user walked away. Throws what the file system refuses. A JSON list, so that each key is in it as it is. */
async function saveRemoved(segment: string, plan: KeyPlan): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = t('removed from {0}.json', segment.replaceAll(/[\\/:*?"<>|]/g, '_'));
  const file = await vscode.window.showSaveDialog({
    title: t('Save What Is Removed'),
    filters: { JSON: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  const lines = keysIn(plan, 'remove').map((key) => JSON.stringify(key));
  if (file) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`[\n${lines.join(',\n')}\n]\n`));
  return file !== undefined;
}
