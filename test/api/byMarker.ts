import type { MarkerPage } from '../../src/api/model.ts';
import { markerPager } from '../../src/operations/catalog/pagers.ts';

/** Returns the objects of each page of `markerPager`. */
export async function* byMarker<T>(
  read: (next: string | undefined) => Promise<Pick<MarkerPage<T>, 'data' | 'nextMarker'>>,
): AsyncGenerator<readonly T[]> {
  const pager = markerPager(read);
  for (let page = await pager.next({}); page; page = page.isLast ? undefined : await pager.next({}))
    if (page.objects.length > 0) yield page.objects;
}
