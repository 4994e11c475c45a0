/** Upload Keys from Current File…: find the keys → choose the segment → say what would be sent → send, or propose where an approval is needed. */
import * as vscode from 'vscode';
import { MAX_KEYS_PER_SEGMENT, planUpload, type KeyPlan } from '../../domain/keys/keyPlan.ts';
import { back } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { requireWritable } from '../prompts/permit.ts';
import { rememberPlace } from '../pickers/recentPlaces.ts';
import { formatNumber } from '../formats/requestWords.ts';
import { prefersRequest, segmentFrom, wayBack } from '../service/target.ts';
import { tellRefusal } from '../messages/notifications.ts';
import { requireTrust } from '../trust.ts';
import { chooseTarget } from './chooseTarget.ts';
import { confirmKeys } from './confirmKeys.ts';
import type { SegmentsDeps } from './index.ts';
import { planSentence } from './messages.ts';
import { offerResume } from './offerResume.ts';
import { countOrKeys, readAll, readState } from './segmentState.ts';
import { sendKeys, sourceOf } from './sendKeys.ts';
import { findKeys, oddities } from './source/findKeys.ts';
import type { FoundKeys } from './source/source.ts';
import { openFileStep, readClipboard, readSource } from './source/readSource.ts';

const { t } = vscode.l10n;

/** As from a file, but what was copied. */
export const uploadKeysFromClipboard = (deps: SegmentsDeps, args: readonly unknown[]): Promise<void> =>
  uploadKeys(deps, args, readClipboard);

/** `read` gives the source; `args` are all that the command was called with. */
export async function uploadKeys(deps: SegmentsDeps, args: readonly unknown[], read = readSource): Promise<void> {
  const started = await findToChange(deps, args, read, (source) => t('Upload Keys from {0}', source));
  if (!started) return undefined;
  const { connected, found } = started;
  // Known before anything more is asked: no segment takes so many.
  if (!isPlanned(planUpload(found.keys, 0), '', found)) return undefined;

  const given = segmentFrom(args[0]);
  const goBack = wayBack(args[0]);
  for (;;) {
    const where = { connected, title: titleOf(found), memory: deps.memory, canGoBack: goBack !== undefined };
    const target = given ?? (await chooseTarget(where));
    if (target === back) return goBack?.();
    if (!target) return undefined;
    const answer = await confirmKeys({
      ...deps,
      kind: 'upload',
      connected,
      target,
      found,
      state: await readState(connected, target),
      isRequestFirst: prefersRequest(args[0]),
      canGoBack: !given || goBack !== undefined,
    });
    if (answer === back && given) return goBack?.();
    if (answer === back) continue;
    if (answer === undefined) return undefined;
    await rememberPlace(deps.memory, connected.connectionId, target);
    let { state } = answer;
    if (state && !state.keys && state.count + answer.found.keys.length > MAX_KEYS_PER_SEGMENT) {
      // Keys that it has already don't count twice.
      const keys = await readAll(connected, target);
      if (keys) state = { ...state, count: keys.size, keys };
    }
    const plan = planUpload(answer.found.keys, state ? countOrKeys(state) : 0);
    if (!isPlanned(plan, target.name, answer.found)) return undefined;
    const { origin } = answer.found;
    const remarks = oddities(answer.found);
    return sendKeys(deps, {
      kind: 'upload',
      connected,
      target,
      source: sourceOf(answer.found),
      batches: plan.batches,
      state,
      way: answer.way,
      suggestedComment: remarks === '' ? t('From {0}.', origin) : t('From {0}: {1}.', origin, remarks),
    });
  }
}

/**
 * The beginning of every change by a list: the window is trusted, the connection may be written through, and there are keys.
 * Undefined if the user walked away, or was told why it can't be done. `titleOf` makes the title of the question for a column.
 */
export async function findToChange(
  deps: SegmentsDeps,
  args: readonly unknown[],
  read: typeof readSource,
  titleFor: (source: string) => string,
): Promise<{ readonly connected: Connected; readonly found: FoundKeys } | undefined> {
  if (!requireTrust()) return undefined;
  const source = await read(args);
  if (!source) return undefined;
  // Before anything is asked about the file: through a read-only connection all answers would be in vain.
  const inUse = await deps.connections.inUse();
  if (inUse && !requireWritable(inUse)) return undefined;
  // Another upload begins: the moment to remember the one that was left half way.
  void offerResume(deps).catch((error: unknown) => deps.log.warn(String(error)));
  const found = await findKeys(source, titleFor(source.description));
  const connected = found && (await deps.connections.orAsk());
  return connected && requireWritable(connected) ? { connected, found } : undefined;
}

/** True if there is a plan; else the user is told why there is none. */
function isPlanned(plan: ReturnType<typeof planUpload>, segment: string, { source }: FoundKeys): plan is KeyPlan {
  if (!plan.ok) tellRefusal(planSentence(plan.refusal, segment, source.description), openFileStep());
  return plan.ok;
}

const titleOf = ({ keys: { length } }: FoundKeys): string =>
  length === 1 ? t('Upload 1 Key') : t('Upload {0} Keys', formatNumber(length));
