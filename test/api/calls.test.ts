/** Tests the request and the result of each call, with both words for a flag. */
import { describeCalls, NAME, page, type Case } from './describeCalls.ts';

const workspace = { id: 'w1', name: 'Storefront', type: 'workspace', requiresTitleAndComments: false };
const definition = {
  name: 'f',
  treatments: [{ name: 'on', description: '' }],
  rules: [],
  defaultRule: [{ treatment: 'on', size: 100 }],
};
const wireRequest = {
  segment: null,
  id: 'c1',
  status: 'REQUESTED',
  operationType: 'KILL',
  approvers: [],
  comments: [{ comment: 'why', user: 'submitter-key', role: 'SUBMITTER', timestamp: 1 }],
};

const casesFor = (word: string): Readonly<Record<string, Case>> => {
  const wire = { ...wireRequest, [word]: { ...definition, killed: true, openChangeRequestId: 'c1' } };
  const request = { ...wireRequest, flag: { ...definition, killed: true, openChangeRequestId: 'c1' } };
  return {
    listWorkspaces: {
      call: async (client) => client.listWorkspaces(page),
      sends: ['GET', '/workspaces?limit=20&offset=40'],
      answers: { objects: [workspace], offset: 40, limit: 20, totalCount: 41 },
    },
    'listWorkspaces, with what was asked where the service does not say': {
      call: async (client) => client.listWorkspaces(page),
      sends: ['GET', '/workspaces?limit=20&offset=40'],
      answers: { objects: [], totalCount: 3, offset: null },
      gives: { objects: [], totalCount: 3, offset: 40, limit: 20 },
    },
    listEnvironments: {
      call: async (client) => client.listEnvironments('w 1'),
      sends: ['GET', '/environments/ws/w%201'],
      answers: [{ id: 'e1', name: 'production', production: true, more: [1] }],
    },
    listRolloutStatuses: {
      call: async (client) => client.listRolloutStatuses('w&1'),
      sends: ['GET', '/rolloutStatuses?wsId=w%261'],
      answers: [{ id: 'r1', name: 'Ramping', description: null }],
    },
    listSegments: {
      call: async (client) => client.listSegments('w', page),
      sends: ['GET', '/segments/ws/w?limit=20&offset=40'],
      answers: {
        objects: [{ name: 's', trafficType: { id: 't', name: 'user' }, tags: null }],
        offset: 40,
        limit: 20,
        totalCount: 41,
      },
    },
    createSegment: {
      call: async (client) => client.createSegment('w', NAME, { name: 's', description: 'd' }),
      sends: ['POST', '/segments/ws/w/trafficTypes/a%2Fb%20c', { name: 's', description: 'd' }],
      answers: { name: 's', creationTime: 5, tags: null },
    },
    activateSegment: {
      call: async (client) => client.activateSegment('e', NAME),
      sends: ['POST', '/segments/e/a%2Fb%20c'],
      answers: { name: NAME, status: 'ACTIVE' },
    },
    uploadKeys: {
      call: async (client) => client.uploadKeys('e', NAME, ['k1', '__proto__']),
      sends: ['PUT', '/segments/e/a%2Fb%20c/upload', ['k1', '__proto__']],
      answers: { name: NAME, status: 'ACTIVE', environment: 'e' },
    },
    readKeys: {
      call: async (client) => client.readKeys('e', NAME, page),
      sends: ['GET', '/segments/e/a%2Fb%20c/keys?limit=20&offset=40'],
      answers: { keys: [{ key: 'k1' }], openChangeRequestId: null, count: 41, offset: 40, limit: 20 },
    },
    removeKeys: {
      call: async (client) => client.removeKeys('e', NAME, { keys: ['k1'], comment: 'why' }),
      sends: ['PUT', '/segments/e/a%2Fb%20c/removeKeys', { keys: ['k1'], comment: 'why' }],
      answers: { code: 200, message: '1 key deleted', details: null, transactionId: null },
    },
    deleteSegment: {
      call: async (client) => client.deleteSegment('w', NAME),
      sends: ['DELETE', '/segments/ws/w/a%2Fb%20c'],
      answers: true,
      gives: undefined,
    },
    saveIdentities: {
      call: async (client) => client.saveIdentities('t', 'e', [{ key: 'k', values: { a: 1, b: 'x' } }]),
      sends: ['POST', '/trafficTypes/t/environments/e/identities', [{ key: 'k', values: { a: 1, b: 'x' } }]],
      answers: { objects: [{ key: 'k', values: { a: '1', b: 'x' } }], failed: [], metadata: null },
    },
    createFlag: {
      call: async (client) => client.createFlag('w', 'user', { name: 'f', description: 'd' }),
      sends: ['POST', '/{flag}s/ws/w/trafficTypes/user/', { name: 'f', description: 'd' }],
      answers: { whatever: 1 },
      gives: undefined,
    },
    readDefinition: {
      call: async (client) => client.readDefinition('w', NAME, 'e'),
      sends: ['GET', '/{flag}s/ws/w/a%2Fb%20c/environments/e'],
      answers: { ...definition, rules: null, flagSets: ['x'] },
      gives: { ...definition, rules: [], flagSets: ['x'] },
    },
    'submitChangeRequest for a segment': {
      call: async (client) =>
        client.submitChangeRequest('w', 'e', {
          operationType: 'CREATE',
          title: 't',
          approvers: [],
          segment: { name: NAME, keys: ['k'] },
        }),
      sends: [
        'POST',
        '/changeRequests/ws/w/environments/e',
        { '{flag}': null, segment: { name: NAME, keys: ['k'] }, operationType: 'CREATE', title: 't', approvers: [] },
      ],
      answers: { ...wireRequest, [word]: null, segment: { name: NAME, keys: ['k'] } },
      gives: { ...wireRequest, flag: null, segment: { name: NAME, keys: ['k'] } },
    },
    'submitChangeRequest for a kill': {
      call: async (client) =>
        client.submitChangeRequest('w', 'e', {
          operationType: 'KILL',
          title: 't',
          comment: 'why',
          approvers: ['a@example.com'],
          flag: { ...definition, killed: false },
          rolloutStatusId: 'r',
        }),
      sends: [
        'POST',
        '/changeRequests/ws/w/environments/e',
        {
          '{flag}': { name: 'f' },
          segment: null,
          operationType: 'KILL',
          title: 't',
          comment: 'why',
          approvers: ['a@example.com'],
        },
      ],
      answers: wire,
      gives: request,
    },
    'submitChangeRequest for an update': {
      call: async (client) =>
        client.submitChangeRequest('w', 'e', {
          operationType: 'UPDATE',
          title: 't',
          approvers: [],
          flag: definition,
          rolloutStatusId: 'r',
        }),
      sends: [
        'POST',
        '/changeRequests/ws/w/environments/e',
        {
          '{flag}': definition,
          segment: null,
          operationType: 'UPDATE',
          title: 't',
          approvers: [],
          rolloutStatus: { id: 'r' },
        },
      ],
      answers: wire,
      gives: request,
    },
    listChangeRequests: {
      call: async (client) => client.listChangeRequests({}),
      sends: ['GET', '/changeRequests'],
      answers: { data: [wire], nextMarker: 'm 2', previousMarker: null, limit: 20, count: 1 },
      gives: { data: [request], nextMarker: 'm 2', previousMarker: undefined },
    },
    'listChangeRequests, from a marker': {
      call: async (client) => client.listChangeRequests({ status: 'WITHDRAWN', marker: { next: 'm 2' } }),
      sends: ['GET', '/changeRequests?status=WITHDRAWN&nextMarker=m%202&after=m%202'],
      answers: { data: [], nextMarker: null, previousMarker: 'm1', limit: 20, count: 0 },
      gives: { data: [], nextMarker: undefined, previousMarker: 'm1' },
    },
    'listChangeRequests, backwards': {
      call: async (client) => client.listChangeRequests({ marker: { previous: 'm1' } }),
      sends: ['GET', '/changeRequests?previousMarker=m1&before=m1'],
      answers: { data: [] },
      gives: { data: [], nextMarker: undefined, previousMarker: undefined },
    },
    readChangeRequest: {
      call: async (client) => client.readChangeRequest(NAME),
      sends: ['GET', '/changeRequests/a%2Fb%20c'],
      answers: wire,
      gives: request,
    },
    decideChangeRequest: {
      call: async (client) => client.decideChangeRequest('c1', { status: 'WITHDRAWN', comment: 'why' }),
      sends: ['PUT', '/changeRequests/c1', { status: 'WITHDRAWN', comment: 'why' }],
      answers: { ...wire, status: 'WITHDRAWN' },
      gives: { ...request, status: 'WITHDRAWN' },
    },
  };
};

describeCalls('what admin-api.md has', casesFor);
