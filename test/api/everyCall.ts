/** Every call of the client: what it sends and returns, how it may be repeated, and how large its answer may be. */
import type { Client } from '../../src/api/client.ts';
import type { MAX_BYTES } from '../../src/api/network/answer.ts';
import type { Repeats } from '../../src/api/network/retry.ts';

/** A name that needs encoding. */
export const NAME = 'a/b c';
const page = { offset: 40, limit: 20 };
/** The place of a definition. */
export const place = { workspaceId: 'w', flagName: NAME, environmentId: 'e' };

/** A call of the client, with the request that it sends and the answer that it gets. */
export interface Example {
  /** Calls the client. */
  readonly make: (client: Client) => Promise<unknown>;
  /** Method and path. Here and in the bodies, `{flag}` stands for the service's word for a flag. */
  readonly request: string;
  /** The body that the client sends. Default: none. */
  readonly body?: unknown;
  /** The body of the service’s answer. */
  readonly answer: unknown;
  /** What the client returns. Default: the answer. */
  readonly gives?: unknown;
}

const example = (
  make: Example['make'],
  request: string,
  answer: unknown,
  others: Pick<Example, 'body' | 'gives'> = {},
): Example => ({ make, request, answer, ...others });

/** Members of the client that are not tested as calls: they send nothing, or only requests that other members also send. */
type NoCall = 'origin' | 'word' | 'describeSubmission' | 'forgetAbsent' | 'close' | 'findWord';
export type CallName = Exclude<keyof Client, NoCall>;

const namesIn = (text: string): readonly CallName[] => text.split(/\s+/) as readonly CallName[];
/** Calls whose answer contains many definitions or the keys of a segment. */
const LARGE = namesIn(
  'readKeys saveIdentities listDefinitions listChangeRequests readChangeRequest decideChangeRequest submitChangeRequest',
);
/** Calls whose answer contains one definition, or a page of other objects. All other answers are small. */
const MEDIUM = namesIn(
  'readDefinition createDefinition replaceDefinition killFlag restoreFlag listWorkspaces listEnvironments listSegments listActiveSegments listFlags',
);
/** Calls that are repeated only after a 429. All others, except submitChangeRequest, are always repeated. */
const ONCE = namesIn(
  'createSegment activateSegment deactivateSegment deleteSegment createFlag createDefinition replaceDefinition deleteDefinition killFlag restoreFlag decideChangeRequest',
);

/** Returns which limit the size of the answer has. */
export const sizeOf = (name: CallName): keyof typeof MAX_BYTES =>
  LARGE.includes(name) ? 'large' : MEDIUM.includes(name) ? 'medium' : 'small';
/** Returns when the call may be repeated. */
export const repeatsOf = (name: CallName): Repeats =>
  name === 'submitChangeRequest' ? 'never' : ONCE.includes(name) ? 'whenRefused' : 'always';

const list = (one: object) => ({ objects: [one], offset: 40, limit: 20, totalCount: 41 });
const thing = { id: 'i', name: 'one', more: [1, null] };

const shares = [{ treatment: 'on', size: 100 }];
const content = { name: NAME, treatments: [{ name: 'on', description: '' }], rules: [], defaultRule: shares };
/** A definition as the service returns it. */
const definition = { ...content, id: 'd1', environment: thing, killed: true, openChangeRequestId: null };
const DEFINITION = '/{flag}s/ws/w/a%2Fb%20c/environments/e';
const SEGMENT = '/segments/e/a%2Fb%20c';

const comments = [{ comment: 'why', user: 'submitter-key', role: 'SUBMITTER', timestamp: 1 }];
const request = { segment: null, id: 'c1', status: 'REQUESTED', operationType: 'KILL', approvers: [], comments };
/** A change request as the service returns it and as the client gives it. */
const [wire, given] = [
  { ...request, '{flag}': definition },
  { ...request, flag: definition },
];
const SUBMIT = 'POST /changeRequests/ws/w/environments/e';
const noRequests = { data: [], nextMarker: undefined };
const said = { title: 't', comment: 'why' };
const keys = { keys: ['k'], comment: 'why' };
const made = { name: 's', description: 'd' };
const identities = [{ key: 'k', values: { a: 1, b: 'x' } }];
const newRequest = { title: 't', approvers: ['a@example.com'] };

