/**
 * Upload Keys from Current File… and Remove Keys Listed in Current File…: finds the keys, asks for the segment, shows what would be
 * done, and sends the keys, or proposes them if an approval is required.
 */
import * as vscode from 'vscode';
import { bodyLimitOf } from '../../api/network/baseUrl.ts';
import { MAX_KEYS_PER_SEGMENT, planRemoval, planUpload, type KeyPlan } from '../../domain/keys/keyPlan.ts';
import { back } from '../ask/ask.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import { chooseSegmentPlace } from '../ask/choosePlace.ts';
import { rememberPlace } from '../ask/recentPlaces.ts';
import { orChangeFailed } from '../changes/attempt.ts';
import { makeChange } from '../changes/makeChange.ts';
import { prefersRequest, segmentFrom, canGoBack } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { outcomeSentences } from '../words/changeFailure.ts';
import { openFileStep } from '../words/nextSteps.ts';
import { inPlace } from '../words/placeWords.ts';
import { chooseTarget } from './createSegment.ts';
import { confirmKeys } from './confirmKeys.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { changeTitle, missingSentence, noPlanSentence } from './messages.ts';
import { offerResume } from './offerResume.ts';
import { countOrKeys, readContents, readState } from './segmentState.ts';
import { keyChange, sourceOf } from './changeOfKeys.ts';
import { findKeys } from './source/findKeys.ts';
import { lastTarget, rememberFile } from './source/rememberedFile.ts';
import { countWords, keyOddities } from './source/foundWords.ts';
import type { FoundKeys } from './source/source.ts';
import { readSource } from './source/readSource.ts';

const { t } = vscode.l10n;

/** The result for a caller that passed `canGoBack`: 'back' if the user pressed Back in the first question. */
type CommandResult = 'back' | undefined;

/** Uploads keys. `read` returns the source; `args` are all arguments of the command. */
export const uploadKeysCommand = (deps: SegmentsContext, args: readonly unknown[], read = readSource): Promise<CommandResult> =>
  changeKeys(deps, 'upload', args, read);

export const removeKeysCommand = (deps: SegmentsContext, args: readonly unknown[], read = readSource): Promise<CommandResult> =>
  changeKeys(deps, 'removal', args, read);

async function changeKeys(
  deps: SegmentsContext,
  kind: 'upload' | 'removal',
  args: readonly unknown[],
  read: typeof readSource,
): Promise<CommandResult> {
  const isUpload = kind === 'upload';
  if (!requireTrust()) return undefined;
  const source = await read(args);
  if (!source) return undefined;
  // Checks the connection before any question about the file, because all answers would be useless if the connection is
  // read-only.
  const inUse = await deps.connections.inUse();
  if (inUse && !requireWritable(inUse)) return undefined;
  // A new change is a good moment to offer to resume an interrupted change.
  void offerResume(deps).catch((error: unknown) => deps.log.warn(String(error)));
  const { description } = source;
  const found = await findKeys(source, deps.memory);
  const connected = found && (await deps.connections.orAsk());
  if (!connected || !requireWritable(connected)) return undefined;
  // Checks the number of keys before further questions, because no segment can contain more than the limit.
  if (isUpload && !hasPlan(planUpload(found.keys, 0), '', found)) return undefined;

  const count = countWords(found);
  const title = isUpload ? t('Upload {0} from {1}', count, description) : t('Remove {0} listed in {1}', count, description);
  const given = segmentFrom(args[0]);
  const isFromQuestion = canGoBack(args[0]);
  for (;;) {
    const where = {
      connected,
      title,
      memory: deps.memory,
      canGoBack: isFromQuestion,
      lastTarget: lastTarget(deps.memory, found, connected),
    };
    const target = given ?? (isUpload ? await chooseTarget(where) : await chooseSegmentPlace(where));
    if (target === back) return 'back';
    if (!target) return undefined;
    const change = { kind, target, keyCount: found.keys.length, source: sourceOf(found) };
    const now = await orChangeFailed(outcomeSentences(inPlace(changeTitle(change), target)), () => readState(connected, target));
    // Checks the segment before further questions, because nothing can be removed from a missing or empty segment.
    if (!isUpload && !now) return tellRefusal(missingSentence({ target }));
    if (!isUpload && now?.count === 0) {
      return tellRefusal(noPlanSentence({ code: 'nothingToRemove', count: 0 }, target.name, description));
    }
    const answer = await confirmKeys({
      ...deps,
      kind,
      connected,
      target,
      found,
      state: now,
      isRequestFirst: prefersRequest(args[0]),
      canGoBack: !given || isFromQuestion,
    });
    if (answer === back && given) return 'back';
    if (answer === back) continue;
    if (answer === undefined) return undefined;
    await rememberPlace(deps.memory, connected.connectionId, target);
    await rememberFile(deps.memory, answer.found, target, connected.connectionId);
    const { keys, origin } = answer.found;
    let { state } = answer;
    if (isUpload && state && !state.keys && state.count + keys.length > MAX_KEYS_PER_SEGMENT) {
      // Reads all keys, because those that are already in the segment don't count twice towards the limit.
      const all = await readContents(connected, target);
      if (all) state = { ...state, count: all.size, keys: all };
    }
    const contents = state ? countOrKeys(state) : 0;
    const plan = (isUpload ? planUpload : planRemoval)(keys, contents, bodyLimitOf(connected.origin));
    if (!hasPlan(plan, target.name, answer.found)) return undefined;
    const remarks = keyOddities(answer.found);
    await makeChange(
      deps,
      keyChange(deps, {
        kind,
        connected,
        target,
        source: sourceOf(answer.found),
        batches: plan.batches,
        state,
        way: answer.way,
        suggestedComment: t('From {0}.', [origin, remarks].filter(Boolean).join(': ')),
      }),
    );
    return undefined;
  }
}

/** Returns true if there is a plan. Otherwise tells the user why there is none. */
function hasPlan(plan: ReturnType<typeof planUpload>, segment: string, { source }: FoundKeys): plan is KeyPlan {
  if (!plan.ok) tellRefusal(noPlanSentence(plan.refusal, segment, source.description), openFileStep());
  return plan.ok;
}
