/** Reads an answer: its bytes up to a limit, JSON without prototype pollution, the error body, and the time to wait. */
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib';

/** The headers of an answer, with names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The expected shape of an answer: a schema, or anything else with the same parse method. */
export interface Shape<T> {
  safeParse(body: unknown): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: Mismatch };
}

/** The first issue names the field that does not match. */
interface Mismatch {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[];
}

/** Thrown by `readText` if the body is larger than its limit. */
export class TooLarge extends Error {}

/** Thrown if the body is not UTF-8, or not compressed as its header says. Its text might be wrong, so it isn't used. */
export class NotText extends Error {}

/**
 * The maximum size of an answer in bytes: `large` for an answer that may contain all keys of a segment or a page of
 * definitions, `medium` for one definition or a page of other objects, which may have long descriptions, `small` for everything
 * else, and for every error.
 */
export const MAX_BYTES = { large: 64 * 1024 * 1024, medium: 2 * 1024 * 1024, small: 256 * 1024 } as const;

/** The maximum length of a service's message. The rest is cut, so that it fits into a notification. */
const MAX_MESSAGE_LENGTH = 2000;

/** The number of bytes that one or several calls are still allowed to receive. */
export interface ByteBudget {
  left: number;
}

/**
 * Returns the whole body as text. Throws TooLarge if Content-Length or the number of received bytes exceeds `maxBytes` or the
 * rest of `budget`. Throws NotText if the body is not UTF-8. With `isLenient`, replaces invalid bytes instead, for text that
 * is only shown. The received bytes are subtracted from `budget`, even if the body is too large.
 */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  headers: Headers,
  maxBytes: number,
  isLenient = false,
  budget: ByteBudget = { left: maxBytes },
): Promise<string> {
  const limit = Math.min(maxBytes, budget.left);
  if (Number(first(headers['content-length'])) > limit) throw new TooLarge();
  const decoder = new TextDecoder('utf-8', { fatal: !isLenient });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new NotText();
    }
  };
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    budget.left -= chunk.byteLength;
    if (bytes > limit) throw new TooLarge();
    text += decode(chunk);
  }
  return text + decode();
}

/**
 * The decompressors, by Content-Encoding. A service that uses a different encoding despite `Accept-Encoding: identity` sends an
 * unreadable body.
 */
const DECOMPRESSORS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
]);

/**
 * Returns the body without its compression. The client does not ask for compression, but a proxy may still use it. Iterating
 * throws NotText if the bytes don't match their header. The limit of `readText` applies to the uncompressed bytes.
 */
export function uncompressed(body: Readable, headers: Headers): AsyncIterable<Uint8Array> {
  const create = DECOMPRESSORS.get(first(headers['content-encoding'])?.trim().toLowerCase() ?? '');
  return create ? decompressed(body, create()) : body;
}

async function* decompressed(body: Readable, decompressor: Gunzip | Inflate): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(body, decompressor, () => undefined) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_DATA_ERROR') throw new NotText();
    // An empty body is valid, whatever compression its header names.
    if (code !== 'Z_BUF_ERROR' || decompressor.bytesWritten > 0) throw error;
  }
}

/**
 * Parses JSON and removes every field called `__proto__`, because code that copies fields would make it the prototype. Throws
 * if the text is not JSON, is nested too deeply to traverse, or has too many values.
 */
export function parseJson(text: string): unknown {
  if (exceedsLimits(text)) throw new RangeError('the JSON is nested too deeply, or has too many values');
  const value: unknown = JSON.parse(text);
  const mayHaveProto = text.includes('__proto__') || /\\u005f/i.test(text);
  if (mayHaveProto) removeProto(value);
  return value;
}

/** Removes the fields after parsing. A reviver would take ten times as long, and as much memory. */
function removeProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach(removeProto);
  // JSON.parse creates an own field with this name. The prototype itself can't be deleted.
  delete (value as Record<string, unknown>)['__proto__'];
  for (const name in value) removeProto((value as Record<string, unknown>)[name]);
}