/** One example for each call of the client. */
export const calls: Readonly<Record<CallName, Example>> = {
  listWorkspaces: example((client) => client.listWorkspaces(page), 'GET /workspaces?limit=20&offset=40', list(thing)),
  listEnvironments: example((client) => client.listEnvironments('w 1'), 'GET /environments/ws/w%201', [thing]),
  listRolloutStatuses: example((client) => client.listRolloutStatuses('w&1'), 'GET /rolloutStatuses?wsId=w%261', [thing]),
  listTrafficTypes: example((client) => client.listTrafficTypes('w'), 'GET /trafficTypes/ws/w', [thing]),
  listSegments: example((client) => client.listSegments('w', page), 'GET /segments/ws/w?limit=20&offset=40', list(thing)),
  listActiveSegments: example(
    (client) => client.listActiveSegments('w', 'e', page),
    'GET /segments/ws/w/environments/e?limit=20&offset=40',
    list(thing),
  ),
  createSegment: example(
    (client) => client.createSegment('w', NAME, made),
    'POST /segments/ws/w/trafficTypes/a%2Fb%20c',
    { name: 's', creationTime: 5, tags: null },
    { body: made },
  ),
  activateSegment: example((client) => client.activateSegment('e', NAME), `POST ${SEGMENT}`, { name: NAME, status: 'ACTIVE' }),
  deactivateSegment: example((client) => client.deactivateSegment('e', NAME), `DELETE ${SEGMENT}`, true),
  deleteSegment: example((client) => client.deleteSegment('w', NAME), 'DELETE /segments/ws/w/a%2Fb%20c', true, {
    gives: undefined,
  }),
  readKeys: example((client) => client.readKeys('e', NAME, page), `GET ${SEGMENT}/keys?limit=20&offset=40`, {
    keys: [{ key: 'k1' }],
    openChangeRequestId: null,
    count: 41,
    offset: 40,
    limit: 20,
  }),
  uploadKeys: example((client) => client.uploadKeys('e', NAME, ['k', '__proto__']), `PUT ${SEGMENT}/upload`, thing, {
    body: ['k', '__proto__'],
  }),
  uploadKeysWithComment: example(
    (client) => client.uploadKeysWithComment('e', NAME, { ...keys, title: 't' }),
    `PUT ${SEGMENT}/uploadKeys?replace=false`,
    thing,
    { body: { ...keys, title: 't' } },
  ),
  removeKeys: example(
    (client) => client.removeKeys('e', NAME, keys),
    `PUT ${SEGMENT}/removeKeys`,
    { code: 200, message: '1 key deleted', details: null, transactionId: null },
    { body: keys },
  ),
  saveIdentities: example(
    (client) => client.saveIdentities('t', 'e', identities),
    'POST /trafficTypes/t/environments/e/identities',
    { objects: [{ key: 'k', values: { a: '1', b: 'x' } }], failed: [], metadata: null },
    { body: identities },
  ),
  createFlag: example(
    (client) => client.createFlag('w', 'user', made),
    'POST /{flag}s/ws/w/trafficTypes/user/',
    { whatever: 1 },
    { body: made, gives: undefined },
  ),
  listFlags: example((client) => client.listFlags('w', page), 'GET /{flag}s/ws/w?limit=20&offset=40', list(thing)),
  readFlag: example((client) => client.readFlag('w', NAME), 'GET /{flag}s/ws/w/a%2Fb%20c', thing),
  readDefinition: example(
    (client) => client.readDefinition('w', NAME, 'e'),
    `GET ${DEFINITION}`,
    { ...content, rules: null, flagSets: ['x'] },
    { gives: { ...content, flagSets: ['x'] } },
  ),
  listDefinitions: example(
    (client) => client.listDefinitions('w', 'e', { offset: 40, limit: 200 }),
    'GET /{flag}s/ws/w/environments/e?offset=40&limit=50',
    list(definition),
  ),
  createDefinition: example(
    (client) => client.createDefinition(place, definition, { title: 't&t', comment: 'why' }),
    `POST ${DEFINITION}?title=t%26t&comment=why`,
    definition,
    { body: content },
  ),
  replaceDefinition: example((client) => client.replaceDefinition(place, definition), `PUT ${DEFINITION}`, definition, {
    body: content,
  }),
  deleteDefinition: example((client) => client.deleteDefinition(place, { title: 't' }), `DELETE ${DEFINITION}?title=t`, true),
  killFlag: example((client) => client.killFlag(place, said), `PUT ${DEFINITION}/kill`, definition, { body: said, gives: true }),
  restoreFlag: example((client) => client.restoreFlag(place), `PUT ${DEFINITION}/restore`, definition, { body: {}, gives: true }),
  submitChangeRequest: example(
    (client) =>
      client.submitChangeRequest('w', 'e', {
        ...newRequest,
        comment: 'why',
        operationType: 'KILL',
        flag: { ...content, killed: false },
        rolloutStatusId: 'r',
      }),
    SUBMIT,
    wire,
    { body: { '{flag}': { name: NAME }, segment: null, operationType: 'KILL', comment: 'why', ...newRequest }, gives: given },
  ),
  listChangeRequests: example(
    (client) => client.listChangeRequests({}),
    'GET /changeRequests',
    { data: [wire], nextMarker: 'm 2', previousMarker: null, limit: 20, count: 1 },
    { gives: { data: [given], nextMarker: 'm 2' } },
  ),
  readChangeRequest: example((client) => client.readChangeRequest(NAME), 'GET /changeRequests/a%2Fb%20c', wire, { gives: given }),
  decideChangeRequest: example(
    (client) => client.decideChangeRequest('c1', { status: 'WITHDRAWN', comment: 'why' }),
    'PUT /changeRequests/c1',
    { ...wire, status: 'WITHDRAWN' },
    { body: { status: 'WITHDRAWN', comment: 'why' }, gives: { ...given, status: 'WITHDRAWN' } },
  ),
};

