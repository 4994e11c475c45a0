/** All limits. The first three are from admin-api.md, Limits. The others are from service-beyond.md or limit the memory. */
/** Keys that one update may add. */
export const MAX_KEYS_PER_UPLOAD = 10_000;
/** Keys in one segment of one environment. */
export const MAX_KEYS_PER_SEGMENT = 100_000;
/** `limit` for the listings of workspaces and segments. */
export const MAX_PAGE = 200;
/** `limit` for the listings of flags and their definitions (service-beyond.md). */
export const MAX_FLAG_PAGE = 50;
/** `limit` for the listing of change requests, and its default (service-beyond.md). */
export const MAX_REQUEST_PAGE = 100;
export const DEFAULT_REQUEST_PAGE = 20;
/** The default `limit` of the keys listing. The most is the size of a segment, or less if the sandbox imitates the live service. */
export const DEFAULT_KEYS_PAGE = 100;
export const MAX_LIVE_KEYS_PAGE = 200;

/** In characters. */
export const MAX_KEY_LENGTH = 250;
export const MAX_TEXT_LENGTH = 10_000;
/** Parts and characters of one definition. */
export const MAX_DEFINITION = 1_000_000;
/** Bytes of one request body. */
export const MAX_BODY = 16 * 1024 * 1024;
/** Bytes of all bodies that were stored since the sample world was created, except uploads of keys. */
export const MAX_STORED = 256 * 1024 * 1024;
/** Keys in all segments together. */
export const MAX_KEYS = 1_000_000;
/** Lines of a segment's audit log. Older lines are dropped. */
export const MAX_AUDIT = 100;
