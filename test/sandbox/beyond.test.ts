/** Every call in the tables of service-beyond.md, in both words: it succeeds, with the shape that is written there. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { definition, type Answer, type Json } from './raw.ts';
import { useWorld } from './liveClients.ts';

const FLAG = [
  'creationTime',
  'description',
  'id',
  'name',
  'owners',
  'rolloutStatus',
  'rolloutStatusTimestamp',
  'tags',
  'trafficType',
];
const DEFINITION = [
  'baselineTreatment',
  'creationTime',
  'defaultRule',
  'defaultTreatment',
  'environment',
  'id',
  'killed',
  'lastTrafficReceivedAt',
  'lastUpdateTime',
  'name',
  'openChangeRequestId',
  'rules',
  'trafficAllocation',
  'trafficType',
  'treatments',
];
const UPLOAD = [
  'creationTime',
  'creator',
  'description',
  'environment',
  'environmentURN',
  'id',
  'lastUpdateTime',
  'name',
  'orgId',
  'status',
  'trafficTypeId',
  'trafficTypeURN',
  'type',
];
const fieldsOf = (body: Json | undefined): readonly string[] => Object.keys(body ?? {}).toSorted();
const inEnvelope = ({ body, text }: Answer): readonly Json[] => {
  assert.deepEqual(fieldsOf(body), ['limit', 'objects', 'offset', 'totalCount'], text);
  return body['objects'] as unknown as readonly Json[];
};

for (const word of ['flag', 'split']) {
  describe(`sandbox, the calls of service-beyond.md, word ${word}`, () => {
    const { raw, flags, at } = useWorld(word);
    const done = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const answer = await raw.call(method, path, body);
      assert.equal(answer.status, 200, `${method} ${path} ${answer.text}`);
      return answer;
    };
    const segment = (name = 'beta-accounts') => `/segments/${raw.environment('development')}/${name}`;

    it('lists flags, and definitions with their flag sets as objects', async () => {
      const status = (await raw.rolloutStatus()).id;
      const listed = inEnvelope(await done('GET', `${flags()}?limit=50&offset=0&tag=&rolloutStatus=&name=holiday`));
      assert.deepEqual(fieldsOf(listed[0]), FLAG);
      assert.ok(inEnvelope(await done('GET', `${flags()}?rolloutStatus=${status}&tag=q4`)).length <= 50);
      const definitions = inEnvelope(
        await done('GET', `${flags()}/environments/${raw.environment('development')}?limit=50&offset=0`),
      );
      const holiday = definitions.find(({ name }) => String(name) === 'holiday-prices');
      assert.deepEqual(fieldsOf(holiday), [...DEFINITION, 'flagSets'].toSorted());
      assert.deepEqual(fieldsOf(holiday?.['flagSets']?.[0]), ['id', 'name', 'type']);
      assert.deepEqual(fieldsOf((await done('GET', `${flags()}/holiday-prices`)).body), FLAG);
    });

    it('creates, replaces, patches, kills, restores and deletes a definition', async () => {
      const path = at('wishlist-sharing', 'staging').replace(raw.environment('staging'), raw.environment('development'));
      const said = '?title=T&comment=C';
      assert.equal((await done('DELETE', `${path}${said}`)).text, 'true');
      const fields = DEFINITION.filter((field) => field !== 'baselineTreatment' && field !== 'lastTrafficReceivedAt');
      assert.deepEqual(fieldsOf((await done('POST', `${path}${said}`, definition('wishlist-sharing'))).body), fields);
      assert.deepEqual(fieldsOf((await done('PUT', `${path}${said}`, definition('wishlist-sharing'))).body), fields);
      const patch = [{ op: 'replace', path: '/trafficAllocation', value: 9 }];
      assert.equal(Number((await done('PATCH', `${path}${said}`, patch)).body['trafficAllocation']), 9);
      for (const [call, isKilled] of [
        ['kill', true],
        ['restore', false],
      ] as const) {
        const answer = await done('PUT', `${path}/${call}`, { title: 'T', comment: 'C' });
        if (word === 'split') assert.equal(answer.text, 'true');
        else assert.equal(answer.body['killed'], isKilled);
        assert.equal((await done('GET', path)).body['killed'], isKilled);
      }
    });

    it('describes a flag and deletes it', async () => {
      await done('POST', `${flags()}/trafficTypes/user/`, { name: 'of a moment', description: '' });
      const path = `${flags()}/of%20a%20moment`;
      await done('PUT', `${path}/updateDescription`, 'In words');
      assert.equal((await done('GET', path)).body['description'], 'In words');
      assert.equal((await done('DELETE', path)).text, 'true');
    });

    it('lists active segments and pages through keys, 100 if nothing is said', async () => {
      const listed = inEnvelope(
        await done('GET', `/segments/ws/${raw.workspace()}/environments/${raw.environment('development')}?limit=2&offset=1`),
      );
      assert.deepEqual(
        [listed.length, fieldsOf(listed[0])],
        [2, ['creationTime', 'environment', 'name', 'status', 'trafficType']],
      );
      const { body } = await done('GET', `/segments/${raw.environment('production')}/eu-accounts/keys`);
      assert.deepEqual(fieldsOf(body), ['count', 'keys', 'limit', 'offset', 'openChangeRequestId']);
      assert.equal(Number(body['limit']), 100);
      assert.ok(Number(body['count']) > 100);
    });

    it('uploads with a comment, with replace in any spelling, and deactivates what is empty', async () => {
      for (const replace of ['false', 'False', 'true']) {
        const answer = await done('PUT', `${segment()}/uploadKeys?replace=${replace}`, { keys: ['a'], comment: 'C', title: 'T' });
        assert.deepEqual(fieldsOf(answer.body), UPLOAD);
      }
      assert.equal(Number((await done('GET', `${segment()}/keys`)).body['count']), 1);
      for (const body of [undefined, {}, '']) {
        assert.equal((await done('DELETE', segment('churn-risk-accounts'))).text, 'true');
        await done('POST', segment('churn-risk-accounts'), body);
      }
    });

    it('lists traffic types', async () => {
      const { body } = await done('GET', `/trafficTypes/ws/${raw.workspace()}`);
      assert.deepEqual(fieldsOf(body[0]), ['displayAttributeId', 'id', 'name']);
    });

    it('lists change requests by limit, environment and each status, and takes a rejection', async () => {
      const query = `limit=100&environmentId=${raw.environment('production')}`;
      for (const status of ['REQUESTED', 'SCHEDULE_REQUESTED', 'SCHEDULED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'PUBLISHED']) {
        const { body } = await done('GET', `/changeRequests?${query}&status=${status}`);
        assert.deepEqual(fieldsOf(body), ['count', 'data', 'limit', 'nextMarker', 'previousMarker']);
      }
      const open = (await done('GET', `/changeRequests?${query}`)).body['data']?.[1];
      assert.ok(open && word in open && 'segment' in open && 'rolloutStatus' in open);
      const path = `/changeRequests/${String(open['id'])}`;
      const decided = await raw.call('PUT', path, { status: 'REJECTED', comment: 'No' }, 'release-key');
      assert.deepEqual([decided.status, decided.body['status']], [200, 'REJECTED'], decided.text);
    });

    it('replaces, merges in each way and deletes one identity, and says what failed', async () => {
      const [type] = (await done('GET', `/trafficTypes/ws/${raw.workspace()}`)).body as unknown as readonly Json[];
      const path = `/trafficTypes/${String(type?.['id'])}/environments/${raw.environment('development')}/identities`;
      const { body } = await done('POST', path, [
        { key: 'k', values: { a: 1 } },
        { key: '', values: {} },
      ]);
      assert.deepEqual(fieldsOf(body['failed']?.[0]), ['message', 'object', 'status']);
      await done('PUT', `${path}/k`, { values: { b: '2' } });
      await done('PATCH', `${path}/k`, { values: { c: '3' } });
      await done('PATCH', `${path}/k/patch`, { values: { d: '4' } });
      assert.deepEqual((await done('POST', `${path}/k/patch`, { values: {} })).body['values'], { b: '2', c: '3', d: '4' });
      assert.equal((await done('DELETE', `${path}/k`)).text, 'true');
    });
  });
}
