/** Remove Keys Listed in Current File…: find the keys → choose the segment → say what would be removed → comment → remove, or propose. */
import * as vscode from 'vscode';
import { planRemoval } from '../../domain/keys/keyPlan.ts';
import { back } from '../ask.ts';
import { chooseSegmentPlace } from '../pickers/choosePlace.ts';
import { rememberPlace } from '../pickers/recentPlaces.ts';
import { formatNumber } from '../requestWords.ts';
import { prefersRequest, segmentFrom, wayBack, type SegmentTarget } from '../target.ts';
import { tellRefusal } from '../tell.ts';
import { confirmRemoval } from './confirmRemoval.ts';
import type { SegmentsDeps } from './index.ts';
import type { FoundKeys } from './source/findKeys.ts';
import { readSource } from './source/readSource.ts';
import { begin } from './work/begin.ts';
import { carryOut } from './work/carryOut.ts';
import { askRemovalComment } from './work/removalComment.ts';
import { readState } from './work/held.ts';
import { planSentence } from './work/planWords.ts';
import { workSource } from './work/workSource.ts';

const { t } = vscode.l10n;

/** `read` gives the source; `args` are all that the command was called with. */
export async function removeKeys(deps: SegmentsDeps, args: readonly unknown[], read = readSource): Promise<void> {
  const begun = await begin(deps, args, read, (source) => t('Remove Keys Listed in {0}', source));
  if (!begun) return;
  const { connected, found } = begun;
  const given = segmentFrom(args[0]);
  const goBack = wayBack(args[0]);
  for (;;) {
    const where = { connected, title: titleOf(found), memory: deps.memory, canGoBack: goBack !== undefined };
    const target = given ?? (await chooseSegmentPlace(where));
    if (target === back) return goBack?.();
    if (!target) return;
    const state = await readState(connected, target);
    // Before the questions: from an empty segment nothing can be removed.
    if (state === undefined || state.count === 0) return tellNothing(target, state?.count, found);
    const isRequestFirst = prefersRequest(args[0]);
    const question = {
      connected,
      target,
      found,
      learnt: deps.learnt,
      texts: deps.texts,
      isRequestFirst,
      canGoBack: !given || goBack !== undefined,
    };
    const answer = await confirmRemoval(question, state);
    if (answer === back && given) return goBack?.();
    if (answer === back) continue;
    if (answer === undefined) return;
    await rememberPlace(deps.memory, connected.connectionId, target);
    const { keys, source, origin } = answer.found;
    const check = planRemoval(keys, answer.held);
    if (!check.ok) return tellRefusal(planSentence(check.refusal, target.name, source.description));
    // All that are listed are sent, also those that are not there: so that the same list can be had again to resume and to undo.
    const plan = planRemoval(keys, typeof answer.held === 'number' ? answer.held : answer.held.size);
    if (!plan.ok) return;
    const suggestedComment = t('Listed in {0}.', origin);
    const comment = answer.way === 'direct' ? await askRemovalComment(titleOf(answer.found), target.name, suggestedComment) : '';
    if (comment === undefined) return;
    const { way } = answer;
    const order = { kind: 'removal', connected, target, batches: plan.batches, held: answer.held, way, comment } as const;
    return carryOut(deps, { ...order, source: workSource(answer.found), suggestedComment });
  }
}

function tellNothing(target: SegmentTarget, held: number | undefined, { source }: FoundKeys): void {
  tellRefusal(
    held === undefined
      ? t('{0} is not active in {1}, so it holds no key there.', target.name, target.environment.name)
      : planSentence({ code: 'nothingToRemove', held }, target.name, source.description),
  );
}

function titleOf({ keys }: FoundKeys): string {
  return keys.length === 1 ? t('Remove 1 Key') : t('Remove {0} Keys', formatNumber(keys.length));
}
