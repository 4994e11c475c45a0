/** The envelope of a listing by offset (admin-api.md, Lookups). */
import * as z from 'zod/mini';
import type { Page } from './model.ts';

/** Which part of a listing is wanted. */
export interface PageRequest {
  /** Objects to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** `{objects, offset, limit, totalCount}`; where a service leaves offset and limit out, they are those asked for. */
export function pageOf<T>(item: z.ZodMiniType<T>, asked: PageRequest): z.ZodMiniType<Page<T>> {
  const number = z.optional(z.nullable(z.number()));
  return z.pipe(
    z.looseObject({ objects: z.array(item), offset: number, limit: number, totalCount: z.number() }),
    z.transform(({ objects, offset, limit, totalCount }) => ({
      objects,
      offset: offset ?? asked.offset,
      limit: limit ?? asked.limit,
      totalCount,
    })),
  );
}
