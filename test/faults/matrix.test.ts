/** The matrix is whole; reads, segments and flags.test.ts run it, each in a process of its own. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clientOn } from '../api/stage.ts';
import { CALLS } from './calls.ts';

it('every method of the client is in it', async () => {
  const client = clientOn('http://127.0.0.1:1');
  const methods = Object.keys(client).filter((name) => !['origin', 'forgetAbsent', 'close', 'describeSubmission'].includes(name));
  await client.close();
  assert.deepEqual(new Set<string>(CALLS.map(({ method }) => method)), new Set(methods));
});
