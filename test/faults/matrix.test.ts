/** Every call and every operation under every fault, on a service that has all calls. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clientOn } from '../api/stubService.ts';
import { CALLS } from './calls.ts';
import { describeMatrix } from './describeMatrix.ts';
import { describeOperations } from './describeOperations.ts';
import { OPERATIONS } from './operations.ts';

/** Methods that send nothing, and findWord, which tries several calls and ignores failures (test/api/findWord.test.ts). */
const NOT_IN_IT: readonly string[] = ['origin', 'word', 'forgetAbsent', 'close', 'describeSubmission', 'findWord'];

it('the fault matrix has every method of the client', async () => {
  const client = clientOn('http://127.0.0.1:1');
  const methods = Object.keys(client).filter((name) => !NOT_IN_IT.includes(name));
  await client.close();
  assert.deepEqual(new Set<string>(CALLS.map(({ method }) => method)), new Set(methods));
});

describeMatrix('every call', CALLS);
describeOperations('every operation', OPERATIONS);
