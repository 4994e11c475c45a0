/** Tests the calls of the live service that the API document does not describe: each answers with the fields of its table. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { definition, useSandbox, type Json } from './raw.ts';

/**
 * The fields of an object; those with a question mark may be missing. After `page` or `[]`: the fields of each item of the page
 * or the list.
 */
type Shape = string;

const FLAG = 'id name description trafficType creationTime rolloutStatus rolloutStatusTimestamp tags owners? status? state?';
const DEFINITION =
  'id name environment trafficType killed treatments defaultTreatment baselineTreatment? trafficAllocation rules defaultRule creationTime lastUpdateTime lastTrafficReceivedAt? flagSets? impressionsDisabled? openChangeRequestId?';
const REQUEST =
  'flag? split? segment id status title comment workspace approvers operationType comments rolloutStatus rolloutStatusTimestamp scheduledFor? scheduledForTimezone?';
const UPLOAD =
  'id orgId environment environmentURN name trafficTypeId trafficTypeURN description creator status creationTime lastUpdateTime type';
const SEGMENT = 'name description trafficType creationTime tags';
const IDENTITY = 'key values trafficTypeId? environmentId? organizationId?';

const ONE = '/{flags}/ws/{ws}/holiday-prices';
const AT = '/{flags}/ws/{ws}/gift-cards/environments/{env}';
const WITH = '?title=T&comment=C';
const IDENTITIES = '/trafficTypes/{type}/environments/{env}/identities';
const whole = definition('gift-cards');

/**
 * The order matters, because a later call may need an object that an earlier one has created. A shape with two parts has one for
 * the word `flag` and one for the word `split`.
 */
const CALLS: readonly (readonly [call: string, shape: Shape | readonly [Shape, Shape], body?: unknown])[] = [
  ['GET /{flags}/ws/{ws}?limit=50&offset=0&tag=&rolloutStatus={status}&name=', `page ${FLAG}`],
  ['GET /{flags}/ws/{ws}/environments/{env}?limit=50&offset=0', `page ${DEFINITION}`],
  [`GET ${ONE}`, FLAG],
  [`PUT ${AT}${WITH}`, DEFINITION, whole],
  [`PATCH ${AT}${WITH}`, DEFINITION, [{ op: 'replace', path: '/trafficAllocation', value: 9 }]],
  [`PUT ${AT}/kill`, [DEFINITION, 'true'], { title: 'T', comment: 'C' }],
  [`PUT ${AT}/restore`, [DEFINITION, 'true'], {}],
  [`POST ${AT}/reallocate`, DEFINITION],
  [`DELETE ${AT}${WITH}`, 'true'],
  [`POST ${AT}${WITH}`, DEFINITION, whole],
  [`PUT ${ONE}/updateDescription`, FLAG, 'In words'],
  [`PATCH ${ONE}`, FLAG, [{ op: 'replace', path: '/description', value: 'In words' }]],
  [`PUT ${ONE}/archive`, FLAG],
  [`PUT ${ONE}/unarchive`, FLAG],
  ['POST /{flags}/ws/{ws}/trafficTypes/user', FLAG, { name: 'of a moment', description: '' }],
  ['DELETE /{flags}/ws/{ws}/of%20a%20moment', 'true'],
  ['GET /segments/ws/{ws}/environments/{env}?limit=2&offset=1', 'page name environment trafficType status creationTime'],
  ['GET /segments/{prod}/eu-accounts/keys?limit=100&offset=100', 'keys openChangeRequestId count offset limit'],
  ['DELETE /segments/{env}/churn-risk-accounts', 'true'],
  ['PUT /segments/{env}/beta-accounts/uploadKeys?replace=False', UPLOAD, { keys: ['a'], comment: 'C', title: 'T' }],
  ['GET /trafficTypes/ws/{ws}', '[] id name displayAttributeId'],
  ['GET /rolloutStatuses/ws/{ws}', '[] id name description'],
  ['GET /large-segments/ws/{ws}?limit=10&offset=0', `page ${SEGMENT}`],
  ['GET /rule-based-segments/ws/{ws}?limit=10&offset=0', `page ${SEGMENT}`],
  ...['REQUESTED', 'REJECTED', 'SCHEDULE_REQUESTED', 'SCHEDULED'].map(
    (status) =>
      [
        `GET /changeRequests?limit=100&environmentId={prod}&status=${status}&after=&before=`,
        'data nextMarker previousMarker limit count',
      ] as const,
  ),
  ['PUT /changeRequests/{request} as release-key', REQUEST, { status: 'REJECTED', comment: 'No' }],
  [`PUT ${IDENTITIES}/acct-1`, IDENTITY, { values: { a: '1' } }],
  [`PATCH ${IDENTITIES}/acct-1/patch`, IDENTITY, { values: { b: '2' } }],
  [`POST ${IDENTITIES}/acct-1/patch`, IDENTITY, { values: { c: '3' } }],
  [`DELETE ${IDENTITIES}/acct-1`, 'true'],
];

function assertShape(body: unknown, shape: Shape, what: string): void {
  const [kind, ...names] = shape.split(' ');
  if (shape === 'true') return assert.equal(body, true, what);
  if (kind === 'page') assertShape({ ...(body as object), objects: '' }, 'objects offset limit totalCount', what);
  const items = kind === 'page' ? (body as { objects: unknown[] }).objects : (body as unknown[]);
  if (kind !== 'page' && kind !== '[]') {
    const known = [kind!, ...names];
    const fields = Object.keys(body as object);
    const missing = known.filter((name) => !name.endsWith('?') && !fields.includes(name));
    const unknown = fields.filter((field) => !known.includes(field) && !known.includes(`${field}?`));
    return assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] }, what);
  }
  assert.ok(Array.isArray(items) && items.length > 0, what);
  for (const item of items) assertShape(item, names.join(' '), what);
}

for (const word of ['flag', 'split']) {
  const raw = useSandbox({ vocabulary: word });
  it(`each undocumented call answers with the fields of its table, word ${word}`, async () => {
    const idOf = async (path: string): Promise<string> => String((await raw.get(path)).body[0]?.['id']);
    const isSubmitted = ({ comments }: Json): boolean => String(comments?.[0]?.['user']) === 'submitter-key';
    const open = (await raw.get(`/changeRequests?environmentId=${raw.environment('production')}`)).body;
    const places = {
      flags: `${word}s`,
      ws: raw.workspace(),
      env: raw.environment('development'),
      prod: raw.environment('production'),
      type: await idOf(`/trafficTypes/ws/${raw.workspace()}`),
      status: await idOf(`/rolloutStatuses?wsId=${raw.workspace()}`),
      request: String((open['data'] as unknown as readonly Json[]).find(isSubmitted)?.['id']),
    };
    for (const [call, shape, body] of CALLS) {
      const [, method = '', path = '', key] = /^(\S+) (\S+)(?: as (.*))?$/.exec(call)!;
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof places) => places[name]);
      const answer = await raw.call(method, filled, body, key as 'release-key' | undefined);
      assert.equal(answer.status, 200, `${call} ${answer.text}`);
      assertShape(answer.body, typeof shape === 'string' ? shape : shape[word === 'split' ? 1 : 0], call);
    }
  });
}
