/**
 * Translates paths and bodies between `flag`, which the model uses, and the service's own term for a feature flag (its word). A
 * service that says `split` has `/splits` in its paths and `{split: …}` in its change requests.
 */
import type { NewChangeRequest } from './model.ts';

export interface Vocabulary {
  /** `flag`, `split`, or another word: letters, digits, `-` and `_`, starting with a letter. */
  readonly flag: string;
}

/** The known terms for a flag: that of admin-api.md, and that of the live service. */
export const KNOWN_WORDS: readonly string[] = ['flag', 'split'];

/** The other fields of a change request. The term for a flag must differ from them, because it is the name of a field, too. */
const RESERVED_FIELDS: ReadonlySet<string> = new Set([
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
 * The fields that the service adds to a definition in its answers. They must not be sent back (service-beyond.md, Behaviour).
 * The rollout status has its own field in a request, beside the definition.
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

/** True if the word is valid as a part of a path and as the name of a field, and has no other meaning there. */
export const isWord = (word: string): boolean => /^[A-Za-z][\w-]{0,63}$/.test(word) && !RESERVED_FIELDS.has(word);

/** Returns the service's term for a flag. Throws a TypeError if it can't be used. */
export function checkedWord({ flag }: Vocabulary): string {
  if (!isWord(flag)) throw new TypeError('this can’t be a service’s word for a flag');
  return flag;
}

/** Returns the part of a path for flags, such as `splits`. */
export function flagsPart(vocabulary: Vocabulary): string {
  return `${vocabulary.flag}s`;
}

/**
 * Returns a change request as received, but with the service's own term for a flag replaced by `flag`. A value that is not an
 * object stays as it is.
 */
export function changeRequestFromWire(body: unknown, { flag: word }: Vocabulary): unknown {
  if (!isFields(body) || word === 'flag' || !Object.hasOwn(body, word)) return body;
  // A request with both fields stays as it is: neither field may hide the other.
  if (isFields(body['flag'])) return body;
  const { [word]: flag, ...rest } = body;
  return { ...rest, flag };
}

/**
 * Returns a new change request in the form that the service requires: it has a field for a flag and one for a segment, and the
 * field that the request is not about is null.
 */
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
 * Returns a definition without the fields that only responses have, and with empty lists instead of null: some versions of the
 * service send null but don't accept it. Fields and matchers that admin-api.md does not name stay as they are. Throws a
 * RangeError for a whole number that JSON.parse may have rounded.
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

/**
 * Throws for a whole number that JSON.parse may have rounded: it reads 2^53 + 1 as 2^53. The check ends at 1e21, because
 * JSON.stringify writes larger numbers with an exponent, and not with all digits.
 */
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
