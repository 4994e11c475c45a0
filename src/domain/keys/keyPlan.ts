/** How keys are added and removed: in which calls and in which order, within the limits of the service (admin-api.md, Limits). */

/** Keys in one upload call; as many go into one removal. */
export const MAX_KEYS_PER_UPLOAD = 10_000;
/** Keys in one segment in one environment. */
export const MAX_KEYS_PER_SEGMENT = 100_000;
/** Keys in one change request, which is one update. */
export const MAX_KEYS_PER_REQUEST = 10_000;

/** Characters of a body that are left for what stands beside the keys: title, comment, and approvers. */
const BESIDE_KEYS = 20_000;

/** Characters of the body of one call on a host that limits them; undefined = only the number of keys counts. */
export type BodyLimit = number | undefined;

export type KeyOperation = 'add' | 'remove';

/** What goes into one call, or one change request: 1 to 10,000 keys. */
export interface KeyBatch {
  readonly operation: KeyOperation;
  readonly keys: readonly string[];
}

/**
 * What a segment contains: as a number, it is not known which keys these are, so all that are added count as new and all that
 * are removed may be there; as a set, it is known of each.
 */
export type CountOrKeys = number | ReadonlySet<string>;

export type PlanRefusal =
  | { readonly code: 'noKeys' }
  /** `count` and `adding` together are more than a segment takes. */
  | { readonly code: 'tooManyForSegment'; readonly count: number; readonly adding: number; readonly limit: number }
  /** Of a removal: the segment has none of these keys. */
  | { readonly code: 'nothingToRemove'; readonly count: number }
  /** Of making a segment equal: it has these keys, and no others. */
  | { readonly code: 'alreadyEqual'; readonly count: number }
  /** Of an undo: nothing was changed that could be changed back. */
  | { readonly code: 'nothingToUndo' };

