/** What a segment contains now: how many keys, which ones where that is known, and the change request that locks it. */
import * as vscode from 'vscode';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import { CHEAP_TO_READ } from '../../operations/keys/contents.ts';
import { readAllKeys } from '../../operations/keys/keyPages.ts';
import type { Connected } from '../window/connected.ts';
import type { SegmentTarget } from '../window/target.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { countedSentence } from './messages.ts';

const { t } = vscode.l10n;

/** A segment that is active in an environment. */
export interface SegmentState {
  /** By the service's count. */
  readonly count: number;
  /** Absent: it is large, and was not read. */
  readonly keys?: ReadonlySet<string> | undefined;
  /** Until this is decided, every change is refused (409). */
  readonly openRequestId: string | undefined;
}

/** Keys of a page. */
const ONE_PAGE = 1_000;

/** What a plan goes by. */
export const countOrKeys = ({ count, keys }: SegmentState): number | ReadonlySet<string> => keys ?? count;

/** Undefined if the segment is not active in the environment. */
export async function readCount({ client }: Connected, { environment, name }: SegmentTarget): Promise<SegmentState | undefined> {
  try {
    const { count, openChangeRequestId } = await client.readKeys(environment.id, name, { offset: 0, limit: 1 });
    return { count, openRequestId: openChangeRequestId ?? undefined };
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** With the keys where that is cheap: then a change can be undone, and says beforehand how many keys are new. */
export async function readState(connected: Connected, target: SegmentTarget): Promise<SegmentState | undefined> {
  const state = await readCount(connected, target);
  if (!state || state.count > CHEAP_TO_READ) return state;
  try {
    // One page is there at once.
    const isQuick = state.count <= ONE_PAGE;
    const all = await (isQuick
      ? readAllKeys(connected.client, target.environment.id, target.name)
      : readSlowly(connected, target));
    return all.isComplete ? { ...state, count: all.count, keys: new Set(all.keys) } : state;
  } catch {
    // The change goes without it.
    return state;
  }
}

const readSlowly = ({ client }: Connected, { environment, name }: SegmentTarget) =>
  tellProgress(t('Reading {0}', name), (_, signal) => readAllKeys(client, environment.id, name, { signal }), {
    cancellable: true,
  });

/** All keys of the segment, which may take many calls; undefined if the user cancels, or the service does not give all (a message says so). */
export async function readAll(connected: Connected, target: SegmentTarget): Promise<ReadonlySet<string> | undefined> {
  try {
    const { keys, count, isComplete } = await readSlowly(connected, target);
    if (isComplete) return new Set(keys);
    return tellRefusal(countedSentence(count, keys.length));
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}
