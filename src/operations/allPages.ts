/** Reads a listing whole, for a pick list. */
import type { Page } from '../api/model.ts';
import { byOffset } from '../api/resources/pages.ts';

/** A pick list is no place for more; the tree has them all. */
const MAX_LISTED = 2000;

/** All objects of a listing by offset, up to about 2,000. */
export async function allPages<T>(readPage: (offset: number) => Promise<Page<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const objects of byOffset(({ offset }) => readPage(offset), MAX_LISTED)) {
    all.push(...objects);
    if (all.length >= MAX_LISTED) break;
  }
  return all;
}
