/**
 * Plans how keys are added and removed: in which calls and in which order, within the limits of the service (admin-api.md,
 * Limits).
 */

/**
 * The maximum number of keys in one upload call, or in one change request, because the service counts a request as one update.
 * The limit for removals is the same.
 */
export const MAX_KEYS_PER_UPLOAD = 10_000;
/** The maximum number of keys in one segment in one environment. */
export const MAX_KEYS_PER_SEGMENT = 100_000;

/** Characters of a body that are reserved for the title, the comment, and the approvers. */
const RESERVED_CHARACTERS = 20_000;

/**
 * The maximum number of characters in the body of one call, on a host that limits them. Undefined = only the number of keys is
 * limited.
 */
export type BodyLimit = number | undefined;

export type KeyOperation = 'add' | 'remove';

/** The keys of one call or one change request: 1 to 10,000. */
export interface KeyBatch {
  readonly operation: KeyOperation;
  readonly keys: readonly string[];
}

/**
 * The contents of a segment. A number: only the number of keys is known, so all added keys count as new, and all removed keys
 * may be in the segment. A set: the keys themselves are known.
 */
export type CountOrKeys = number | ReadonlySet<string>;

export type PlanRefusal =
  | { readonly code: 'noKeys' }
  /** `count` and `adding` together exceed the limit of a segment. */
  | { readonly code: 'tooManyForSegment'; readonly count: number; readonly adding: number; readonly limit: number }
  /** For a removal: the segment contains none of these keys. */
  | { readonly code: 'nothingToRemove'; readonly count: number }
  /** For making a segment equal to a file: the segment already contains exactly these keys. */
  | { readonly code: 'alreadyEqual'; readonly count: number }
  /** For an undo: the change changed nothing that can be reverted. */
  | { readonly code: 'nothingToUndo' };

export interface Refused<Refusal = PlanRefusal> {
  readonly ok: false;
  readonly refusal: Refusal;
}

/**
 * The calls or change requests to make. They may also contain keys that change nothing, because an added key is already in the
 * segment, or a removed key is not in it.
 */
export interface KeyPlan {
  readonly ok: true;
  /** In the order in which they are sent. */
  readonly batches: readonly KeyBatch[];
  /** The maximum number of keys that are added to the segment. */
  readonly adding: number;
  /** The maximum number of keys that are removed from the segment. */
  readonly removing: number;
}

/** Plans an upload. `keys` must be distinct. All keys are sent, even if the segment already contains them. */
export function planUpload(keys: readonly string[], contents: CountOrKeys, limit?: BodyLimit): KeyPlan | Refused {
  if (keys.length === 0) return refused({ code: 'noKeys' });
  const adding = typeof contents === 'number' ? keys.length : keys.filter((key) => !contents.has(key)).length;
  return tooMany(sizeOf(contents), adding) ?? { ok: true, batches: batchesOf('add', keys, limit), adding, removing: 0 };
}

/** Plans a removal. `keys` must be distinct. All keys are sent, even if the segment does not contain them. */
export function planRemoval(keys: readonly string[], contents: CountOrKeys, limit?: BodyLimit): KeyPlan | Refused {
  if (keys.length === 0) return refused({ code: 'noKeys' });
  const count = sizeOf(contents);
  const removing = typeof contents === 'number' ? Math.min(keys.length, count) : keys.filter((key) => contents.has(key)).length;
  if (removing === 0) return refused({ code: 'nothingToRemove', count });
  return { ok: true, batches: batchesOf('remove', keys, limit), adding: 0, removing };
}

/**
 * Plans to make the segment contain exactly the keys of the file. Adds come first. If the next batch of adds would exceed the
 * limit, a batch of removals precedes it. Never removes a key that must remain. Refuses a file without keys, because that would
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

/** Keys that were sent, and for each of them whether the segment contained it before. */
export interface SentKeys extends KeyBatch {
  readonly wasThere: (index: number) => boolean;
}

/**
 * Plans the reverse of a change: removes keys that were added and were not there before, and adds keys that were removed and
 * were there before. `count` = the current number of keys in the segment.
 */
export function planUndo(done: readonly SentKeys[], count: number, limit?: BodyLimit): KeyPlan | Refused {
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

/** Puts the batches of adds first. If one would exceed the limit of the segment, puts batches of removals before it. */
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

/** Returns the number of calls, or change requests, that these keys need. */
export const countBatches = (keys: readonly string[], limit: BodyLimit): number => batchesOf('add', keys, limit).length;

function batchesOf(operation: KeyOperation, keys: readonly string[], limit: BodyLimit): readonly KeyBatch[] {
  const batches: KeyBatch[] = [];
  for (let start = 0; start < keys.length;) {
    const end = limit === undefined ? start + MAX_KEYS_PER_UPLOAD : endWithin(keys, start, limit - RESERVED_CHARACTERS);
    batches.push({ operation, keys: keys.slice(start, end) });
    start = end;
  }
  return batches;
}

/**
 * Returns the end of a batch whose keys have at most this many characters as JSON, with a comma each. A batch has at least one
 * key.
 */
function endWithin(keys: readonly string[], start: number, characters: number): number {
  const last = Math.min(start + MAX_KEYS_PER_UPLOAD, keys.length);
  let left = characters - JSON.stringify(keys[start]).length;
  let end = start + 1;
  while (end < last && (left -= JSON.stringify(keys[end]).length + 1) >= 0) end += 1;
  return end;
}

const sizeOf = (contents: CountOrKeys): number => (typeof contents === 'number' ? contents : contents.size);

/** Returns a refusal if these keys exceed the limit of a segment. */
const tooMany = (count: number, adding: number): Refused | undefined =>
  count + adding > MAX_KEYS_PER_SEGMENT
    ? refused({ code: 'tooManyForSegment', count, adding, limit: MAX_KEYS_PER_SEGMENT })
    : undefined;

const refused = <Refusal>(refusal: Refusal): Refused<Refusal> => ({ ok: false, refusal });

/** The result of comparing two lists of keys. */
export interface KeyDifference {
  /** In the order of the file. */
  readonly onlyInFile: readonly string[];
  /** In the order of the segment. */
  readonly onlyInSegment: readonly string[];
  /** In the order of the file. */
  readonly both: readonly string[];
}

/**
 * Compares two lists of distinct keys. Keys are equal if their texts are: case and inner spaces count. 100,000 keys in each
 * list take about 20 ms.
 */
export function keyDifference(file: readonly string[], segment: Iterable<string>): KeyDifference {
  const left = new Set(segment);
  const onlyInFile: string[] = [];
  const both: string[] = [];
  for (const key of file) (left.delete(key) ? both : onlyInFile).push(key);
  return { onlyInFile, onlyInSegment: [...left], both };
}
