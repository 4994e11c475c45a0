/** A new piece of work, from a plan: nothing is sent or kept yet. */
import { createHash, randomBytes } from 'node:crypto';
import type { KeyBatch } from '../../domain/keys/keyPlan.ts';
import { heldBits } from './heldBefore.ts';
import { hashKeys } from './keyHash.ts';
import type { KeyPart, KeyWork, WorkConnection, WorkKind, WorkSource, WorkTarget } from './keyWork.ts';

export interface KeyWorkIntent {
  readonly kind: WorkKind;
  readonly connection: WorkConnection;
  readonly target: WorkTarget;
  readonly source: WorkSource;
  /** Of a plan. */
  readonly batches: readonly KeyBatch[];
  /** What the segment holds: known key by key as a set, else only how many. Absent: runKeyWork asks for the number. */
  readonly held?: number | ReadonlySet<string>;
  /** When the set was read, in epoch milliseconds; absent: just now. */
  readonly heldAt?: number;
  /** `request`: the parts become change requests, and are never sent directly. */
  readonly way: 'direct' | 'request';
  readonly title?: string;
  readonly comment?: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export interface StartedKeyWork {
  readonly work: KeyWork;
  /** The keys of all parts, in their order: hand them to whatever takes the work. */
  readonly keys: readonly string[];
}

/** Lets the event loop run while it hashes. */
export async function startKeyWork(intent: KeyWorkIntent): Promise<StartedKeyWork> {
  const { kind, connection, target, source, batches, held, heldAt, way, title = '', comment = '', startedAt } = intent;
  // Not flatMap, which takes them one by one: milliseconds for a hundred thousand.
  const keys = new Array<string>().concat(...batches.map((batch) => batch.keys));
  let start = 0;
  const parts: KeyPart[] = [];
  for (const { operation, keys: ofPart } of batches) {
    const hash = kind === 'equal' && { hash: (await hashKeys(ofPart)).keysHash };
    parts.push({ operation, start, count: ofPart.length, state: 'waiting', ...hash });
    start += ofPart.length;
  }
  const which = typeof held === 'object' && held.size > 0 ? await heldBits(keys, held) : undefined;
  const work: KeyWork = {
    version: 2,
    id: `${segmentMark(connection.origin, target)}-${randomBytes(6).toString('hex')}`,
    kind,
    connection,
    target,
    source,
    ...(await hashKeys(keys)),
    keyCount: keys.length,
    title,
    comment,
    ...(held !== undefined && {
      held: {
        count: typeof held === 'number' ? held : held.size,
        ...(which && { which }),
        ...(heldAt !== undefined && { at: heldAt }),
      },
    }),
    way,
    parts,
    state: way === 'request' ? 'waiting' : 'stopped',
    startedAt,
  };
  return { work, keys };
}

interface SegmentPlace {
  readonly environment: { readonly id: string };
  readonly name: string;
}

/** What the ids of all works on one segment in one environment begin with. */
export function segmentMark(origin: string, { environment, name }: SegmentPlace): string {
  return createHash('sha256')
    .update(JSON.stringify([origin, environment.id, name]))
    .digest('hex')
    .slice(0, 12);
}
