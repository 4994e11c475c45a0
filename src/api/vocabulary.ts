/**
 * The service's own word for a feature flag, and the bodies that carry it. On the wire a service that says `split` has
 * `/splits` in its paths and `{split: …}` in its change requests; in the model it is always `flag`. Nothing else in the
 * house knows that word.
 */
import type { NewChangeRequest } from './model.ts';

export interface Vocabulary {
  /** `flag`, `split`, or another word: letters, digits, `-` and `_`, starting with a letter. */
  readonly flag: string;
}

/** Those of the document and of the live service. */
export const KNOWN_WORDS: readonly string[] = ['flag', 'split'];

/** Fields that a change request has besides; as the word for a flag they could not be told apart. */
const TAKEN: ReadonlySet<string> = new Set([
  'segment',
  'id',
  'status',
  'title',
  'comment',
  'comments',
  'workspace',
  'approvers',
  'operationType',
  'rolloutStatus',
  'rolloutStatusTimestamp',
  'constructor',
]);

/**
 * What the service adds to a definition when it is read; it must not be sent back (service-beyond.md, Behaviour). The rollout
 * status stands beside the definition.
 */
const RESPONSE_ONLY: ReadonlySet<string> = new Set([
  'id',
  'environment',
  'trafficType',
  'creationTime',
  'lastUpdateTime',
  'lastTrafficReceivedAt',
  'killed',
  'openChangeRequestId',
  'rolloutStatus',
  'largeNumber',
]);

type Fields = Readonly<Record<string, unknown>>;

/** True if the word fits into a path and a field, and means nothing else there. */
export const isWord = (word: string): boolean => /^[A-Za-z][\w-]{0,63}$/.test(word) && !TAKEN.has(word);

/** The word itself. Throws a TypeError if it can't be one. */
export function checkedWord({ flag }: Vocabulary): string {
  if (!isWord(flag)) throw new TypeError('this can’t be a service’s word for a flag');
  return flag;
}

/** The path part that stands for `flags`. */
export function flagsPart(vocabulary: Vocabulary): string {
  return `${vocabulary.flag}s`;
}

/** A change request as it came, with the service's own word replaced by `flag`. What is no object stays as it is. */
export function changeRequestFromWire(body: unknown, { flag: word }: Vocabulary): unknown {
  if (!isFields(body) || word === 'flag' || !Object.hasOwn(body, word)) return body;
  // One that carries both is left as it is: neither may hide the other.
  if (isFields(body['flag'])) return body;
  const { [word]: flag, ...rest } = body;
  return { ...rest, flag };
}

/** A new change request as the service wants it: with both objects named, null for the one it is not about. */
export function changeRequestToWire(request: NewChangeRequest, { flag: word }: Vocabulary): Fields {
  const { operationType, title, comment, approvers, schedule } = request;
  const common = {
    operationType,
    title,
    ...(comment === undefined ? {} : { comment }),
    approvers,
    ...(schedule && { scheduledFor: schedule.at, scheduledForTimezone: schedule.zone }),
  };
  if ('segment' in request) {
    const { name, keys } = request.segment;
    return { [word]: null, segment: { name, keys }, ...common };
  }
  const isKill = operationType === 'KILL';
  return {
    [word]:
      operationType === 'UPDATE' || operationType === 'CREATE' ? definitionToWire(request.flag) : { name: request.flag.name },
    segment: null,
    ...common,
    ...(request.rolloutStatusId === undefined || isKill ? {} : { rolloutStatus: { id: request.rolloutStatusId } }),
  };
}

/**
 * A definition without what only responses have, and with empty lists for the null ones that some versions of the
 * service send but don't take. Fields and matchers that the document does not name are kept as they are. Throws a RangeError
 * for a whole number that may be another one than the service has.
 */
export function definitionToWire(definition: Fields): Fields {
  const sent = Object.fromEntries(Object.entries(definition).filter(([field]) => !RESPONSE_ONLY.has(field)));
  JSON.stringify(sent, refuseRounded);
  return {
    ...sent,
    treatments: sent['treatments'] ?? [],
    rules: listOf(sent['rules']).map(ruleToWire),
    defaultRule: sent['defaultRule'] ?? [],
  };
}

/** 2^53 itself is what 2^53 + 1 is read as. From 1e21 on JSON has an exponent, and no digit that was meant. */
function refuseRounded(_name: string, value: unknown): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21)
    throw new RangeError('a whole number beyond 2^53 would not be sent as it was read');
  return value;
}

function ruleToWire(rule: unknown): unknown {
  if (!isFields(rule)) return rule;
  const { condition } = rule;
  return {
    ...rule,
    buckets: rule['buckets'] ?? [],
    ...(isFields(condition) ? { condition: { ...condition, matchers: condition['matchers'] ?? [] } } : {}),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
