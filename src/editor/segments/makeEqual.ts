/**
 * Makes a segment equal to a list. The plan is shown before it runs. The change stops as soon as somebody else changes the
 * segment.
 */
import * as vscode from 'vscode';
import { bodyLimitOf } from '../../api/network/baseUrl.ts';
import { planEqual, type KeyDifference, type KeyPlan } from '../../domain/keys/keyPlan.ts';
import { back, type Answer } from '../ask/ask.ts';
import type { Connected } from '../window/connected.ts';
import { requireTrust, requireWritable } from '../ask/permit.ts';
import { formatNumber, keysWords } from '../words/requestWords.ts';
import { makeChange } from '../changes/makeChange.ts';
import type { SegmentTarget } from '../window/target.ts';
import { tellRefusal } from '../window/notifications.ts';
import { openFileStep } from '../words/nextSteps.ts';
import { inPlace } from '../words/placeWords.ts';
import type { SegmentsContext } from './segmentsContext.ts';
import { confirmPlan } from './confirmPlan.ts';
import { equalTitle, noPlanSentence } from './messages.ts';
import { readCount, type SegmentState } from './segmentState.ts';
import { keyChange, sourceOf } from './changeOfKeys.ts';
import type { FoundKeys } from './source/source.ts';
import { headerWords } from './source/foundWords.ts';

const { t } = vscode.l10n;

/** The result of comparing the keys of a segment with the keys of a file. */
export interface ComparedKeys {
  readonly connected: Connected;
  readonly target: SegmentTarget;
  readonly found: FoundKeys;
  /** All keys in the segment. */
  readonly contents: ReadonlySet<string>;
  readonly difference: KeyDifference;
}

/** Makes the keys of the segment the same as those of the list. Returns `back` if the user wants the previous question. */
export async function makeEqual(deps: SegmentsContext, compared: ComparedKeys): Promise<typeof back | undefined> {
  const { connected, target, found, contents, difference } = compared;
  if (!requireTrust() || !requireWritable(connected)) return undefined;
  const plan = planEqual(difference, bodyLimitOf(connected.origin));
  if (!plan.ok) return tellRefusal(noPlanSentence(plan.refusal, target.name, found.source.description), openFileStep());
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
  const stay = t(
    'Unchanged keys: {0}; after this change, the segment will contain {1}',
    formatNumber(difference.both.length),
    after,
  );
  return confirmPlan(context, {
    connected,
    target,
    plan,
    state,
    title: inPlace(equalTitle(target.name, found.source.description), target),
    facts: [stay, headerWords(found.headers)].filter(Boolean).join('. '),
    canGoBack: true,
    undoWords: (isSaved) =>
      isSaved ? t('This change can’t be undone') : t('This change can’t be undone. First save the keys that it removes'),
  });
}
