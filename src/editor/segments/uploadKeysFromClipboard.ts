/** Upload Keys from Clipboard…: as from a file, but what was copied. */
import type { SegmentsDeps } from './index.ts';
import { readClipboard } from './source/readSource.ts';
import { uploadKeys } from './uploadKeys.ts';

export async function uploadKeysFromClipboard(deps: SegmentsDeps, args: readonly unknown[]): Promise<void> {
  await uploadKeys(deps, args, readClipboard);
}
