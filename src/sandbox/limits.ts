/** Every number that bounds something. The first four are admin-api.md's, Limits; the rest keep the sandbox small. */
import type { World } from './world.ts';
import { Refusal, invalid } from './refusal.ts';

/** Keys added in one update. */
const MAX_KEYS_PER_UPLOAD = 10_000;
/** Keys in one segment of one environment. */
export const MAX_KEYS_PER_SEGMENT = 100_000;
/** `limit` of the listings of workspaces and segments. */
export const MAX_PAGE = 200;
/** `limit` of the listings of flags and their definitions (service-beyond.md). */
export const MAX_FLAG_PAGE = 50;
/** `limit` of the listing of change requests, and what it is when not given (service-beyond.md). */
export const MAX_REQUEST_PAGE = 100;
export const DEFAULT_REQUEST_PAGE = 20;
/** `limit` of the keys listing when not given. It may be as long as a segment. */
export const DEFAULT_KEYS_PAGE = 100;

/** Characters. */
export const MAX_KEY_LENGTH = 250;
export const MAX_TEXT_LENGTH = 10_000;
/** Parts and characters of one definition. */
export const MAX_DEFINITION = 1_000_000;
/** Bytes of one request body. */
export const MAX_BODY = 16 * 1024 * 1024;
/** Bytes of all request bodies being read at one time. */
export const MAX_BODIES = 128 * 1024 * 1024;
/** Bytes of the bodies that were kept since the sample world was made, uploads of keys aside. */
const MAX_KEPT = 256 * 1024 * 1024;
/** Keys in all segments together. */
const MAX_KEYS = 1_000_000;
/** Lines of a segment's audit log; older ones go. */
export const MAX_AUDIT = 100;

const full = () => new Refusal(507, 'The sandbox is full: reset it, or start it with the sample again');

/** What a segment would hold with these keys added; refused whole above the limits. */
export function withKeysAdded(world: World, held: ReadonlySet<string>, added: readonly string[]): Set<string> {
  const together = new Set(held);
  for (const key of added) together.add(key);
  if (together.size > MAX_KEYS_PER_SEGMENT) {
    throw invalid(`A segment holds at most ${MAX_KEYS_PER_SEGMENT} keys; with this update it would hold ${together.size}`);
  }
  let all = together.size;
  for (const workspace of world.workspaces) {
    for (const environment of workspace.environments) {
      // The set that is about to be replaced counts once, as what it becomes.
      for (const { keys } of environment.segments.values()) if (keys !== held) all += keys.size;
    }
  }
  if (all > MAX_KEYS) throw full();
  return together;
}

/** Refuses more keys than one update may add; repeated keys count once. */
export function mustFitUpdate(keys: readonly string[]): void {
  const { size } = new Set(keys);
  if (size > MAX_KEYS_PER_UPLOAD) throw invalid(`One update adds at most ${MAX_KEYS_PER_UPLOAD} keys; this one has ${size}`);
}

/** Refuses a body that would make the sandbox hold too much. */
export function mustHaveRoom(world: World, bytes: number): void {
  if (world.bytesKept + bytes > MAX_KEPT) throw full();
}
