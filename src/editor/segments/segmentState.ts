/** The current content of a segment: the number of keys, the keys if they are known, and the change request that locks it. */
import * as vscode from 'vscode';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import { MAX_READ_BEFORE_CHANGE } from '../../operations/keys/contents.ts';
import { readAllKeys } from '../../operations/keys/keyPages.ts';
import { isProvenInactive } from '../../operations/segments/segmentUse.ts';
import type { Connected } from '../window/connected.ts';
import type { SegmentTarget } from '../window/target.ts';
import { tellProgress, tellRefusal } from '../window/notifications.ts';
import { countMismatchSentence } from './messages.ts';

const { t } = vscode.l10n;

/** A segment that is active in an environment. */
export interface SegmentState {
  /** The service's own count. */
  readonly count: number;
  /** Absent if the keys were not read because the segment is large. */
  readonly keys?: ReadonlySet<string> | undefined;
  /** Until this request is decided, the service refuses every change (409). */
  readonly openRequestId: string | undefined;
}

/** The number of keys that one call can return. */
const KEYS_PER_PAGE = 1_000;

/** Returns what a plan is based on: the keys, or only their number if the keys were not read. */
export const countOrKeys = ({ count, keys }: SegmentState): number | ReadonlySet<string> => keys ?? count;

/** Reads the number of keys. Undefined if the segment is not active in the environment. */
export async function readCount({ client }: Connected, { environment, name }: SegmentTarget): Promise<SegmentState | undefined> {
  try {
    const { count, openChangeRequestId } = await client.readKeys(environment.id, name, { offset: 0, limit: 1 });
    return { count, openRequestId: openChangeRequestId ?? undefined };
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/**
 * Reads the state, including the keys if few calls are enough. If the keys are known, the question before the change can say
 * how many keys are new, and the change can be undone.
 */
export async function readState(connected: Connected, target: SegmentTarget): Promise<SegmentState | undefined> {
  const state = await readCount(connected, target);
  if (!state || state.count > MAX_READ_BEFORE_CHANGE) return state;
  try {
    // A single page needs no progress.
    const isQuick = state.count <= KEYS_PER_PAGE;
    const all = await (isQuick
      ? readAllKeys(connected.client, target.environment.id, target.name)
      : readKeysWithProgress(connected, target));
    return all.isComplete ? { ...state, count: all.count, keys: new Set(all.keys) } : state;
  } catch {
    // A failure here is ignored, because a change is possible without the keys.
    return state;
  }
}

const readKeysWithProgress = ({ client }: Connected, { environment, name }: SegmentTarget) =>
  tellProgress(t('Reading {0}', name), (_, signal) => readAllKeys(client, environment.id, name, { signal }), {
    cancellable: true,
  });

/**
 * Returns a sentence which says that a segment that was not found (404) will be activated first. If it is not proven that the
 * segment is inactive, the sentence adds that the API key might not see it.
 */
export async function activationSentence(
  { client }: Connected,
  { workspace, environment, name }: SegmentTarget,
): Promise<string> {
  return (await isProvenInactive(client, { workspaceId: workspace.id, environmentId: environment.id }, name))
    ? t('{0} is not active in {1} yet, and is activated first', name, environment.name)
    : t('{0} is not active in {1}, or this API key can’t see it. If you go on, it is activated first', name, environment.name);
}

/**
 * Reads all keys of the segment, which may take many calls. Undefined if the user cancels, or if the service does not return all (a
 * message says so).
 */
export async function readContents(connected: Connected, target: SegmentTarget): Promise<ReadonlySet<string> | undefined> {
  try {
    const { keys, count, isComplete } = await readKeysWithProgress(connected, target);
    if (isComplete) return new Set(keys);
    return tellRefusal(countMismatchSentence(count, keys.length));
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}