export interface Refused<Refusal = PlanRefusal> {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** The batches in their order, and how many keys they add and remove at most: what is there (or gone) already changes nothing. */
export interface KeyPlan {
  readonly ok: true;
  readonly batches: readonly KeyBatch[];
  readonly adding: number;
  readonly removing: number;
}

/** `keys` have no repeats. All are sent, those too that are there already. */
export function planUpload(keys: readonly string[], contents: CountOrKeys, limit?: BodyLimit): KeyPlan | Refused {
  if (keys.length === 0) return refused({ code: 'noKeys' });
  const adding = typeof contents === 'number' ? keys.length : keys.filter((key) => !contents.has(key)).length;
  return tooMany(sizeOf(contents), adding) ?? { ok: true, batches: batchesOf('add', keys, limit), adding, removing: 0 };
}

/** `keys` have no repeats. All are sent, those too that are not there. */
export function planRemoval(keys: readonly string[], contents: CountOrKeys, limit?: BodyLimit): KeyPlan | Refused {
  if (keys.length === 0) return refused({ code: 'noKeys' });
  const count = sizeOf(contents);
  const removing = typeof contents === 'number' ? Math.min(keys.length, count) : keys.filter((key) => contents.has(key)).length;
  if (removing === 0) return refused({ code: 'nothingToRemove', count });
  return { ok: true, batches: batchesOf('remove', keys, limit), adding: 0, removing };
}

/**
 * Makes the segment hold the keys of the file and no others. Adds come first; where the next batch of them would pass the
 * limit, a batch of removals goes first. No key is removed that is to stay. A file without keys is refused: that would
 * empty the segment.
 */
export function planEqual({ onlyInFile, onlyInSegment, both }: KeyDifference, limit?: BodyLimit): KeyPlan | Refused {
  const wanted = onlyInFile.length + both.length;
  if (wanted === 0) return refused({ code: 'noKeys' });
  if (onlyInFile.length === 0 && onlyInSegment.length === 0) return refused({ code: 'alreadyEqual', count: wanted });
  if (wanted > MAX_KEYS_PER_SEGMENT) return tooMany(both.length, onlyInFile.length)!;
  const batches = interleaved(onlyInFile, onlyInSegment, both.length + onlyInSegment.length, limit);
  return { ok: true, batches, adding: onlyInFile.length, removing: onlyInSegment.length };
}

/** Keys that were sent, and for each whether the segment contained it before. */
export interface KeysDone extends KeyBatch {
  readonly wasThere: (index: number) => boolean;
}

/**
 * Changes back what was done: keys that were added and were not there before are removed, keys that were removed and were there
 * before are added. `count` is how many keys the segment contains now.
 */
export function planUndo(done: readonly KeysDone[], count: number, limit?: BodyLimit): KeyPlan | Refused {
  const changed = (operation: KeyOperation): readonly string[] =>
    done
      .filter((batch) => batch.operation === operation)
      .flatMap(({ keys, wasThere }) => keys.filter((_, index) => wasThere(index) === (operation === 'remove')));
  const [adds, removes] = [changed('remove'), changed('add')];
  if (adds.length + removes.length === 0) return refused({ code: 'nothingToUndo' });
  return (
    tooMany(Math.max(0, count - removes.length), adds.length) ?? {
      ok: true,
      batches: interleaved(adds, removes, count, limit),
      adding: adds.length,
      removing: removes.length,
    }
  );
}

/** Adds as long as they fit, else a batch of removals before them. */
function interleaved(adds: readonly string[], removes: readonly string[], before: number, limit: BodyLimit): readonly KeyBatch[] {
  const batches: KeyBatch[] = [];
  const addBatches = batchesOf('add', adds, limit);
  const removeBatches = batchesOf('remove', removes, limit);
  let count = before;
  let removed = 0;
  for (const batch of addBatches) {
    while (count + batch.keys.length > MAX_KEYS_PER_SEGMENT && removed < removeBatches.length) {
      const removal = removeBatches[removed++]!;
      batches.push(removal);
      count -= removal.keys.length;
    }
    batches.push(batch);
    count += batch.keys.length;
  }
  return [...batches, ...removeBatches.slice(removed)];
}

/** In how many calls, or change requests, these keys are sent. */
export const countBatches = (keys: readonly string[], limit: BodyLimit): number => batchesOf('add', keys, limit).length;

function batchesOf(operation: KeyOperation, keys: readonly string[], limit: BodyLimit): readonly KeyBatch[] {
  const batches: KeyBatch[] = [];
  for (let start = 0; start < keys.length;) {
    const end = limit === undefined ? start + MAX_KEYS_PER_UPLOAD : endWithin(keys, start, limit - BESIDE_KEYS);
    batches.push({ operation, keys: keys.slice(start, end) });
    start = end;
  }
  return batches;
}

/** Where a batch ends whose keys have at most this many characters as JSON, with a comma each. It has one key at least. */
function endWithin(keys: readonly string[], start: number, characters: number): number {
  const last = Math.min(start + MAX_KEYS_PER_UPLOAD, keys.length);
  let left = characters - JSON.stringify(keys[start]).length;
  let end = start + 1;
  while (end < last && (left -= JSON.stringify(keys[end]).length + 1) >= 0) end += 1;
  return end;
}

const sizeOf = (contents: CountOrKeys): number => (typeof contents === 'number' ? contents : contents.size);

/** A refusal where these would be more than a segment takes. */
const tooMany = (count: number, adding: number): Refused | undefined =>
  count + adding > MAX_KEYS_PER_SEGMENT
    ? refused({ code: 'tooManyForSegment', count, adding, limit: MAX_KEYS_PER_SEGMENT })
    : undefined;

const refused = <Refusal>(refusal: Refusal): Refused<Refusal> => ({ ok: false, refusal });

/** What two lists of keys have in common. */
export interface KeyDifference {
  /** In the order of the file. */
  readonly onlyInFile: readonly string[];
  /** In the order of the segment. */
  readonly onlyInSegment: readonly string[];
  /** In the order of the file. */
  readonly both: readonly string[];
}

/** Neither list has repeats. Keys are equal if they are the same text: case and inner space count. 100,000 of each take some 20 ms. */
export function keyDifference(file: readonly string[], segment: Iterable<string>): KeyDifference {
  const left = new Set(segment);
  const onlyInFile: string[] = [];
  const both: string[] = [];
  for (const key of file) (left.delete(key) ? both : onlyInFile).push(key);
  return { onlyInFile, onlyInSegment: [...left], both };
}