const segment = { name: NAME, keys: ['k'] };

/** The same calls with different arguments or answers. */
export const variants: Readonly<Record<string, Example>> = {
  'listWorkspaces, with the requested offset and limit if the answer has none': example(
    (client) => client.listWorkspaces(page),
    'GET /workspaces?limit=20&offset=40',
    { objects: [], totalCount: 3, offset: null },
    { gives: { objects: [], totalCount: 3, offset: 40, limit: 20 } },
  ),
  'listFlags, some of them, and never more than the live service accepts': example(
    (client) => client.listFlags('w', { offset: 0, limit: 200, name: 'é' }),
    'GET /{flag}s/ws/w?limit=50&offset=0&name=%C3%A9',
    list(thing),
  ),
  'killFlag, if the service answers only with true': example((client) => client.killFlag(place), `PUT ${DEFINITION}/kill`, true, {
    body: {},
  }),
  'submitChangeRequest for a segment': example(
    (client) => client.submitChangeRequest('w', 'e', { ...newRequest, operationType: 'CREATE', segment }),
    SUBMIT,
    { ...request, '{flag}': null, segment },
    { body: { '{flag}': null, segment, operationType: 'CREATE', ...newRequest }, gives: { ...request, flag: null, segment } },
  ),
  'submitChangeRequest for an update': example(
    (client) =>
      client.submitChangeRequest('w', 'e', { ...newRequest, operationType: 'UPDATE', flag: content, rolloutStatusId: 'r' }),
    SUBMIT,
    wire,
    {
      body: { '{flag}': content, segment: null, operationType: 'UPDATE', ...newRequest, rolloutStatus: { id: 'r' } },
      gives: given,
    },
  ),
  'listChangeRequests, from a marker': example(
    (client) => client.listChangeRequests({ status: 'WITHDRAWN', nextMarker: 'm 2' }),
    'GET /changeRequests?status=WITHDRAWN&nextMarker=m%202&after=m%202',
    { data: [], nextMarker: null, previousMarker: 'm1', limit: 20, count: 0 },
    { gives: noRequests },
  ),
  'listChangeRequests, of one environment, more at once': example(
    (client) => client.listChangeRequests({ environmentId: 'e 1', limit: 100 }),
    'GET /changeRequests?limit=100&environmentId=e%201',
    { data: [] },
    { gives: noRequests },
  ),
};
