/** Returns permits of the guard for a connection that may write. */
import assert from 'node:assert/strict';
import { confirmWrite, permitRequest, type GuardedEnvironment } from '../../src/operations/productionGuard.ts';
import type { RequestPermit, WritePermit } from '../../src/operations/productionGuard.ts';

const open = { isReadOnly: false };

/** `typed`: the name that the user types for production. */
export function writePermit(environment: GuardedEnvironment | undefined, typed?: string): WritePermit {
  const confirmed = confirmWrite(open, environment, typed);
  assert.ok(confirmed.ok);
  return confirmed.permit;
}

export function requestPermit(): RequestPermit {
  const permitted = permitRequest(open);
  assert.ok(permitted.ok);
  return permitted.permit;
}
