/**
 * The calls of the live service that the API document does not describe, with the shapes of their responses. The source is the
 * vendor's public documentation and clients as of November 2026.
 */
import { definition } from './raw.ts';

/**
 * The shape of an answer: the name of a type, `[item]`, fields by their names (`name?` may be missing), or a value of the
 * literal type. `Maybe` allows null too.
 */
export type Shape = 'string' | 'number' | 'boolean' | 'true' | 'any' | readonly [Shape] | Maybe | Fields;
interface Fields {
  readonly [field: string]: Shape;
}
export class Maybe {
  readonly shape: Shape;
  constructor(shape: Shape) {
    this.shape = shape;
  }
}
const maybe = (shape: Shape): Maybe => new Maybe(shape);

/** A call. Its path may contain the placeholders below in braces. */
export interface BeyondCall {
  readonly what: string;
  /**
   * Method and path. `{flags}` is the service's word with an s, `{ws}` the Storefront, `{env}` its development, `{prod}` its
   * production, `{type}` its first traffic type, `{status}` its first rollout status, `{request}` an open change request that
   * the approver may decide.
   */
  readonly call: string;
  readonly body?: unknown;
  readonly as?: 'release-key';
  /** Calls to make first. */
  readonly after?: readonly Pick<BeyondCall, 'call' | 'body'>[];
  readonly answer: Shape;
  /** The answer on a service that says `split`, if it is a different one. */
  readonly live?: Shape;
}

const NAMED = { id: 'string', name: 'string' } as const;
const FLAG = {
  ...NAMED,
  description: 'string',
  trafficType: NAMED,
  creationTime: 'number',
  rolloutStatus: maybe(NAMED),
  rolloutStatusTimestamp: maybe('number'),
  tags: maybe([{ name: 'string' }]),
  'owners?': ['any'],
  'status?': 'string',
  'state?': 'string',
} as const;
const BUCKETS = [{ treatment: 'string', size: 'number' }] as const;
const DEFINITION = {
  ...NAMED,
  environment: NAMED,
  trafficType: NAMED,
  killed: 'boolean',
  treatments: [
    {
      name: 'string',
      'description?': 'string',
      'configurations?': 'string',
      'keys?': ['string'],
      'segments?': ['string'],
      'largeSegments?': ['string'],
      'ruleBasedSegments?': ['string'],
    },
  ],
  defaultTreatment: 'string',
  'baselineTreatment?': 'string',
  trafficAllocation: 'number',
  rules: [{ buckets: BUCKETS, condition: { combiner: 'string', matchers: ['any'] } }],
  defaultRule: BUCKETS,
  creationTime: 'number',
  lastUpdateTime: 'number',
  'lastTrafficReceivedAt?': 'number',
  'flagSets?': [{ id: 'string', type: 'string', 'name?': 'string' }],
  'impressionsDisabled?': 'boolean',
  'openChangeRequestId?': maybe('string'),
} as const;
const SEGMENT = {
  name: 'string',
  description: 'string',
  trafficType: NAMED,
  creationTime: 'number',
  tags: maybe(['any']),
} as const;
const URN = { type: 'string', ...NAMED } as const;
const UPLOAD = {
  id: 'string',
  orgId: 'string',
  environment: 'string',
  environmentURN: URN,
  name: 'string',
  trafficTypeId: 'string',
  trafficTypeURN: URN,
  description: 'string',
  creator: URN,
  status: 'string',
  creationTime: 'number',
  lastUpdateTime: 'number',
  type: 'string',
} as const;
const CHANGE_REQUEST = {
  'flag?': maybe('any'),
  'split?': maybe('any'),
  segment: maybe({ name: 'string', keys: ['string'] }),
  id: 'string',
  status: 'string',
  title: 'string',
  comment: maybe('string'),
  workspace: { id: 'string', type: 'string' },
  approvers: ['string'],
  operationType: 'string',
  comments: [{ comment: 'string', user: 'string', role: 'string', timestamp: 'number' }],
  rolloutStatus: maybe({ id: 'string', type: 'string', name: 'string' }),
  rolloutStatusTimestamp: maybe('number'),
  'scheduledFor?': 'number',
  'scheduledForTimezone?': 'string',
} as const;
const CHANGE_REQUESTS = {
  data: [CHANGE_REQUEST],
  nextMarker: maybe('string'),
  previousMarker: maybe('string'),
  limit: 'number',
  count: 'number',
} as const;
const IDENTITY = {
  key: 'string',
  values: 'any',
  'trafficTypeId?': 'string',
  'environmentId?': 'string',
  'organizationId?': 'string',
} as const;
const page = (item: Shape): Shape => ({ objects: [item], offset: 'number', limit: 'number', totalCount: 'number' });

const FLAG_PATH = '/{flags}/ws/{ws}/holiday-prices';
const AT = '/{flags}/ws/{ws}/gift-cards/environments/{env}';
const SAID = '?title=T&comment=C';
const IDENTITIES = '/trafficTypes/{type}/environments/{env}/identities';
const IDENTITY_MADE = { call: `PUT ${IDENTITIES}/acct-1`, body: { values: { a: '1' } } };

