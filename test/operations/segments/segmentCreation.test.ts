import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendNewSegment } from '../../../src/operations/segments/segmentCreation.ts';
import { requestPermit } from '../permits.ts';
import { useService, type Fault, type Seen } from '../service.ts';

const service = useService();

describe('a new segment', () => {
  const place = () => ({ workspaceId: service.workspace('Storefront'), trafficType: 'account' });
  const create = async (name: string) =>
    sendNewSegment(service.as('submitter-key'), place(), { name, description: 'd' }, { permit: requestPermit() });
  const onCreation =
    (fault: Fault) =>
    ({ method }: Seen) =>
      method === 'POST' ? fault : undefined;

  it('is created once', async () => {
    assert.equal((await create('made-here')).name, 'made-here');
    assert.equal(service.count('POST', /^\/segments/), 1);
  });

  it('is found after a lost answer, and not created again', async () => {
    service.onCall = onCreation('loseAnswer');
    assert.equal((await create('made-here')).description, 'd');
    assert.equal(service.count('POST', /^\/segments/), 1);
  });

  it('is not confused with an earlier segment of the same name', async () => {
    service.onCall = onCreation('loseAnswer');
    await assert.rejects(create('beta-accounts'), { kind: 'network' });
  });

  it('causes an error if it was not created', async () => {
    service.onCall = onCreation('loseRequest');
    await assert.rejects(create('made-here'), { kind: 'network' });
    assert.equal(service.count('POST', /^\/segments/), 1);
  });

  it('has an unknown outcome if it may exist and can’t be checked', async () => {
    service.onCall = ({ method }) => (method === 'POST' ? 'loseAnswer' : { status: 400, body: {} });
    await assert.rejects(create('made-here'), ({ kind, cause }) => kind === 'unknownOutcome' && cause.method === 'POST');
  });

  it('is refused if the name is taken', async () => {
    await assert.rejects(create('beta-accounts'), { status: 409 });
  });
});
