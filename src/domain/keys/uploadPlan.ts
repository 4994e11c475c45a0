/** How keys are sent: in batches, within the limits of the service (admin-api.md, Limits). */

/** Keys in one upload call. */
export const MAX_KEYS_PER_UPLOAD = 10_000;
/** Keys in one segment in one environment. */
export const MAX_KEYS_PER_SEGMENT = 100_000;
/** Keys in one change request, which is one update. */
export const MAX_KEYS_PER_REQUEST = 10_000;

export type UploadRefusal =
  | { readonly code: 'noKeys' }
  | { readonly code: 'tooManyForSegment'; readonly held: number; readonly adding: number; readonly limit: number };

export type UploadPlan =
  | { readonly ok: true; readonly batches: readonly (readonly string[])[] }
  | { readonly ok: false; readonly refusal: UploadRefusal };

export type RequestPlan =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly refusal: { readonly code: 'tooManyForRequest'; readonly count: number; readonly limit: number };
    };

/**
 * The batches of an upload, in order. `keys` have no repeats. `held` is what the segment holds: as a number, all of
 * `keys` count as new; as a set, those it holds already don't count twice.
 */
export function planUpload(keys: readonly string[], held: number | ReadonlySet<string>): UploadPlan {
  if (keys.length === 0) return { ok: false, refusal: { code: 'noKeys' } };
  const holds = typeof held === 'number' ? held : held.size;
  const adding = typeof held === 'number' ? keys.length : keys.filter((key) => !held.has(key)).length;
  if (holds + adding > MAX_KEYS_PER_SEGMENT) {
    return { ok: false, refusal: { code: 'tooManyForSegment', held: holds, adding, limit: MAX_KEYS_PER_SEGMENT } };
  }
  const batches: (readonly string[])[] = [];
  for (let start = 0; start < keys.length; start += MAX_KEYS_PER_UPLOAD) {
    batches.push(keys.slice(start, start + MAX_KEYS_PER_UPLOAD));
  }
  return { ok: true, batches };
}

/** Whether the keys fit into one change request. */
export function planRequest(keys: readonly string[]): RequestPlan {
  if (keys.length <= MAX_KEYS_PER_REQUEST) return { ok: true };
  return { ok: false, refusal: { code: 'tooManyForRequest', count: keys.length, limit: MAX_KEYS_PER_REQUEST } };
}
