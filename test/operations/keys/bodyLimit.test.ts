/** Tests long keys on a service that limits the request body, as app.harness.io does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyLimitOf } from '../../../src/api/network/baseUrl.ts';
import { planUpload } from '../../../src/domain/keys/keyPlan.ts';
import { useService } from '../service.ts';
import { prepare } from './prepared.ts';

const long = Array.from({ length: 12_000 }, (_, index) => `acct-${String(index).padStart(60, '0')}`);

it('the body limit depends only on the host of the address', () => {
  for (const host of ['app.harness.io', 'harness.io', 'app.eu.harness.io:8443'])
    assert.equal(bodyLimitOf(`https://${host}/fme`), 500_000, host);
  for (const host of ['api.split.io', 'notharness.io', 'harness.io.example.com', '127.0.0.1:80'])
    assert.equal(bodyLimitOf(`https://${host}`), undefined, host);
});

describe('long keys', () => {
  const service = useService({ vocabulary: 'split', rateLimit: '10000/min without headers' });

  it('are sent in bodies that the service never has to delay', async (t) => {
    const lengths: number[] = [];
    service.onCall = ({ method }, body) => {
      if (method === 'PUT') lengths.push(body.length);
      return undefined;
    };
    const plan = planUpload(long, 0, bodyLimitOf('https://app.harness.io/fme'));
    assert.ok(plan.ok);
    const { run } = await prepare(service, t, { batches: plan.batches });
    const outcome = await run();
    assert.ok(outcome.outcome === 'done');
    assert.equal(outcome.change.countAfter, 12_012);
    // A call that is refused with 429 would be sent again.
    assert.equal(lengths.length, plan.batches.length);
    assert.ok(Math.max(...lengths) <= 500_000 && lengths.length === 2, lengths.join());
  });
});
