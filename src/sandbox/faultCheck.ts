/** Faults as they were sent or written, checked: what passes is what faults.ts describes. */
import { faultsInWords } from './faultText.ts';
import { METHODS, type FaultRule } from './faults.ts';

const MAX_RULES = 100;
/** Characters of a text with several faults in words, and of a path. */
const MAX_TEXT = 4_000;
const MAX_PATH = 400;
const MAX_COUNT = 1_000_000;
const MAX_SECONDS = 86_400;

/** What is wrong with a value, as the end of a sentence that begins with the field's name; undefined where nothing is. */
type Check = (value: unknown) => string | undefined;

function whole(least: number, most: number): Check {
  const isOne = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return (value) => (isOne(value) ? undefined : `must be a whole number from ${least} to ${most}`);
}

const truth: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');

const path: Check = (value) => {
  if (typeof value !== 'string' || value === '' || value.length > MAX_PATH)
    return `must be a text of 1 to ${MAX_PATH} characters`;
  if (/[\s?#]/.test(value)) return 'is as it is sent: without blanks and without the query';
  return /^\/?internal\//.test(value) ? 'is the one below /internal/api/v2' : undefined;
};

const SCOPE: Readonly<Record<string, Check>> = {
  method: (value) => (METHODS.some((one) => one === value) ? undefined : `must be one of ${METHODS.join(', ')}`),
  path,
  times: whole(1, MAX_COUNT),
  after: whole(0, MAX_COUNT),
};

const SECONDS = whole(0, MAX_SECONDS);

/** The fields of each kind: those it must have, and those it may have. */
const KINDS: Readonly<
  Record<FaultRule['kind'], { readonly must?: Readonly<Record<string, Check>>; readonly may?: Readonly<Record<string, Check>> }>
> = {
  latency: { must: { milliseconds: whole(0, 60_000) } },
  rateLimit: { may: { retryAfter: SECONDS, retryAfterDate: SECONDS, org: SECONDS, ip: SECONDS } },
  status: { must: { status: whole(400, 599) }, may: { isHtml: truth } },
  empty: {},
  cutOff: {},
  hangUp: {},
  hangUpBefore: {},
  hang: {},
  notJson: {},
  otherShape: {},
  garbage: {},
  notHttp: {},
  tooLarge: { must: { bytes: whole(2, 256 * 1024 * 1024) } },
};

/**
 * A list of faults, each an object of faults.ts or a text of faultText.ts (which may hold several), as rules. A
 * RangeError says in a sentence what is wrong.
 */
export function checkedFaults(list: unknown): readonly FaultRule[] {
  if (!Array.isArray(list) || list.length > MAX_RULES) throw tooMany();
  const rules = list.flatMap((item: unknown) => (typeof item === 'string' ? inWords(item) : [item])).map(checkedRule);
  if (rules.length > MAX_RULES) throw tooMany();
  return rules;
}

const tooMany = () => new RangeError(`Faults are a list of at most ${MAX_RULES}.`);

function inWords(text: string): readonly unknown[] {
  if (text.length > MAX_TEXT) throw new RangeError(`Faults in words have at most ${MAX_TEXT} characters together.`);
  return faultsInWords(text);
}

function checkedRule(value: unknown): FaultRule {
  if (typeof value !== 'object' || value === null) throw new RangeError('A fault is an object with a kind, or a text.');
  const { kind, ...fields } = value as Readonly<Record<string, unknown>>;
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    throw new RangeError(`The kind of a fault must be one of ${Object.keys(KINDS).join(', ')}.`);
  }
  const { must = {}, may = {} } = KINDS[kind as FaultRule['kind']];
  const checks: Readonly<Record<string, Check>> = { ...must, ...may, ...SCOPE };
  for (const field of new Set([...Object.keys(must), ...Object.keys(fields)])) {
    const check = Object.hasOwn(checks, field) ? checks[field] : undefined;
    if (check === undefined) {
      throw new RangeError(
        `A fault of kind ${kind} has no field ${JSON.stringify(field.slice(0, 50))}: it may have ${Object.keys(checks).join(', ')}.`,
      );
    }
    const wrong = check(fields[field]);
    if (wrong !== undefined) throw new RangeError(`${field} of ${kind} ${wrong}.`);
  }
  if ('retryAfter' in fields && 'retryAfterDate' in fields) {
    throw new RangeError('Retry-After is either a number or a date: retryAfter or retryAfterDate.');
  }
  return { kind, ...fields } as FaultRule;
}
