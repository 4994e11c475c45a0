/** The beginning of every change by a list: the window is trusted, the connection may be written through, and there are keys. */
import type { Connected } from '../../connected.ts';
import { requireWritable } from '../../permit.ts';
import { requireTrust } from '../../trust.ts';
import type { SegmentsDeps } from '../index.ts';
import { findKeys, type FoundKeys } from '../source/findKeys.ts';
import type { readSource } from '../source/readSource.ts';
import { pointOut } from './pointOut.ts';

export interface Begun {
  readonly connected: Connected;
  readonly found: FoundKeys;
}

/** Undefined if the user walked away, or was told why it can't be done. `titleOf` makes the title of the question for a column. */
export async function begin(
  deps: SegmentsDeps,
  args: readonly unknown[],
  read: typeof readSource,
  titleOf: (source: string) => string,
): Promise<Begun | undefined> {
  if (!requireTrust()) return undefined;
  const source = await read(args);
  if (!source) return undefined;
  // Before anything is asked about the file: through a read-only connection all answers would be in vain.
  const inUse = await deps.connections.inUse();
  if (inUse && !requireWritable(inUse)) return undefined;
  // Another upload begins: the moment to remember the one that was left half way.
  void pointOut(deps).catch((error: unknown) => deps.log.warn(String(error)));
  const found = await findKeys(source, titleOf(source.description));
  const connected = found && (await deps.connections.orAsk());
  if (!connected || !requireWritable(connected)) return undefined;
  return { connected, found };
}
