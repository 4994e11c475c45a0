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

  it('is made once', async () => {
    assert.equal((await create('made-here')).name, 'made-here');
    assert.equal(service.count('POST', /^\/segments/), 1);
  });

  it('is found after a lost answer, and not made again', async () => {
    service.onCall = onCreation('loseAnswer');
    assert.equal((await create('made-here')).description, 'd');
    assert.equal(service.count('POST', /^\/segments/), 1);
  });

  it('is not taken for one of this name that was there before', async () => {
    service.onCall = onCreation('loseAnswer');
    await assert.rejects(create('beta-accounts'), { kind: 'network' });
  });

  it('is an error if it was not made', async () => {
    service.onCall = onCreation('loseRequest');
    await assert.rejects(create('made-here'), { kind: 'network' });
    assert.equal(service.count('POST', /^\/segments/), 1);
  });

  it('is not known if it may be made and there is no way to look', async () => {
    service.onCall = ({ method }) => (method === 'POST' ? 'loseAnswer' : { status: 400, body: {} });
    await assert.rejects(create('made-here'), ({ kind, cause }) => kind === 'unknownOutcome' && cause.method === 'POST');
  });

  it('is refused if the name is taken', async () => {
    await assert.rejects(create('beta-accounts'), { status: 409 });
  });
});
