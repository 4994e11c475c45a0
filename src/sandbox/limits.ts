/** Every number that bounds something. The first four are admin-api.md's, Limits; the rest bound the sandbox's memory. */
/** Keys added in one update. */
export const MAX_KEYS_PER_UPLOAD = 10_000;
/** Keys in one segment of one environment. */
export const MAX_KEYS_PER_SEGMENT = 100_000;
/** `limit` of the listings of workspaces and segments. */
export const MAX_PAGE = 200;
/** `limit` of the listings of flags and their definitions (service-beyond.md). */
export const MAX_FLAG_PAGE = 50;
/** `limit` of the listing of change requests, and what it is when not given (service-beyond.md). */
export const MAX_REQUEST_PAGE = 100;
export const DEFAULT_REQUEST_PAGE = 20;
/** `limit` of the keys listing when not given. It may be as long as a segment; a service that speaks the live words gives less. */
export const DEFAULT_KEYS_PAGE = 100;
export const MAX_LIVE_KEYS_PAGE = 200;

/** Characters. */
export const MAX_KEY_LENGTH = 250;
export const MAX_TEXT_LENGTH = 10_000;
/** Parts and characters of one definition. */
export const MAX_DEFINITION = 1_000_000;
/** Bytes of one request body. */
export const MAX_BODY = 16 * 1024 * 1024;
/** Bytes of the bodies that were stored since the sample world was made, uploads of keys aside. */
export const MAX_STORED = 256 * 1024 * 1024;
/** Keys in all segments together. */
export const MAX_KEYS = 1_000_000;
/** Lines of a segment's audit log; older ones go. */
export const MAX_AUDIT = 100;
