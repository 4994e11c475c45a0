/** Remove Keys Listed in Current File…: find the keys → choose the segment → say what would be removed → comment → remove, or propose. */
import * as vscode from 'vscode';
import { planRemoval } from '../../domain/keys/keyPlan.ts';
import { back } from '../prompts/ask.ts';
import { chooseSegmentPlace } from '../pickers/choosePlace.ts';
import { rememberPlace } from '../pickers/recentPlaces.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { prefersRequest, segmentFrom, wayBack } from '../service/target.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { confirmKeys } from './confirmKeys.ts';
import type { SegmentsDeps } from './index.ts';
import { planSentence } from './messages.ts';
import { countOrKeys, readState } from './segmentState.ts';
import { sendKeys, sourceOf } from './sendKeys.ts';
import type { FoundKeys } from './source/source.ts';
import { readSource } from './source/readSource.ts';
import { findToChange } from './uploadKeys.ts';

const { t } = vscode.l10n;

/** `read` gives the source; `args` are all that the command was called with. */
export async function removeKeys(deps: SegmentsDeps, args: readonly unknown[], read = readSource): Promise<void> {
  const started = await findToChange(deps, args, read, (source) => t('Remove Keys Listed in {0}', source));
  if (!started) return undefined;
  const { connected, found } = started;
  const given = segmentFrom(args[0]);
  const goBack = wayBack(args[0]);
  for (;;) {
    const where = { connected, title: titleOf(found), memory: deps.memory, canGoBack: goBack !== undefined };
    const target = given ?? (await chooseSegmentPlace(where));
    if (target === back) return goBack?.();
    if (!target) return undefined;
    const state = await readState(connected, target);
    // Before the questions: from an empty segment nothing can be removed.
    if (!state)
      return tellRefusal(t('{0} is not active in {1}, so it holds no key there.', target.name, target.environment.name));
    if (state.count === 0)
      return tellRefusal(planSentence({ code: 'nothingToRemove', count: 0 }, target.name, found.source.description));
    const answer = await confirmKeys({
      ...deps,
      kind: 'removal',
      connected,
      target,
      found,
      state,
      isRequestFirst: prefersRequest(args[0]),
      canGoBack: !given || goBack !== undefined,
    });
    if (answer === back && given) return goBack?.();
    if (answer === back) continue;
    if (answer === undefined) return undefined;
    await rememberPlace(deps.memory, connected.connectionId, target);
    const { keys, source, origin } = answer.found;
    const known = answer.state ?? state;
    const check = planRemoval(keys, countOrKeys(known));
    if (!check.ok) return tellRefusal(planSentence(check.refusal, target.name, source.description));
    return sendKeys(deps, {
      kind: 'removal',
      connected,
      target,
      source: sourceOf(answer.found),
      // All that are listed, also those that are not there: so that the same list can be read again to resume and to undo.
      batches: check.batches,
      state: known,
      way: answer.way,
      suggestedComment: t('Listed in {0}.', origin),
    });
  }
}

const titleOf = ({ keys: { length } }: FoundKeys): string =>
  length === 1 ? t('Remove 1 Key') : t('Remove {0} Keys', formatNumber(length));
