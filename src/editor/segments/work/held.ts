/** What a segment holds now: how many keys, and where it matters which. */
import * as vscode from 'vscode';
import { hasStatus, isCancelled } from '../../../api/errors.ts';
import { readAllKeys } from '../../../operations/readAllKeys.ts';
import type { Connected } from '../../connected.ts';
import { formatNumber } from '../../requestWords.ts';
import type { SegmentTarget } from '../../target.ts';
import { tellProgress, tellRefusal } from '../../tell.ts';

const { t } = vscode.l10n;

/** A segment that is active in an environment. */
export interface Held {
  /** By the service's count. */
  readonly count: number;
  /** The change request that locks it: until it is decided, every change is refused (409). */
  readonly openRequestId: string | undefined;
}

/** Undefined if the segment is not active in the environment. */
export async function readState({ client }: Connected, { environment, name }: SegmentTarget): Promise<Held | undefined> {
  try {
    const { count, openChangeRequestId } = await client.readKeys(environment.id, name, { offset: 0, limit: 1 });
    return { count, openRequestId: openChangeRequestId ?? undefined };
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** By the service's count; undefined if the segment is not active in the environment. */
export const countHeld = async (connected: Connected, target: SegmentTarget): Promise<number | undefined> =>
  (await readState(connected, target))?.count;

/** When the reading of each set began. */
const readAt = new WeakMap<ReadonlySet<string>, number>();

/** In epoch milliseconds; undefined of a number. */
export const heldReadAt = (held: number | ReadonlySet<string> | undefined): number | undefined =>
  typeof held === 'object' ? readAt.get(held) : undefined;

/** All keys of the segment, which may take many calls; undefined if the user gave it up, or was told that the service does not give them all. */
export async function readHeld({ client }: Connected, target: SegmentTarget): Promise<ReadonlySet<string> | undefined> {
  const { environment, name } = target;
  const begun = Date.now();
  try {
    const { keys, count, isComplete, hasMoved } = await tellProgress(
      t('Reading the keys of {0}', name),
      (_, signal) => readAllKeys(client, environment.id, name, { signal }),
      { cancellable: true },
    );
    if (isComplete) {
      const held = new Set(keys);
      readAt.set(held, begun);
      return held;
    }
    if (hasMoved) {
      tellRefusal(t('Somebody changed {0} while it was read. Try again when that has ended.', name));
      return undefined;
    }
    tellRefusal(
      t(
        'The service counts {0} keys in {1} but gave only {2} of them, so they can’t be compared.',
        formatNumber(count),
        name,
        formatNumber(keys.length),
      ),
    );
    return undefined;
  } catch (error) {
    if (isCancelled(error)) return undefined;
    throw error;
  }
}

/** Before a later part of a work; undefined where the service does not give them all, or the user goes on without. */
export async function heldForUndo(
  { client }: Connected,
  { environment, name }: SegmentTarget,
): Promise<ReadonlySet<string> | undefined> {
  const { keys, isComplete } = await tellProgress(
    t('Reading what {0} holds, to be able to undo this later (Cancel goes on without)', name),
    (_, signal) => readAllKeys(client, environment.id, name, { signal }),
    { cancellable: true },
  );
  return isComplete ? new Set(keys) : undefined;
}
