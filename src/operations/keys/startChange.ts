/** Creates a change from a plan. Nothing is sent or written yet. */
import { hash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { KeyBatch } from '../../domain/keys/keyPlan.ts';
import type { KeyChange, KeyPart } from './keyChange.ts';

export interface ChangeIntent extends Pick<KeyChange, 'kind' | 'connection' | 'target' | 'source' | 'way' | 'startedAt'> {
  /** The batches of a plan. */
  readonly batches: readonly KeyBatch[];
  readonly title?: string;
  readonly comment?: string;
}

export interface StartedChange {
  readonly change: KeyChange;
  /** The keys of all parts, in order. */
  readonly keys: readonly string[];
}

export async function startChange({ batches, title = '', comment = '', ...intent }: ChangeIntent): Promise<StartedChange> {
  // Does not use flatMap, because it copies the keys individually, which takes milliseconds for 100,000 keys.
  const keys = new Array<string>().concat(...batches.map((batch) => batch.keys));
  let start = 0;
  const parts = batches.map(({ operation, keys: { length } }): KeyPart => {
    const part = { operation, start, count: length, state: 'waiting' } as const;
    start += length;
    return part;
  });
  const change: KeyChange = {
    ...intent,
    id: `${segmentIdPrefix(intent.connection.origin, intent.target)}-${randomBytes(6).toString('hex')}`,
    keysHash: await hashOf(keys),
    keyCount: keys.length,
    title,
    comment,
    parts,
    state: intent.way === 'request' ? 'waiting' : 'stopped',
  };
  return { change, keys };
}

interface SegmentPlace {
  readonly environment: { readonly id: string };
  readonly name: string;
}

/** Returns the prefix of the ids of all changes on one segment in one environment. */
export function segmentIdPrefix(origin: string, { environment, name }: SegmentPlace): string {
  return hash('sha256', JSON.stringify([origin, environment.id, name])).slice(0, 12);
}

/**
 * Returns a text that identifies the segment of a change. It is the same for all changes on one segment in one environment of
 * one service. Each sandbox counts as a separate service.
 */
export const changedSegmentId = ({
  connection,
  target,
}: {
  readonly connection: { readonly origin: string; readonly instance?: string | undefined };
  readonly target: SegmentPlace;
}): string => `${segmentIdPrefix(connection.origin, target)} ${connection.instance ?? ''}`;

/** The list has changed since the change was started: the number of keys or the keys are different. */
export interface KeysChanged {
  readonly code: 'keysChanged';
  readonly countThen: number;
  readonly countNow: number;
}

/** Returns a refusal if these are not the keys of the change. */
export async function keysChanged({ keyCount, keysHash }: KeyChange, keys: readonly string[]): Promise<KeysChanged | undefined> {
  if (keys.length === keyCount && (await hashOf(keys)) === keysHash) return undefined;
  return { code: 'keysChanged', countThen: keyCount, countNow: keys.length };
}

/** The number of keys to hash without a pause for other events. That takes a few milliseconds. */
const SLICE = 10_000;

async function hashOf(keys: readonly string[]): Promise<string> {
  const digests: string[] = [];
  for (let start = 0; start < keys.length; start += SLICE) {
    if (start > 0) await setImmediate();
    // JSON separates the keys: two different lists never have the same JSON, whatever characters the keys contain.
    digests.push(hash('sha256', JSON.stringify(keys.slice(start, start + SLICE))));
  }
  return hash('sha256', digests.join());
}
