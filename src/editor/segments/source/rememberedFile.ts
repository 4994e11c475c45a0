/** Remembers the choices for a file, for the next file with the same name (apart from dates), header and format. */
import { lastChoice, rememberChoice } from '../../../operations/learned/keyFiles.ts';
import type { Store } from '../../../operations/learned/store.ts';
import type { Connected } from '../../window/connected.ts';
import type { SegmentTarget } from '../../window/target.ts';
import type { FoundKeys } from './source.ts';

/** Returns the segment that the user chose for such a file last time, if that was through the same connection. */
export function lastTarget(memory: Store, { fileHash }: FoundKeys, { connectionId }: Connected): SegmentTarget | undefined {
  const last = fileHash === undefined ? {} : lastChoice<SegmentTarget>(memory, fileHash);
  return last.connectionId === connectionId ? last.target : undefined;
}

/** Remembers how a file was read, and for which segment. */
export async function rememberFile(
  memory: Store,
  { fileHash, form }: FoundKeys,
  target: SegmentTarget,
  connectionId: string,
): Promise<void> {
  const { remedies: _, ...plain } = form;
  if (fileHash !== undefined) await rememberChoice(memory, fileHash, { form: plain, target, connectionId });
}
