/** Reads what came back: the bytes up to a limit, JSON that can't pollute, the error body, how long to wait. */
import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib';

/** The headers of an answer, names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What an answer must be: a schema, or anything that reads as one does. */
export interface Shape<T> {
  safeParse(body: unknown): { readonly success: true; readonly data: T } | { readonly success: false; readonly error: Mismatch };
}

/** The first issue says where the body is not as it must be. */
interface Mismatch {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[];
}

/** Thrown by `readText` when the body grows over its limit. */
export class TooLarge extends Error {}

/** Thrown when the body is not UTF-8, or not compressed as it says, and so no JSON: read as it is, what is wrong in it could be written back. */
export class NotText extends Error {}

/**
 * Bytes of an answer: `large` for what may hold a whole segment's keys or a page of definitions, `definition` for one
 * definition, `small` for all else, and for every error.
 */
export const MAX_BYTES = { large: 64 * 1024 * 1024, definition: 2 * 1024 * 1024, small: 256 * 1024 } as const;

/** Longer words of a service are cut: a message is for a notification and a log line. */
const MAX_WORDS = 2000;

/** Bytes that may still be received, by one call or several. */
export interface ByteBudget {
  left: number;
}

/**
 * The whole body as text. Throws TooLarge as soon as more than `maxBytes` came, whatever Content-Length said, and NotText
 * unless `isLenient`: what is only shown may have a question mark in it. What came is taken from `budget`, also of a body that is too
 * large for what is left of it.
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

/** By Content-Encoding. Who sends another one despite `Accept-Encoding: identity` sends what can't be read. */
const DECOMPRESSORS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
]);

/**
 * The body without its compression: the client asks for none, and a proxy may compress all the same. Iterating throws NotText
 * if the bytes are not what their header says. The limit of `readText` then counts what they become, however few they are.
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
    // No bytes are an empty body.
    if (code !== 'Z_BUF_ERROR' || decompressor.bytesWritten > 0) throw error;
  }
}

/**
 * JSON without any field called `__proto__`, which whoever copies field by field would make the prototype. Throws if it is
 * no JSON, nested too deeply to be walked, or has too many values.
 */
export function parseJson(text: string): unknown {
  if (isTooMuch(text)) throw new RangeError('the JSON is nested too deeply, or has too many values');
  const value: unknown = JSON.parse(text);
  const mayHaveProto = text.includes('__proto__') || /\\u005f/i.test(text);
  if (mayHaveProto) removeProto(value);
  return value;
}

/** A walk after the parse: a reviver takes ten times as long, and as much memory. */
function removeProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach(removeProto);
  // An own field of that name, as JSON.parse makes it: the prototype itself can't be deleted.
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
 * The `code` of an error body that came with a status of success; undefined for any other answer. Some services, and gateways
 * before them, refuse this way. The only documented answer with a `code` is that to removeKeys, whose code is 200.
 */
export function errorCodeIn(body: unknown): number | undefined {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  return typeof code === 'number' && code >= 400 ? code : undefined;
}

/** The error body (admin-api.md, Errors) as far as it is one; an empty body, HTML or other fields say nothing. */
export function readErrorBody(text: string, redact: (text: string) => string): ErrorBody {
  const fields = fieldsOf(text);
  const words = (value: unknown): string => (typeof value === 'string' ? redact(value).trim().slice(0, MAX_WORDS) : '');
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

/** Seconds. A service that asks for a longer wait is asked again after this one. */
const LONGEST_WAIT = 3600;

/**
 * Seconds the service asks to wait, at most an hour: `Retry-After` (seconds or a date) or, on a 429, the larger of
 * `X-RateLimit-Reset-Seconds-Org` and `-IP`. Undefined if it asks for nothing. A date counts from the `Date` of the answer, because
 * the clock of this machine may be wrong; from `now`, in epoch milliseconds, if the answer has none.
 */
export function retryAfterSeconds(status: number, headers: Headers, now: number): number | undefined {
  const sent = Date.parse(first(headers['date']) ?? '');
  const asked = [secondsOrDate(first(headers['retry-after']), Number.isNaN(sent) ? now : sent)];
  if (status === 429) {
    asked.push(seconds(first(headers['x-ratelimit-reset-seconds-org'])), seconds(first(headers['x-ratelimit-reset-seconds-ip'])));
  }
  const known = asked.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.min(Math.max(...known), LONGEST_WAIT);
}

/** What an answer says about the rate limit: the smaller of what the organization and the IP address have left, and when that starts anew. */
export function callsLeft(headers: Headers): {
  readonly remaining: number | undefined;
  readonly resetSeconds: number | undefined;
} {
  const both = (name: string): readonly number[] =>
    ['org', 'ip'].map((of) => seconds(first(headers[`x-ratelimit-${name}-${of}`]))).filter((one) => one !== undefined);
  const [remaining, reset] = [both('remaining'), both('reset-seconds')];
  return {
    remaining: remaining.length > 0 ? Math.min(...remaining) : undefined,
    resetSeconds: reset.length > 0 ? Math.max(...reset) : undefined,
  };
}

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

/** Lists and objects in one another. No answer needs a tenth of it, and whatever is shown or compared is walked. */
const MAX_DEPTH = 100;

/** Items and fields: a page of 20 requests with 100,000 keys each has two million. More would take seconds and gigabytes. */
const MAX_VALUES = 5_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** True of a text that is nested more than 100 deep, or has more than five million values; what is no JSON may be either. */
export function isTooMuch(json: string): boolean {
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

/** Where the text ends whose first quote is at `start`. */
export function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) return at;
    if (mark === BACKSLASH) at += 1;
  }
  return json.length;
}
