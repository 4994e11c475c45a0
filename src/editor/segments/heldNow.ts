/** What a segment holds now: how many keys, which ones where that is known, and the change request that locks it. */
import * as vscode from 'vscode';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import { CHEAP_TO_READ } from '../../operations/keyChanges/heldBefore.ts';
import { readAllKeys } from '../../operations/readAllKeys.ts';
import type { Option } from '../prompts/ask.ts';
import type { Connected } from '../service/connected.ts';
import { formatNumber } from '../formats/requestWords.ts';
import type { SegmentTarget } from '../service/target.ts';
import { tellProgress, tellRefusal } from '../messages/notifications.ts';

const { t } = vscode.l10n;

/** A segment that is active in an environment. */
export interface Held {
  /** By the service's count. */
  readonly count: number;
  /** Absent: it is large, and was not read. */
  readonly keys?: ReadonlySet<string> | undefined;
  /** Until this is decided, every change is refused (409). */
  readonly openRequestId: string | undefined;
}

/** What a plan goes by. */
export const sizeOrKeys = ({ count, keys }: Held): number | ReadonlySet<string> => keys ?? count;

/** Undefined if the segment is not active in the environment. */
export async function readCount({ client }: Connected, { environment, name }: SegmentTarget): Promise<Held | undefined> {
  try {
    const { count, openChangeRequestId } = await client.readKeys(environment.id, name, { offset: 0, limit: 1 });
    return { count, openRequestId: openChangeRequestId ?? undefined };
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** With the keys where that is cheap: then a change can be undone, and says beforehand how many keys are new. */
export async function readHeld(connected: Connected, target: SegmentTarget): Promise<Held | undefined> {
  const held = await readCount(connected, target);
  if (!held || held.count > CHEAP_TO_READ) return held;
  const { environment, name } = target;
  const read = (signal?: AbortSignal): ReturnType<typeof readAllKeys> =>
    readAllKeys(connected.client, environment.id, name, signal && { signal });
  try {
    const all =
      held.count <= ONE_PAGE
        ? await read()
        : await tellProgress(t('Reading the keys of {0}', name), (_, signal) => read(signal), { cancellable: true });
    return all.isComplete ? { ...held, count: all.count, keys: new Set(all.keys) } : held;
  } catch {
    // The change goes without it.
    return held;
  }
}
const ONE_PAGE = 1_000;

/** All keys of the segment, which may take many calls; undefined if the user gave it up, or was told that the service does not give them all. */
export async function readAllHeld({ client }: Connected, target: SegmentTarget): Promise<ReadonlySet<string> | undefined> {
  const { environment, name } = target;
  try {
    const { keys, count, isComplete, hasMoved } = await tellProgress(
      t('Reading the keys of {0}', name),
      (_, signal) => readAllKeys(client, environment.id, name, { signal }),
      { cancellable: true },
    );
    if (isComplete) return new Set(keys);
    tellRefusal(
      hasMoved
        ? t('Somebody changed {0} while it was read. Try again when that has ended.', name)
        : t(
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

/** Before the other choices, where a change request locks the segment. */
export const reviewOptions = (held: Held | undefined, { name, environment }: SegmentTarget): readonly Option<'review'>[] =>
  held?.openRequestId === undefined
    ? []
    : [
        {
          label: t('Review the change request that is open on it'),
          detail: t('{0} takes no other change in {1} until it is decided or withdrawn', name, environment.name),
          icon: new vscode.ThemeIcon('lock'),
          value: 'review',
        },
      ];

/** What the question says, after what locks the segment. */
export const orLocked = (held: Held | undefined, sentence: string): string =>
  held?.openRequestId === undefined ? sentence : t('A change request is open on it. {0}', sentence);

export const review = async (held: Held | undefined): Promise<void> =>
  void (await vscode.commands.executeCommand('flagAdmin.changeRequest.open', held?.openRequestId));
