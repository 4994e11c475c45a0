import type { MarkerPage } from '../../src/api/model.ts';
import type { PageRequest } from '../../src/api/resources/envelope.ts';
import { offsetPager, type OffsetPage } from '../../src/api/resources/pages.ts';
import { markerPager } from '../../src/operations/catalog/pagers.ts';

/** Returns the objects of each page of `markerPager`. */
export async function* byMarker<T>(
  read: (next: string | undefined) => Promise<Pick<MarkerPage<T>, 'data' | 'nextMarker'>>,
): AsyncGenerator<readonly T[]> {
  const pager = markerPager(read);
  for (let page = await pager.next({}); page; page = page.isLast ? undefined : await pager.next({}))
    if (page.objects.length > 0) yield page.objects;
}

/** Returns the objects of each page of `offsetPager`. */
export async function* byOffset<T>(
  read: (page: PageRequest) => Promise<OffsetPage<T>>,
  limit: number,
): AsyncGenerator<readonly T[]> {
  const pager = offsetPager(read, limit);
  for (let page = await pager.next(); page; page = page.isLast ? undefined : await pager.next())
    if (page.objects.length > 0) yield page.objects;
}
