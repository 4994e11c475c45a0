/** Tests the requests and results of the calls that the API document does not describe (service-beyond.md). */
import { describeCalls, NAME, page, type Case } from './describeCalls.ts';

const definition = {
  name: NAME,
  treatments: [{ name: 'on', description: '' }],
  rules: [],
  defaultRule: [{ treatment: 'on', size: 100 }],
  flagSets: ['x'],
};
/** As it was read. */
const read = { ...definition, id: 'd1', environment: { id: 'e', name: 'production' }, killed: true, openChangeRequestId: null };
const place = { workspaceId: 'w', flagName: NAME, environmentId: 'e' };
const ofDefinition = '/{flag}s/ws/w/a%2Fb%20c/environments/e';

const cases: Readonly<Record<string, Case>> = {
  listTrafficTypes: {
    call: async (client) => client.listTrafficTypes('w'),
    sends: ['GET', '/trafficTypes/ws/w'],
    answers: [{ id: 't', name: 'user', displayAttributeId: null }],
  },
  listActiveSegments: {
    call: async (client) => client.listActiveSegments('w', 'e', page),
    sends: ['GET', '/segments/ws/w/environments/e?limit=20&offset=40'],
    answers: { objects: [{ name: 's', status: 'ACTIVE' }], offset: 40, limit: 20, totalCount: 41 },
  },
  deactivateSegment: {
    call: async (client) => client.deactivateSegment('e', NAME),
    sends: ['DELETE', '/segments/e/a%2Fb%20c'],
    answers: true,
  },
  uploadKeysWithComment: {
    call: async (client) => client.uploadKeysWithComment('e', NAME, { keys: ['k'], comment: 'why', title: 't' }),
    sends: ['PUT', '/segments/e/a%2Fb%20c/uploadKeys?replace=false', { keys: ['k'], comment: 'why', title: 't' }],
    answers: { name: NAME, status: 'ACTIVE', orgId: 'o' },
    gives: { definition: { name: NAME, status: 'ACTIVE', orgId: 'o' }, isCommentKept: true },
  },
  'uploadKeysWithComment, in the place of those held': {
    call: async (client) => client.uploadKeysWithComment('e', NAME, { keys: [], isReplacement: true }),
    sends: ['PUT', '/segments/e/a%2Fb%20c/uploadKeys?replace=true', { keys: [] }],
    answers: { name: NAME },
    gives: { definition: { name: NAME }, isCommentKept: true },
  },
  listFlags: {
    call: async (client) => client.listFlags('w', page),
    sends: ['GET', '/{flag}s/ws/w?limit=20&offset=40'],
    answers: { objects: [{ name: 'f', owners: [] }], offset: 40, limit: 20, totalCount: 41 },
  },
  'listFlags, some of them, and never more than the live service takes': {
    call: async (client) => client.listFlags('w', { offset: 0, limit: 200, tag: 'a&b', rolloutStatus: 'r', name: 'é' }),
    sends: ['GET', '/{flag}s/ws/w?limit=50&offset=0&tag=a%26b&rolloutStatus=r&name=%C3%A9'],
    answers: { objects: [], offset: 0, limit: 50, totalCount: 0 },
  },
  readFlag: {
    call: async (client) => client.readFlag('w', NAME),
    sends: ['GET', '/{flag}s/ws/w/a%2Fb%20c'],
    answers: { id: 'f1', name: NAME, rolloutStatus: null, tags: null },
  },
  listDefinitions: {
    call: async (client) => client.listDefinitions('w', 'e', { offset: 0, limit: 200 }),
    sends: ['GET', '/{flag}s/ws/w/environments/e?offset=0&limit=50'],
    answers: { objects: [read], offset: 0, limit: 50, totalCount: 1 },
  },
  createDefinition: {
    call: async (client) => client.createDefinition(place, read, { title: 't&t', comment: 'why' }),
    sends: ['POST', `${ofDefinition}?title=t%26t&comment=why`, definition],
    answers: read,
  },
  replaceDefinition: {
    call: async (client) => client.replaceDefinition(place, read),
    sends: ['PUT', ofDefinition, definition],
    answers: read,
  },
  deleteDefinition: {
    call: async (client) => client.deleteDefinition(place, { title: 't' }),
    sends: ['DELETE', `${ofDefinition}?title=t`],
    answers: true,
  },
  killFlag: {
    call: async (client) => client.killFlag(place, { title: 't', comment: 'c' }),
    sends: ['PUT', `${ofDefinition}/kill`, { title: 't', comment: 'c' }],
    answers: read,
    gives: true,
  },
  'killFlag, where the service answers with the bare true': {
    call: async (client) => client.killFlag(place),
    sends: ['PUT', `${ofDefinition}/kill`, {}],
    answers: true,
  },
  restoreFlag: {
    call: async (client) => client.restoreFlag(place),
    sends: ['PUT', `${ofDefinition}/restore`, {}],
    answers: read,
    gives: true,
  },
  'listChangeRequests, of one environment, more at once': {
    call: async (client) => client.listChangeRequests({ environmentId: 'e 1', limit: 100 }),
    sends: ['GET', '/changeRequests?limit=100&environmentId=e%201'],
    answers: { data: [] },
    gives: { data: [], nextMarker: undefined, previousMarker: undefined },
  },
};

describeCalls('what a service may have besides', () => cases);
