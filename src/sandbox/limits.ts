/** All limits. The first three are from admin-api.md, Limits. The others are from service-beyond.md or limit the memory. */
/** The maximum number of keys that one update may add. */
export const MAX_KEYS_PER_UPLOAD = 10_000;
/** The maximum number of keys of one segment in one environment. */
export const MAX_KEYS_PER_SEGMENT = 100_000;
/** The highest `limit` for the listings of workspaces and segments. */
export const MAX_PAGE = 200;
/** The highest `limit` for the listings of flags and their definitions (service-beyond.md). */
export const MAX_FLAG_PAGE = 50;
/** The highest `limit` for the listing of change requests, and its default (service-beyond.md). */
export const MAX_REQUEST_PAGE = 100;
export const DEFAULT_REQUEST_PAGE = 20;
/**
 * The default `limit` for the listing of keys, and the highest if the sandbox imitates the live service. Otherwise, the highest
 * is MAX_KEYS_PER_SEGMENT.
 */
export const DEFAULT_KEYS_PAGE = 100;
export const MAX_LIVE_KEYS_PAGE = 200;

/** The maximum number of characters of a key. */
export const MAX_KEY_LENGTH = 250;
/** The maximum number of characters of any other text. */
export const MAX_TEXT_LENGTH = 10_000;
/** The maximum number of parts and characters of one definition, counted together. */
export const MAX_DEFINITION = 1_000_000;
/** The maximum number of bytes of one request body. */
export const MAX_BODY = 16 * 1024 * 1024;
/** The maximum number of bytes of all bodies that were stored since the sample world was created, except uploads of keys. */
export const MAX_STORED = 256 * 1024 * 1024;
/** The maximum number of keys in all segments together. */
export const MAX_KEYS = 1_000_000;
/** The maximum number of lines of a segment's audit log. Older lines are dropped. */
export const MAX_AUDIT = 100;
