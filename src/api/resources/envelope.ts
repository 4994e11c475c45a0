/** The fields around the objects in a page of a listing by offset (admin-api.md, Lookups). */
import * as z from 'zod/mini';
import type { Shape } from '../network/answer.ts';
import { list } from './list.ts';
import type { Page } from '../model.ts';

/** Which part of a listing to read. */
export interface PageRequest {
  /** How many objects to skip. */
  readonly offset: number;
  readonly limit: number;
}

interface Listing<T> {
  readonly objects: readonly T[];
  readonly offset?: number | null | undefined;
  readonly limit?: number | null | undefined;
  readonly totalCount: number;
}

/** The schemas of pages, cached for each schema of an object, because creating a schema takes longer than a small call. */
const listings = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** Returns the shape `{objects, offset, limit, totalCount}`. If a service omits offset and limit, adds those of the request. */
export function pageOf<T>(item: z.ZodMiniType<T>, asked: PageRequest): Shape<Page<T>> {
  const schema = listingOf(item);
  return {
    safeParse(body) {
      const read = schema.safeParse(body);
      if (!read.success) return read;
      const { objects, offset, limit, totalCount } = read.data;
      return { ...read, data: { objects, offset: offset ?? asked.offset, limit: limit ?? asked.limit, totalCount } };
    },
  };
}

function listingOf<T>(item: z.ZodMiniType<T>): z.ZodMiniType<Listing<T>> {
  const known = listings.get(item);
  if (known) return known as z.ZodMiniType<Listing<T>>;
  const number = z.optional(z.nullable(z.number()));
  const made = z.looseObject({ objects: list(item), offset: number, limit: number, totalCount: z.number() });
  listings.set(item, made);
  return made;
}
