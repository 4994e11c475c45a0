/**
 * Faults on request: what may go wrong, and which call meets which. A fault stands between the client and the service, as a
 * network or a proxy does: it comes before the API key is checked. How each goes over the wire is in faultReply.ts.
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

/** Which calls meet a fault. */
const scope = {
  /** Any, if not given. */
  method: z.optional(z.enum(METHODS, `must be one of ${METHODS.join(', ')}`)),
  /** The whole path below `/internal/api/v2` as it is sent, with `*` for any characters and slashes at its ends or not. */
  path: z.optional(path),
  /** How many calls meet it, and then no more. Not given: until it is replaced. */
  times: z.optional(whole(1, MAX_COUNT)),
  /** How many calls with this method and path pass before the first that meets it. */
  after: z.optional(whole(0, MAX_COUNT)),
};

const fault = <K extends string, F extends object>(kind: K, fields: F) =>
  z.strictObject({ kind: z.literal(kind), ...fields, ...scope });
const seconds = z.optional(whole(0, 86_400));

/** Each fault with its fields. The call is carried out under `latency`, `cutOff` and `hangUp` alone. */
const KINDS = {
  /** Answered as ever, but so much later. Not carried out if the client goes before. */
  latency: fault('latency', { milliseconds: whole(0, 60_000) }),
  /** 429 with the headers that are named: `Retry-After` as a number or a date, `X-RateLimit-Reset-Seconds-Org` and `-IP`. */
  rateLimit: fault('rateLimit', { retryAfter: seconds, retryAfterDate: seconds, org: seconds, ip: seconds }),
  /** The status with the error body, or with a proxy's page. */
  status: fault('status', { status: whole(400, 599), isHtml: z.optional(z.boolean('must be true or false')) }),
  /** 200 with the error body of a refusal. */
  errorIn200: fault('errorIn200', { code: whole(400, 599) }),
  /** 400 without a body. */
  empty: fault('empty', {}),
  /** The head with the full `Content-Length` and half of the body go out, then the connection breaks. */
  cutOff: fault('cutOff', {}),
  /** The connection breaks without an answer: the answer is lost. */
  hangUp: fault('hangUp', {}),
  /** The connection breaks at once: the request is lost. */
  hangUpBefore: fault('hangUpBefore', {}),
  /** No answer until the client goes, or until the idle time-out (60 s). */
  hang: fault('hang', {}),
  /** 200 with a page instead of JSON. */
  notJson: fault('notJson', {}),
  /** 200 with JSON that is the answer to no call. */
  otherShape: fault('otherShape', {}),
  /** 200 with a body that says it is JSON and is not even UTF-8. */
  garbage: fault('garbage', {}),
  /** Bytes that are no HTTP, then the end of the connection. */
  notHttp: fault('notHttp', {}),
  /** 200 with a JSON text of so many bytes, streamed without a `Content-Length`. */
  tooLarge: fault('tooLarge', { bytes: whole(2, 256 * 1024 * 1024) }),
};

type Kind = keyof typeof KINDS;
export type FaultRule = { [K in Kind]: z.output<(typeof KINDS)[K]> }[Kind];
export type RateLimit = Extract<FaultRule, { kind: 'rateLimit' }>;

/**
 * A list of faults, each an object or a text of faultText.ts (which may have several), as rules. A RangeError says in a
 * sentence what is wrong.
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

/** What one call meets. */
export interface Met {
  readonly milliseconds: number;
  readonly fault: Exclude<FaultRule, { kind: 'latency' }> | undefined;
}

export interface Faults {
  /**
   * What a call meets: of the rules that are for it the first latency, and the first other fault. Counts it.
   * `path` is the one below `/internal/api/v2`; undefined, which is outside of it, meets nothing.
   */
  meet(method: string, path: string | undefined): Met;
  /** Puts others in place of all that were there; they begin to count anew. The rules are those of `checkedFaults`. */
  replace(rules: readonly FaultRule[]): void;
  /** The rules in their order, with how many calls met each. */
  list(): readonly (FaultRule & { readonly used: number })[];
}

interface Counted {
  readonly rule: FaultRule;
  /** Calls with its method and path, and those of them that met it. */
  calls: number;
  used: number;
}

/** No faults yet. */
export function createFaults(): Faults {
  let counted: readonly Counted[] = [];
  return {
    meet(method, calledPath) {
      const due = calledPath === undefined ? [] : counted.filter((one) => isFor(one.rule, method, calledPath) && isDue(one));
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

/** Counts a call that the rule is for. */
function isDue(one: Counted): boolean {
  one.calls += 1;
  return one.calls > (one.rule.after ?? 0) && one.used < (one.rule.times ?? Number.POSITIVE_INFINITY);
}

function isFor({ method, path: pattern }: FaultRule, called: string, calledPath: string): boolean {
  const trimmed = (text: string) => text.replace(/^\//, '').replace(/\/$/, '');
  return (method ?? called) === called && (pattern === undefined || isLike(trimmed(pattern), trimmed(calledPath)));
}

/** Whether a text is the pattern, with `*` for any characters. In linear time, whatever the pattern. */
function isLike(pattern: string, text: string): boolean {
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
