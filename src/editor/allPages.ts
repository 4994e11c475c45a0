/** Reads a listing whole, for a pick list. */
import type { Page } from '../api/model.ts';

/** A pick list is no place for more; the tree has them all. */
const MAX_LISTED = 2000;

/** All objects of a listing by offset, up to 2,000. Ends at an empty page too, since some services ignore `offset`. */
export async function allPages<T>(readPage: (offset: number) => Promise<Page<T>>): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const { objects, totalCount } = await readPage(all.length);
    all.push(...objects);
    if (objects.length === 0 || all.length >= Math.min(totalCount, MAX_LISTED)) return all;
  }
}
