/** Faults on request: what may go wrong, and which call meets which. How each looks on the wire is in faultReply.ts. */

/**
 * A fault stands between the client and the service, as a network or a proxy does: it comes before the API key is looked
 * at. The call is carried out under `latency`, `cutOff` and `hangUp` alone; under every other fault nothing is stored.
 */
export type Fault =
  /** The call is carried out and answered as ever, but so much later (0 to 60,000). It is not if the client goes before. */
  | { readonly kind: 'latency'; readonly milliseconds: number }
  | RateLimit
  /** The status (400 to 599) with the error body, or with a proxy's page. Not carried out. */
  | { readonly kind: 'status'; readonly status: number; readonly isHtml?: boolean }
  /** 400 without a body. Not carried out. */
  | { readonly kind: 'empty' }
  /** Carried out; the head with the full `Content-Length` and half of the body go out, then the connection breaks. */
  | { readonly kind: 'cutOff' }
  /** Carried out; the connection breaks without an answer: the answer is lost. */
  | { readonly kind: 'hangUp' }
  /** The connection breaks at once: the request is lost. Not carried out. */
  | { readonly kind: 'hangUpBefore' }
  /** No answer until the client goes, or until the idle time-out (60 s). Not carried out. */
  | { readonly kind: 'hang' }
  /** 200 with a page instead of JSON. Not carried out. */
  | { readonly kind: 'notJson' }
  /** 200 with JSON that is the answer to no call. Not carried out. */
  | { readonly kind: 'otherShape' }
  /** 200 with a body that says it is JSON and is not even UTF-8. Not carried out. */
  | { readonly kind: 'garbage' }
  /** Bytes that are no HTTP, then the end of the connection. Not carried out. */
  | { readonly kind: 'notHttp' }
  /** 200 with a JSON text of so many bytes (2 to 256 MiB), streamed without a `Content-Length`. Not carried out. */
  | { readonly kind: 'tooLarge'; readonly bytes: number };

/** 429 with the headers that are named, in seconds (0 to 86,400); with none if none is. Not carried out. */
export interface RateLimit {
  readonly kind: 'rateLimit';
  /** `Retry-After` as a number. */
  readonly retryAfter?: number;
  /** `Retry-After` as a date so many seconds away; not together with `retryAfter`. */
  readonly retryAfterDate?: number;
  /** `X-RateLimit-Reset-Seconds-Org`. */
  readonly org?: number;
  /** `X-RateLimit-Reset-Seconds-IP`. */
  readonly ip?: number;
}

/** A fault, and the calls that meet it. */
export type FaultRule = Fault & {
  /** Any, if not given. */
  readonly method?: Method;
  /**
   * The whole path below `/internal/api/v2` as it is sent, with `*` for any characters; a slash at either end makes no
   * difference. Any, if not given.
   */
  readonly path?: string;
  /** How many calls meet it, and then no more. Not given: until it is replaced. */
  readonly times?: number;
  /** How many calls with this method and path pass before the first that meets it. */
  readonly after?: number;
};

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** What one call meets. */
export interface Met {
  readonly milliseconds: number;
  readonly fault: Exclude<Fault, { kind: 'latency' }> | undefined;
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
  readonly isFor: (method: string, path: string) => boolean;
  /** Calls with its method and path, and those of them that met it. */
  seen: number;
  used: number;
}

/** No faults yet. */
export function createFaults(): Faults {
  let counted: readonly Counted[] = [];
  return {
    meet(method, path) {
      const due = path === undefined ? [] : counted.filter((one) => one.isFor(method, path) && isDue(one));
      const latency = due.find(({ rule }) => rule.kind === 'latency');
      const other = due.find(({ rule }) => rule.kind !== 'latency');
      for (const met of [latency, other]) if (met !== undefined) met.used += 1;
      return {
        milliseconds: latency?.rule.kind === 'latency' ? latency.rule.milliseconds : 0,
        fault: other === undefined || other.rule.kind === 'latency' ? undefined : other.rule,
      };
    },
    replace(rules) {
      counted = rules.map((rule) => ({ rule, isFor: callsOf(rule), seen: 0, used: 0 }));
    },
    list: () => counted.map(({ rule, used }) => ({ ...rule, used })),
  };
}

/** Counts a call that the rule is for. */
function isDue(one: Counted): boolean {
  one.seen += 1;
  return one.seen > (one.rule.after ?? 0) && one.used < (one.rule.times ?? Number.POSITIVE_INFINITY);
}

function callsOf({ method, path: pattern }: FaultRule): Counted['isFor'] {
  const isPath = pattern === undefined ? () => true : glob(trimmed(pattern));
  return (called, path) => (method === undefined || method === called) && isPath(trimmed(path));
}

/** Without the slashes at its ends. */
function trimmed(path: string): string {
  return path.replace(/^\//, '').replace(/\/$/, '');
}

/** Whether a text is the pattern, with `*` for any characters. In linear time, whatever the pattern. */
function glob(pattern: string): (text: string) => boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
