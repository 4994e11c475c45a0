/**
 * A fault in words, as `--faults` takes it:
 *
 *     FAULT [on [METHOD] [PATH]] [after N] [once | N times]
 *
 *     latency 300ms                         also in seconds: latency 2s
 *     rateLimit                             429 without a header, or with the named ones, in seconds:
 *     rateLimit retry-after 5               rateLimit retry-after-date 5
 *     rateLimit org 3 ip 5                  rateLimit ip 5
 *     status 503                            status 502 html
 *     tooLarge 65MiB                        also in KiB and B
 *     empty · cutOff · hangUp · hangUpBefore · hang · notJson · otherShape · garbage · notHttp
 *
 * PATH is the whole path below `/internal/api/v2`, with `*` for any characters. Several stand in one text with `;` between
 * them. Capitals make no difference but in PATH. What each fault does is in faults.ts.
 *
 *     latency 300ms on GET; rateLimit retry-after 5 on PUT *upload 2 times; cutOff on POST changeRequests* once
 */
import { METHODS } from './faults.ts';

/** Characters of one fault in words. */
const MAX_LENGTH = 400;

const RULE =
  /^(?<fault>.+?)(?: on (?<calls>.+?))?(?: after (?<after>\d{1,9}))?(?: (?:(?<once>once)|(?<times>\d{1,9}) times?))?$/i;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of each fault in a text, their bounds not yet checked. A RangeError says in a sentence what is not understood. */
export function faultsInWords(text: string): readonly Fields[] {
  return text
    .split(';')
    .map((words) => words.trim().replaceAll(/\s+/g, ' '))
    .filter((words) => words !== '')
    .map(ruleIn);
}

function ruleIn(text: string): Fields {
  if (text.length > MAX_LENGTH) throw new RangeError(`A fault in words has at most ${MAX_LENGTH} characters.`);
  const { fault = '', calls, after, once, times } = RULE.exec(text)?.groups ?? {};
  return {
    ...faultIn(fault),
    ...(calls === undefined ? {} : callsIn(calls)),
    ...(after === undefined ? {} : { after: Number(after) }),
    ...(once === undefined ? {} : { times: 1 }),
    ...(times === undefined ? {} : { times: Number(times) }),
  };
}

function callsIn(text: string): Fields {
  const words = text.split(' ');
  const method = METHODS.find((one) => one === words[0]?.toUpperCase());
  const [path, ...more] = method === undefined ? words : words.slice(1);
  if (more.length > 0) {
    throw new RangeError(`"on ${text}" is not understood: on takes a method, a path, or both, such as "on PUT *upload".`);
  }
  return { ...(method === undefined ? {} : { method }), ...(path === undefined ? {} : { path }) };
}

/** A fault's name, what may stand behind it, and the fields that gives; undefined where it gives none. */
interface Words {
  readonly kind: string;
  readonly behind: string;
  read(words: readonly string[]): Fields | undefined;
}

const plain = (kind: string): Words => ({
  kind,
  behind: 'nothing but "on", "after", "once" or "times"',
  read: (words) => (words.length === 0 ? {} : undefined),
});

const FAULTS: readonly Words[] = [
  {
    kind: 'latency',
    behind: 'a time, such as "latency 300ms" or "latency 2s"',
    read(words) {
      const milliseconds = measured(words, { ms: 1, s: 1000 });
      return milliseconds === undefined ? undefined : { milliseconds };
    },
  },
  {
    kind: 'rateLimit',
    behind: 'nothing, or headers with their seconds: retry-after 5, retry-after-date 5, org 3, ip 5',
    read: headersIn,
  },
  {
    kind: 'status',
    behind: 'a status, such as "status 503" or "status 502 html"',
    read([status = '', html, ...more]) {
      const isUnknown = more.length > 0 || (html !== undefined && html.toLowerCase() !== 'html');
      if (isUnknown || !/^\d{3}$/.test(status)) return undefined;
      return { status: Number(status), ...(html === undefined ? {} : { isHtml: true }) };
    },
  },
  {
    kind: 'tooLarge',
    behind: 'a size, such as "tooLarge 65MiB"',
    read(words) {
      const bytes = measured(words, { b: 1, kib: 1024, mib: 1024 * 1024 });
      return bytes === undefined ? undefined : { bytes };
    },
  },
  ...['empty', 'cutOff', 'hangUp', 'hangUpBefore', 'hang', 'notJson', 'otherShape', 'garbage', 'notHttp'].map(plain),
];

function faultIn(text: string): Fields {
  const [name = '', ...words] = text.split(' ');
  const found = FAULTS.find(({ kind }) => kind.toLowerCase() === name.toLowerCase());
  if (found === undefined) {
    throw new RangeError(`"${name}" is no fault: there are ${FAULTS.map(({ kind }) => kind).join(', ')}.`);
  }
  const fields = found.read(words);
  if (fields === undefined) throw new RangeError(`"${text}" is not understood: ${found.kind} takes ${found.behind}.`);
  return { kind: found.kind, ...fields };
}

/** One word that is a whole number and one of the units, in the smallest of them. */
function measured(words: readonly string[], units: Readonly<Record<string, number>>): number | undefined {
  const [, number, unit = ''] = /^(\d{1,9})([a-z]{1,3})$/i.exec(words.join(' ')) ?? [];
  const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  return factor === undefined ? undefined : Number(number) * factor;
}

const HEADERS: Readonly<Record<string, string>> = {
  'retry-after': 'retryAfter',
  'retry-after-date': 'retryAfterDate',
  org: 'org',
  ip: 'ip',
};

/** Names of headers, each with its seconds. */
function headersIn(words: readonly string[]): Fields | undefined {
  const fields: Record<string, number> = {};
  for (let at = 0; at < words.length; at += 2) {
    const [name = '', seconds = ''] = words.slice(at, at + 2);
    const field = Object.hasOwn(HEADERS, name.toLowerCase()) ? HEADERS[name.toLowerCase()] : undefined;
    if (field === undefined || field in fields || !/^\d{1,9}$/.test(seconds)) return undefined;
    fields[field] = Number(seconds);
  }
  return fields;
}
