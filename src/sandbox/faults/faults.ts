/**
 * Faults on request: their kinds, and which fault affects which call. A fault acts between the client and the service, as a
 * network or a proxy does, so it also affects calls without a valid API key. faultReply.ts sends each fault.
 */
import * as z from 'zod/mini';
import { faultsInWords, METHODS } from './faultText.ts';

const MAX_RULES = 100;
const MAX_PATH = 400;
const MAX_COUNT = 1_000_000;

function whole(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.int(message).check(z.minimum(least, message), z.maximum(most, message));
}

const pathLength = `must be a text of 1 to ${MAX_PATH} characters`;
const path = z
  .string(pathLength)
  .check(
    z.minLength(1, pathLength),
    z.maxLength(MAX_PATH, pathLength),
    z.regex(/^[^\s?#]*$/, 'is as it is sent: without blanks and without the query'),
    z.regex(/^(?!\/?internal\/)/, 'is the one below /internal/api/v2'),
  );

/** Selects the calls that a fault affects. */
const scope = {
  /** Undefined: any method. */
  method: z.optional(z.enum(METHODS, `must be one of ${METHODS.join(', ')}`)),
  /**
   * A pattern for the whole path below `/internal/api/v2`, as the client sent it. `*` matches any characters. Slashes at both
   * ends are optional.
   */
  path: z.optional(path),
  /** The number of calls that the fault affects. Undefined: all calls until the fault is replaced. */
  times: z.optional(whole(1, MAX_COUNT)),
  /** The number of calls with this method and path that pass unaffected before the first affected one. */
  after: z.optional(whole(0, MAX_COUNT)),
};

const fault = <K extends string, F extends object>(kind: K, fields: F) =>
  z.strictObject({ kind: z.literal(kind), ...fields, ...scope });
const seconds = z.optional(whole(0, 86_400));

/** The fields of each fault. The service executes the call only under `latency`, `cutOff` and `hangUp`. */
const KINDS = {
  /** Delays the usual answer. If the client disconnects during the delay, the call is not executed. */
  latency: fault('latency', { milliseconds: whole(0, 60_000) }),
  /** 429 with the given headers: `Retry-After` as a number or a date, `X-RateLimit-Reset-Seconds-Org` and `-IP`. */
  rateLimit: fault('rateLimit', { retryAfter: seconds, retryAfterDate: seconds, org: seconds, ip: seconds }),
  /** This status with the error body, or, for `isHtml`, with a web page like that of a proxy. */
  status: fault('status', { status: whole(400, 599), isHtml: z.optional(z.boolean('must be true or false')) }),
  /** 200 with the error body of a refusal. */
  errorIn200: fault('errorIn200', { code: whole(400, 599) }),
  /** 400 without a body. */
  empty: fault('empty', {}),
  /** Sends the head with the full `Content-Length` and half of the body, and then breaks the connection. */
  cutOff: fault('cutOff', {}),
  /** Breaks the connection after the call, without an answer, so the answer is lost. */
  hangUp: fault('hangUp', {}),
  /** Breaks the connection before the call, so the request is lost. */
  hangUpBefore: fault('hangUpBefore', {}),
  /** Sends no answer. The connection ends when the client disconnects, or at the idle time-out (60 s). */
  hang: fault('hang', {}),
  /** 200 with a web page instead of JSON. */
  notJson: fault('notJson', {}),
  /** 200 with JSON that no call returns. */
  otherShape: fault('otherShape', {}),
  /** 200 with a body that is declared as JSON but is not even UTF-8. */
  garbage: fault('garbage', {}),
  /** Sends bytes that are not HTTP, and then ends the connection. */
  notHttp: fault('notHttp', {}),
  /** 200 with a JSON text of this many bytes, streamed without a `Content-Length`. */
  tooLarge: fault('tooLarge', { bytes: whole(2, 256 * 1024 * 1024) }),
};

type Kind = keyof typeof KINDS;
export type FaultRule = { [K in Kind]: z.output<(typeof KINDS)[K]> }[Kind];
export type RateLimitFault = Extract<FaultRule, { kind: 'rateLimit' }>;

/**
 * Checks a list of faults and returns the rules. Each item is an object, or a text of faultText.ts, which may contain several
 * faults. Throws a RangeError whose message is a sentence about the error.
 */
export function checkedFaults(list: unknown): readonly FaultRule[] {
  const rules = Array.isArray(list) && list.length <= MAX_RULES ? list.flatMap(inWords).map(checkedRule) : undefined;
  if (!rules || rules.length > MAX_RULES) throw new RangeError(`Faults are a list of at most ${MAX_RULES}.`);
  return rules;
}

const inWords = (item: unknown): readonly unknown[] => (typeof item === 'string' ? faultsInWords(item) : [item]);

function checkedRule(value: unknown): FaultRule {
  if (typeof value !== 'object' || value === null) throw new RangeError('A fault is an object with a kind, or a text.');
  const kind = 'kind' in value && typeof value.kind === 'string' ? value.kind : '';
  if (!Object.hasOwn(KINDS, kind)) throw new RangeError(`The kind of a fault must be one of ${Object.keys(KINDS).join(', ')}.`);
  const schema = KINDS[kind as Kind];
  const unknown = Object.keys(value).find((field) => !Object.hasOwn(schema.shape, field));
  if (unknown !== undefined) {
    const fields = Object.keys(schema.shape).filter((field) => field !== 'kind');
    const name = JSON.stringify(unknown.slice(0, 50));
    throw new RangeError(`A fault of kind ${kind} has no field ${name}: it may have ${fields.join(', ')}.`);
  }
  const { data, error } = z.safeParse(schema, value);
  if (!data) throw new RangeError(`${String(error.issues[0]?.path[0])} of ${kind} ${error.issues[0]?.message}.`);
  if (data.kind === 'rateLimit' && data.retryAfter !== undefined && data.retryAfterDate !== undefined) {
    throw new RangeError('Retry-After is either a number or a date: retryAfter or retryAfterDate.');
  }
  return data;
}

/** The faults that affect one call. */
export interface FaultsOfCall {
  readonly milliseconds: number;
  readonly fault: Exclude<FaultRule, { kind: 'latency' }> | undefined;
}

export interface Faults {
  /**
   * Returns the faults that affect a call: the first latency and the first other fault among the rules that match the call.
   * Counts the call. `path` is the path below `/internal/api/v2`. It is undefined for all other paths, which no fault affects.
   */
  faultsFor(method: string, path: string | undefined): FaultsOfCall;
  /** Replaces all rules. The new rules start to count at 0. `rules` must be a result of `checkedFaults`. */
  replace(rules: readonly FaultRule[]): void;
  /** Returns the rules in order, each with the number of calls that it affected. */
  list(): readonly (FaultRule & { readonly used: number })[];
}

interface Counted {
  readonly rule: FaultRule;
  /** The number of calls with the rule's method and path. */
  calls: number;
  /** The number of calls that the fault affected. */
  used: number;
}

/** Creates an empty list of faults. */
export function createFaults(): Faults {
  let counted: readonly Counted[] = [];
  return {
    faultsFor(method, calledPath) {
      const due =
        calledPath === undefined ? [] : counted.filter((one) => matchesCall(one.rule, method, calledPath) && countAndCheck(one));
      const latency = due.find(({ rule }) => rule.kind === 'latency');
      const other = due.find(({ rule }) => rule.kind !== 'latency');
      for (const met of [latency, other]) if (met) met.used += 1;
      return {
        milliseconds: latency?.rule.kind === 'latency' ? latency.rule.milliseconds : 0,
        fault: other?.rule.kind === 'latency' ? undefined : other?.rule,
      };
    },
    replace(rules) {
      counted = rules.map((rule) => ({ rule, calls: 0, used: 0 }));
    },
    list: () => counted.map(({ rule, used }) => ({ ...rule, used })),
  };
}

/** Counts a call that matches the rule. True if the fault affects the call. */
function countAndCheck(one: Counted): boolean {
  one.calls += 1;
  return one.calls > (one.rule.after ?? 0) && one.used < (one.rule.times ?? Number.POSITIVE_INFINITY);
}

function matchesCall({ method, path: pattern }: FaultRule, called: string, calledPath: string): boolean {
  const trimmed = (text: string) => text.replace(/^\//, '').replace(/\/$/, '');
  return (method ?? called) === called && (pattern === undefined || matchesPattern(trimmed(pattern), trimmed(calledPath)));
}

/** True if the text matches the pattern, in which `*` matches any characters. Takes linear time for any pattern. */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const place = text.indexOf(part, at);
    if (place === -1) return false;
    at = place + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
