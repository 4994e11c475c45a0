/** Activate and Deactivate Segment in Environment…, answered by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberAble } from '../../../src/operations/learned/keyRecords.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { last, useSegments } from './useSegments.ts';

const { activateSegment } = await import('../../../src/editor/segments/activateSegment.ts');
const { deactivateSegment } = await import('../../../src/editor/segments/deactivateSegment.ts');
const { describeFailure } = await import('../../../src/editor/words/failureWords.ts');

const { service, deps, inEnvironment, wrote, holds } = useSegments();

describe('Activate Segment in Environment…', () => {
  it('activates in several, with the guard for production, and says it for each', async () => {
    const asked = await answering([['staging', 'production'], 'production'], () =>
      activateSegment(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.deepEqual(asked[0]?.options, ['development', 'staging', 'pre-production · 912 keys', 'production']);
    assert.match(asked[1]?.prompt ?? '', /This changes production/);
    assert.match(last(), /wholesale-buyers is active in Storefront \/ staging and production\.$/);
    assert.deepEqual(
      [await holds('development', 'wholesale-buyers'), await holds('production', 'wholesale-buyers')],
      [undefined, 0],
    );
  });

  it('is done with another API key if this one was refused before', async () => {
    const given = deps();
    const key = { connectionId: 'c1', origin: service.as('submitter-key').origin, keyName: 'submitter-key' };
    await rememberAble(given.memory, key, 'change', service.environment('development').id, false);
    await answering([['development'], undefined], () => activateSegment(given, inEnvironment('staging', 'wholesale-buyers')));
    assert.equal(wrote(), 0);
    await answering([['development'], 'Use “release-key” this once'], () =>
      activateSegment(given, inEnvironment('staging', 'wholesale-buyers')),
    );
    assert.match(last(), /is active in Storefront \/ development\.$/);
  });

  it('changes nothing if the user cancels one of the confirmations', async () => {
    await answering([['staging', 'production'], undefined], () =>
      activateSegment(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.equal(wrote(), 0);
  });

  it('asks nothing if it is active everywhere', async () => {
    await answering(['beta-accounts · Storefront'], () => activateSegment(deps(), undefined));
    assert.match(last(), /^beta-accounts is active in Storefront \/ development, staging, pre-production, and production\.$/);
  });

  it('says where it worked, where not and why, and what was not tried', async () => {
    const { id } = service.environment('staging');
    service.onCall = ({ method, path }) => (method === 'POST' && path.includes(id) ? { status: 401, body: {} } : undefined);
    await answering([['development', 'staging', 'production'], 'production'], () =>
      activateSegment(deps(), inEnvironment('development', 'wholesale-buyers')),
    );
    assert.equal(shown.at(-1)?.severity, 'warning');
    assert.match(last(), /is active in Storefront \/ development\. It is not active in staging: .*401.* Not tried: production\./);
  });
});

describe('Deactivate Segment in Environment…', () => {
  it('deactivates what is empty', async () => {
    pressNext('Deactivate');
    const window = deps();
    await answering([], () => deactivateSegment(window, inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /churn-risk-accounts is not active in Storefront \/ development/);
    const { workspaceId, environmentId } = service.place('development');
    const place = { object: 'segment', workspaceId, environmentId, name: 'churn-risk-accounts' };
    assert.deepEqual(window.fired, [{ kind: 'object', connection: 'c1', place, isChanged: true }]);
    assert.equal(await holds('development', 'churn-risk-accounts'), undefined);
  });

  it('is done even if the learned facts can’t be stored, which is logged', async () => {
    const warnings: string[] = [];
    const failing = async (): Promise<never> => Promise.reject(new Error('disk full'));
    const used = { ...deps(), log: { warn: (line: string) => void warnings.push(line) } } as unknown as ReturnType<typeof deps>;
    Object.assign(used, { serviceFacts: { ...used.serviceFacts, rememberGated: failing } });
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(used, inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /churn-risk-accounts is not active in Storefront \/ development/);
    assert.deepEqual(warnings, ['Error: disk full']);
  });

  it('says how many keys stand in the way, and what to do first', async () => {
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'beta-accounts')));
    assert.match(last(), /beta-accounts holds 12 keys in Storefront \/ development\. .*remove its keys first/);
    assert.deepEqual(shown.at(-1)?.buttons, ['Remove Keys…', 'Compare…', 'Show Keys']);
    assert.equal(wrote(), 0);
  });

  it('says that it is not active, or that the API key may not see it', async () => {
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'wholesale-buyers')));
    assert.match(last(), /is not active in Storefront \/ development, or this API key may not see it\.$/);
  });

  it('refers to the service’s web console if the environment requires approvals, and remembers that it does', async () => {
    const used = deps();
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(used, inEnvironment('pre-production', 'loyalty: gold & platinum')));
    assert.match(
      last(),
      /was not changed: this needs an approval in pre-production, and the service accepts no change request for it/,
    );
    const { origin } = service.as('submitter-key');
    assert.equal(used.serviceFacts.isGated(origin, service.environment('pre-production').id), true);
  });

  it('says that the service has no such call', async () => {
    service.onCall = ({ method }) => (method === 'DELETE' ? { status: 405, body: {} } : undefined);
    pressNext('Deactivate');
    await answering([], () => deactivateSegment(deps(), inEnvironment('development', 'churn-risk-accounts')));
    assert.match(last(), /This service’s API can’t deactivate a segment/);
    service.as('submitter-key').forgetAbsent();
  });

  it('says what is so after a lost answer', async () => {
    service.onCall = ({ method }) => (method === 'DELETE' ? 'loseRequest' : undefined);
    pressNext('Deactivate');
    const failed = deactivateSegment(deps(), inEnvironment('development', 'churn-risk-accounts'));
    const sentence = await failed.catch((error: unknown) => describeFailure(error).sentence);
    assert.match(
      String(sentence),
      /^Not done: Deactivate churn-risk-accounts in Storefront \/ development\. Nothing was changed\. /,
    );
  });
});
