/** Reads what came back: the bytes up to a limit, JSON that can't pollute, the error body, how long to wait. */

import { isTooDeep } from './jsonDepth.ts';

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

/** Thrown by `readText` when the body is not UTF-8, and so no JSON: read as it is, what is wrong in it could be written back. */
export class NotText extends Error {}

/** Longer words of a service are cut: a message is for a notification and a log line. */
const MAX_WORDS = 2000;

/**
 * The whole body as text. Throws TooLarge as soon as more than `maxBytes` came, whatever Content-Length said, and NotText
 * unless `isLenient`: what is only shown may have a question mark in it.
 */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  headers: Headers,
  maxBytes: number,
  isLenient = false,
): Promise<string> {
  if (Number(first(headers['content-length'])) > maxBytes) throw new TooLarge();
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
    if (bytes > maxBytes) throw new TooLarge();
    text += decode(chunk);
  }
  return text + decode();
}

/**
 * JSON without any field called `__proto__`, which whoever copies field by field would make the prototype. Throws if it is
 * no JSON, or nested too deeply to be walked.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new RangeError('the JSON is nested too deeply');
  // A reviver costs several times the parse: only where the name occurs, plain or escaped.
  const mayHaveProto = text.includes('__proto__') || /\\u005f/i.test(text);
  return mayHaveProto ? JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value)) : JSON.parse(text);
}

export interface ErrorBody {
  readonly code: number | undefined;
  readonly serviceMessage: string;
  readonly details: string;
  readonly transactionId: string | undefined;
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

/**
 * Seconds the service asks to wait: `Retry-After` (seconds or a date) or, on a 429, the larger of
 * `X-RateLimit-Reset-Seconds-Org` and `-IP`. Undefined if it asks for nothing.
 */
export function retryAfterSeconds(status: number, headers: Headers, now: number): number | undefined {
  const asked = [secondsOrDate(first(headers['retry-after']), now)];
  if (status === 429) {
    asked.push(seconds(first(headers['x-ratelimit-reset-seconds-org'])), seconds(first(headers['x-ratelimit-reset-seconds-ip'])));
  }
  const known = asked.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function secondsOrDate(text: string | undefined, now: number): number | undefined {
  if (text === undefined || !/[a-z]/i.test(text)) return seconds(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text)) : undefined;
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
