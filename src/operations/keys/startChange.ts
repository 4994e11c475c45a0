/** A new change, from a plan: nothing is sent or written yet. */
import { createHash, hash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { KeyBatch } from '../../domain/keys/keyPlan.ts';
import type { KeyChange, KeyPart } from './keyChange.ts';

export interface ChangeIntent extends Pick<KeyChange, 'kind' | 'connection' | 'target' | 'source' | 'way' | 'startedAt'> {
  /** Of a plan. */
  readonly batches: readonly KeyBatch[];
  readonly title?: string;
  readonly comment?: string;
}

export interface StartedChange {
  readonly change: KeyChange;
  /** The keys of all parts, in their order. */
  readonly keys: readonly string[];
}

export async function startChange({ batches, title = '', comment = '', ...intent }: ChangeIntent): Promise<StartedChange> {
  // Not flatMap, which takes them one by one: milliseconds for a hundred thousand.
  const keys = new Array<string>().concat(...batches.map((batch) => batch.keys));
  let start = 0;
  const parts = batches.map(({ operation, keys: { length } }): KeyPart => {
    const part = { operation, start, count: length, state: 'waiting' } as const;
    start += length;
    return part;
  });
  const change: KeyChange = {
    ...intent,
    id: `${segmentMark(intent.connection.origin, intent.target)}-${randomBytes(6).toString('hex')}`,
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

/** What the ids of all changes on one segment in one environment begin with. */
export function segmentMark(origin: string, { environment, name }: SegmentPlace): string {
  return createHash('sha256')
    .update(JSON.stringify([origin, environment.id, name]))
    .digest('hex')
    .slice(0, 12);
}

/** The same for every change on one segment in one environment of one service: each sandbox is one of its own. */
export const placeMark = ({
  connection,
  target,
}: {
  readonly connection: { readonly origin: string; readonly instance?: string | undefined };
  readonly target: SegmentPlace;
}): string => `${segmentMark(connection.origin, target)} ${connection.instance ?? ''}`;

/** The list of a source has changed since: it has another number of keys, or other ones. */
export interface KeysChanged {
  readonly code: 'keysChanged';
  readonly countThen: number;
  readonly countNow: number;
}

/** A refusal if these are not the keys of the change. */
export async function keysChanged({ keyCount, keysHash }: KeyChange, keys: readonly string[]): Promise<KeysChanged | undefined> {
  if (keys.length === keyCount && (await hashOf(keys)) === keysHash) return undefined;
  return { code: 'keysChanged', countThen: keyCount, countNow: keys.length };
}

/** Keys hashed before the event loop runs: a few milliseconds. */
const SLICE = 10_000;

async function hashOf(keys: readonly string[]): Promise<string> {
  const digests: string[] = [];
  for (let start = 0; start < keys.length; start += SLICE) {
    if (start > 0) await setImmediate();
    // A list of texts has one JSON, whatever is in them.
    digests.push(hash('sha256', JSON.stringify(keys.slice(start, start + SLICE))));
  }
  return hash('sha256', digests.join());
}