export const BEYOND_CALLS: readonly BeyondCall[] = [
  {
    what: 'list flags',
    call: 'GET /{flags}/ws/{ws}?limit=50&offset=0&tag=&rolloutStatus={status}&name=',
    answer: page(FLAG),
  },
  {
    what: 'list definitions',
    call: 'GET /{flags}/ws/{ws}/environments/{env}?limit=50&offset=0',
    answer: page(DEFINITION),
  },
  { what: 'one flag', call: `GET ${FLAG_PATH}`, answer: FLAG },
  {
    what: 'create a definition',
    call: `POST ${AT}${SAID}`,
    body: definition('gift-cards'),
    after: [{ call: `DELETE ${AT}` }],
    answer: DEFINITION,
  },
  { what: 'replace a definition', call: `PUT ${AT}${SAID}`, body: definition('gift-cards'), answer: DEFINITION },
  {
    what: 'patch a definition',
    call: `PATCH ${AT}${SAID}`,
    body: [{ op: 'replace', path: '/trafficAllocation', value: 9 }],
    answer: DEFINITION,
  },
  { what: 'delete a definition', call: `DELETE ${AT}${SAID}`, answer: 'true' },
  { what: 'kill', call: `PUT ${AT}/kill`, body: { title: 'T', comment: 'C' }, answer: DEFINITION, live: 'true' },
  { what: 'restore', call: `PUT ${AT}/restore`, body: {}, answer: DEFINITION, live: 'true' },
  {
    what: 'delete a flag',
    call: 'DELETE /{flags}/ws/{ws}/of%20a%20moment',
    after: [{ call: 'POST /{flags}/ws/{ws}/trafficTypes/user/', body: { name: 'of a moment', description: '' } }],
    answer: 'true',
  },
  {
    what: 'segments active in an environment',
    call: 'GET /segments/ws/{ws}/environments/{env}?limit=2&offset=1',
    answer: page({ name: 'string', environment: NAMED, trafficType: NAMED, status: 'string', creationTime: 'number' }),
  },
  {
    what: 'page through keys',
    call: 'GET /segments/{prod}/eu-accounts/keys?limit=100&offset=100',
    answer: {
      keys: [{ key: 'string' }],
      openChangeRequestId: maybe('string'),
      count: 'number',
      offset: 'number',
      limit: 'number',
    },
  },
  { what: 'deactivate a segment', call: 'DELETE /segments/{env}/churn-risk-accounts', answer: 'true' },
  {
    what: 'upload with a comment',
    call: 'PUT /segments/{env}/beta-accounts/uploadKeys?replace=False',
    body: { keys: ['a'], comment: 'C', title: 'T' },
    answer: UPLOAD,
  },
  {
    what: 'traffic types',
    call: 'GET /trafficTypes/ws/{ws}',
    answer: [{ ...NAMED, displayAttributeId: maybe('string') }],
  },
  ...['REQUESTED', 'REJECTED', 'SCHEDULE_REQUESTED', 'SCHEDULED'].map((status): BeyondCall => ({
    what: `list change requests, ${status}`,
    call: `GET /changeRequests?limit=100&environmentId={prod}&status=${status}&after=&before=`,
    answer: CHANGE_REQUESTS,
  })),
  {
    what: 'reject a change request',
    call: 'PUT /changeRequests/{request}',
    body: { status: 'REJECTED', comment: 'No' },
    as: 'release-key',
    answer: CHANGE_REQUEST,
  },
  { what: 'replace an identity', ...IDENTITY_MADE, answer: IDENTITY },
  ...['PATCH', 'POST'].map((method): BeyondCall => ({
    what: `merge an identity by ${method}`,
    call: `${method} ${IDENTITIES}/acct-1/patch`,
    body: { values: { b: '2' } },
    after: [IDENTITY_MADE],
    answer: IDENTITY,
  })),
  { what: 'delete an identity', call: `DELETE ${IDENTITIES}/acct-1`, after: [IDENTITY_MADE], answer: 'true' },
  {
    what: 'identities of which one fails',
    call: `POST ${IDENTITIES}`,
    body: [{ key: '', values: {} }],
    answer: {
      objects: [IDENTITY],
      failed: [{ object: { key: 'string', values: 'any' }, status: 'number', message: 'string' }],
      'metadata?': maybe('any'),
      'offset?': maybe('number'),
      'limit?': maybe('number'),
      'count?': maybe('number'),
      'total?': maybe('number'),
    },
  },
  { what: 'describe a flag', call: `PUT ${FLAG_PATH}/updateDescription`, body: 'In words', answer: FLAG },
  { what: 'archive a flag', call: `PUT ${FLAG_PATH}/archive`, answer: FLAG },
  { what: 'unarchive a flag', call: `PUT ${FLAG_PATH}/unarchive`, answer: FLAG },
  { what: 'reallocate', call: `POST ${AT}/reallocate`, answer: DEFINITION },
  {
    what: 'rollout statuses by workspace',
    call: 'GET /rolloutStatuses/ws/{ws}',
    answer: [{ ...NAMED, description: 'string' }],
  },
  {
    what: 'patch a flag',
    call: `PATCH ${FLAG_PATH}`,
    body: [{ op: 'replace', path: '/description', value: 'In words' }],
    answer: FLAG,
  },
  {
    what: 'rule-based segments',
    call: 'GET /rule-based-segments/ws/{ws}?limit=20&offset=0',
    answer: page(SEGMENT),
  },
];