export interface ErrorBody {
  readonly code: number | undefined;
  readonly serviceMessage: string;
  readonly details: string;
  readonly transactionId: string | undefined;
}

/**
 * Returns the `code` of an error body that came with a status of success; undefined for any other answer. Some services, and
 * gateways in front of them, refuse calls this way. The only documented answer with a `code` is the answer to removeKeys, whose
 * code is 200.
 */
export function errorCodeIn(body: unknown): number | undefined {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return typeof code === 'number' && code >= 400 ? code : undefined;
}

/** Reads the error body (admin-api.md, Errors). An empty body, HTML, and other fields give no information. */
export function readErrorBody(text: string, redact: (text: string) => string): ErrorBody {
  const fields = fieldsOf(text);
  const words = (value: unknown): string => (typeof value === 'string' ? redact(value).trim().slice(0, MAX_MESSAGE_LENGTH) : '');
  return {
    code: typeof fields['code'] === 'number' ? fields['code'] : undefined,
    serviceMessage: words(fields['message']),
    details: words(fields['details']),
    transactionId: words(fields['transactionId']) || undefined,
  };
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(parseJson(text) as object | null) };
  } catch {
    return {};
  }
}

/** The longest wait in seconds. If a service asks for more, the next attempt is made after this time. */
const MAX_WAIT_SECONDS = 3600;

/**
 * Returns the seconds that the service asks to wait, at most an hour: `Retry-After` (seconds or a date) or, on a 429, the
 * larger of `X-RateLimit-Reset-Seconds-Org` and `-IP`. Undefined if it asks for nothing. A date is relative to the `Date` of
 * the answer, because the clock of this machine may be wrong. If the answer has no `Date`, it is relative to `now` (epoch
 * milliseconds).
 */
export function retryAfterSeconds(status: number, headers: Headers, now: number): number | undefined {
  const sent = Date.parse(first(headers['date']) ?? '');
  const asked = [secondsOrDate(first(headers['retry-after']), Number.isNaN(sent) ? now : sent)];
  if (status === 429) asked.push(...callsLeft(headers).map(({ resetSeconds }) => resetSeconds));
  const known = asked.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.min(Math.max(...known), MAX_WAIT_SECONDS);
}

/** A service counts the calls of an organization and those of an IP address separately (service-beyond.md). */
export const RATE_LIMITS = ['org', 'ip'] as const;

export interface CallsLeft {
  readonly of: (typeof RATE_LIMITS)[number];
  /** The number of calls that are left. Undefined = the answer does not say. */
  readonly remaining: number | undefined;
  readonly resetSeconds: number | undefined;
}

/** Returns what an answer says about each rate limit: the number of calls that are left, and the time until its reset. */
export const callsLeft = (headers: Headers): readonly CallsLeft[] =>
  RATE_LIMITS.map((of) => {
    const read = (name: string): number | undefined => seconds(first(headers[`x-ratelimit-${name}-${of}`]));
    return { of, remaining: read('remaining'), resetSeconds: read('reset-seconds') };
  });

function secondsOrDate(text: string | undefined, now: number): number | undefined {
  if (text === undefined || !/[a-z]/i.test(text)) return seconds(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : undefined;
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** The maximum depth of lists and objects. No answer needs a tenth of it. A deeper nesting could exhaust the stack. */
const MAX_DEPTH = 100;

/** The maximum number of items and fields. A page of 20 requests with 100,000 keys each has two million. */
const MAX_VALUES = 5_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * True if a text is nested more than 100 deep, or has more than five million values. A text that is not JSON may give either
 * result.
 */
export function exceedsLimits(json: string): boolean {
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) at = endOfText(json, at);
    else if (mark === OPEN_LIST || mark === OPEN_OBJECT) depth += 1;
    else if (mark === CLOSE_LIST || mark === CLOSE_OBJECT) depth -= 1;
    else if (mark === COMMA) commas += 1;
    if (depth > MAX_DEPTH || commas >= MAX_VALUES) return true;
  }
  return false;
}

/** Returns the end of the string whose first quote is at `start`. */
export function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) return at;
    if (mark === BACKSLASH) at += 1;
  }
  return json.length;
}
