/**
 * Parses a fault in words, as `--faults` accepts it: `FAULT [on [METHOD] [PATH]] [after N] [once | N times]`. `--help` (cli.ts)
 * lists the words of all faults. `;` separates several faults. Case matters only in PATH.
 */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The maximum number of characters of a text with several faults. */
const MAX_TEXT = 4_000;
/** The maximum number of characters of one fault. */
const MAX_LENGTH = 400;

const RULE =
  /^(?<fault>.+?)(?: on (?<calls>.+?))?(?: after (?<after>\d{1,9}))?(?: (?:(?<once>once)|(?<times>\d{1,9}) times?))?$/i;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of each fault in a text, without checking their limits. Throws a RangeError whose message is a sentence
 * about the part that can't be parsed.
 */
export function faultsInWords(text: string): readonly Fields[] {
  if (text.length > MAX_TEXT) throw new RangeError(`Faults in words have at most ${MAX_TEXT} characters together.`);
  const rules = text.split(';').map((words) => words.trim().replaceAll(/\s+/g, ' '));
  return rules.filter((words) => words !== '').map(ruleIn);
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
  const [path, ...more] = method ? words.slice(1) : words;
  if (more.length > 0) {
    throw new RangeError(`"on ${text}" is not understood: on takes a method, a path, or both, such as "on PUT *upload".`);
  }
  return { ...(method ? { method } : {}), ...(path === undefined ? {} : { path }) };
}

/** The words that may follow the name of a fault. `read` parses them, and returns undefined if it can't. */
interface Words {
  readonly behind: string;
  read(text: string): Fields | undefined;
}

/** Parses a whole number with a unit, and converts it to the smallest unit. */
const measured = (behind: string, field: string, units: Readonly<Record<string, number>>): Words => ({
  behind,
  read(text) {
    const [, number, unit = ''] = /^(\d{1,9})([a-z]{1,3})$/i.exec(text) ?? [];
    const factor = new Map(Object.entries(units)).get(unit.toLowerCase());
    return factor === undefined ? undefined : { [field]: Number(number) * factor };
  },
});

const HEADERS = new Map([
  ['retry-after', 'retryAfter'],
  ['retry-after-date', 'retryAfterDate'],
  ['org', 'org'],
  ['ip', 'ip'],
]);

/** Parses names of rate limit headers, each with its number of seconds. */
function headersIn(text: string): Fields | undefined {
  const fields: Record<string, number> = {};
  for (const [pair] of text.matchAll(/\S+(?: \S+)?/g)) {
    const [name = '', seconds = ''] = pair.split(' ');
    const field = HEADERS.get(name.toLowerCase());
    if (field === undefined || field in fields || !/^\d{1,9}$/.test(seconds)) return undefined;
    fields[field] = Number(seconds);
  }
  return fields;
}

const plain: Words = {
  behind: 'nothing but "on", "after", "once" or "times"',
  read: (text) => (text === '' ? {} : undefined),
};

const FAULTS: Readonly<Record<string, Words>> = {
  latency: measured('a time, such as "latency 300ms" or "latency 2s"', 'milliseconds', { ms: 1, s: 1000 }),
  rateLimit: {
    behind: 'nothing, or headers with their seconds: retry-after 5, retry-after-date 5, org 3, ip 5',
    read: headersIn,
  },
  status: {
    behind: 'a status, such as "status 503" or "status 502 html"',
    read(text) {
      const [, status, html] = /^(\d{3})( html)?$/i.exec(text) ?? [];
      return status === undefined ? undefined : { status: Number(status), ...(html ? { isHtml: true } : {}) };
    },
  },
  errorIn200: {
    behind: 'the code of the error body, such as "errorIn200 403"',
    read: (text) => (/^\d{3}$/.test(text) ? { code: Number(text) } : undefined),
  },
  tooLarge: measured('a size, such as "tooLarge 65MiB"', 'bytes', { b: 1, kib: 1024, mib: 1024 * 1024 }),
  empty: plain,
  cutOff: plain,
  hangUp: plain,
  hangUpBefore: plain,
  hang: plain,
  notJson: plain,
  otherShape: plain,
  garbage: plain,
  notHttp: plain,
};

function faultIn(text: string): Fields {
  const [name = ''] = text.split(' ', 1);
  const [kind, words] = Object.entries(FAULTS).find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
  if (!words) throw new RangeError(`"${name}" is no fault: there are ${Object.keys(FAULTS).join(', ')}.`);
  const fields = words.read(text.slice(name.length).trim());
  if (!fields) throw new RangeError(`"${text}" is not understood: ${kind} takes ${words.behind}.`);
  return { kind, ...fields };
}
