/** Looks a key up in segments for Explain Flag for a Key…. */
import * as vscode from 'vscode';
import { hasStatus, isCancelled } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import { LimitedMap } from '../../domain/limitedMap.ts';
import { createKeyPages } from '../../operations/keys/keyPages.ts';
import { provenInactive, readUse } from '../../operations/segments/segmentUse.ts';
import { formatNumber, formatTime } from '../words/requestWords.ts';
import { tellProgress } from '../window/notifications.ts';
import type { Connected } from '../window/connected.ts';
import type { FlagTarget } from '../window/target.ts';
import type { SegmentFact } from './explanationText.ts';

const { t } = vscode.l10n;

/** The maximum number of keys in a segment that is read without asking the user. Each call returns at most 1,000 keys. */
const MAX_UNASKED = 10_000;

/** The keys of the segments that were read last, by client (a connection with one of its API keys). */
const keysRead = new WeakMap<Client, Map<string, KeysRead>>();
interface KeysRead {
  readonly keys: ReadonlySet<string>;
  readonly note: string;
}
const MAX_SEGMENTS_READ = 5;
/** The maximum number of segments that are read at the same time. */
const SEGMENTS_AT_ONCE = 5;

export type Lookup = Pick<Connected, 'client'> & Pick<FlagTarget, 'workspace' | 'environment'> & { readonly key: string };

export interface Segment extends SegmentFact {
  /** True if the service answered 404. This alone does not prove that the segment is inactive. */
  readonly isMissing?: boolean;
  /** The number of keys of a segment that is too large to be read without asking the user. */
  readonly count?: number;
}

/**
 * Looks the key up in the segments that `needed` returns, a few at a time. Calls `needed` again after each step, until it
 * returns none, because each result can make other segments necessary or unnecessary.
 */
export const lookUp = (
  lookup: Lookup,
  segments: Map<string, Segment>,
  needed: () => readonly string[],
  most: number,
  isWanted = false,
): Thenable<void> =>
  tellProgress(
    t('Looking for {0} in {1} segments', lookup.key, most),
    async (progress, signal) => {
      for (let names = needed().slice(0, SEGMENTS_AT_ONCE); names.length > 0; names = needed().slice(0, SEGMENTS_AT_ONCE)) {
        progress.report({ message: names[0]!, increment: (100 * names.length) / most });
        const found = await Promise.all(names.map((name) => lookUpIn(lookup, name, isWanted, signal)));
        const missing = found.filter(({ isMissing }) => isMissing).map(({ name }) => name);
        const place = { workspaceId: lookup.workspace.id, environmentId: lookup.environment.id };
        const inactive = await provenInactive(lookup.client, place, missing, { signal });
        for (const one of found)
          segments.set(one.name, inactive.has(one.name) ? { ...one, hasKey: false, note: t('not active here') } : one);
      }
    },
    { cancellable: true },
  );

/**
 * Finds out whether the segment contains the key. Uses the stored keys if the service still reports the same number. Reads only
 * one page of a large segment unless the user wants all of it. Throws only if the user cancels.
 */
async function lookUpIn(
  { client, environment, key }: Lookup,
  name: string,
  isWanted: boolean,
  signal: AbortSignal,
): Promise<Segment> {
  const remembered = keysRead.get(client) ?? new LimitedMap<string, KeysRead>(MAX_SEGMENTS_READ);
  keysRead.set(client, remembered);
  const id = `${environment.id} ${name}`;
  const known = remembered.get(id);
  const pages = createKeyPages(environment.id, name);
  try {
    const use = known && (await readUse(client, { environmentId: environment.id, segmentName: name }, { signal }));
    if (use?.state === 'active' && use.count === known?.keys.size) return { name, hasKey: known.keys.has(key), note: known.note };
    const first = await pages.next(client, { signal });
    const isLarge = !isWanted && first?.isComplete === false && first.count > MAX_UNASKED;
    if (isLarge && !first.keys.includes(key))
      return { name, hasKey: undefined, note: t('{0} keys, not read', formatNumber(first.count)), count: first.count };
    while (!isLarge && (await pages.next(client, { signal })));
  } catch (error) {
    if (isCancelled(error)) throw error;
    if (hasStatus(error, 404)) {
      const note = t('not active in this environment, or not visible to this API key');
      return { name, hasKey: undefined, note, isMissing: true };
    }
    if (hasStatus(error, 403)) return { name, hasKey: undefined, note: t('this API key isn’t allowed to read it') };
  }
  const { keys, isComplete } = pages.soFar ?? { keys: [], isComplete: false };
  const now = { keys: new Set(keys), note: t('read at {0}', formatTime(Date.now())) };
  if (isComplete && keys.length > 1_000) remembered.set(id, now);
  const hasKey = now.keys.has(key) || (isComplete ? false : undefined);
  return { name, hasKey, note: hasKey === undefined ? t('not all of its keys could be read') : now.note };
}
