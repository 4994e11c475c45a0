/** Helpers for tests of failures: the error of a call, checked for the API key. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Client } from '../../src/api/client.ts';
import { isApiError, type ApiError } from '../../src/api/errors.ts';
import type { ConnectionSettings } from '../../src/api/network/networkSettings.ts';
import { CANARY, failureOf, fakeClock, firstPage, openStubService, type Handler } from './stubService.ts';

/**
 * Encodings in which a service may repeat it: alone, and as part of the header. test/canary/redaction.test.mjs has all of them.
 */
const FORMS = [
  CANARY,
  CANARY.slice(0, 12),
  encodeURIComponent(CANARY),
  encodeURIComponent(encodeURIComponent(CANARY)),
  Buffer.from(CANARY).toString('base64'),
  Buffer.from(CANARY).toString('hex'),
  // After the Base64 of `Bearer`, which ends within a group of four.
  Buffer.from(`Bearer ${CANARY}`).toString('base64').slice(10, 30),
];

/** Fails if it contains the API key in any encoding. */
export function assertNoKey(...things: unknown[]): void {
  for (const thing of things) {
    const text = inspect(thing, { depth: 10, showHidden: true, maxStringLength: null, maxArrayLength: null });
    for (const form of FORMS) {
      assert.ok(!text.includes(form), `the key is in ${text.slice(0, 300)}`);
    }
  }
}

/** Returns the error of a call, which must be one of the four kinds and not contain the key. */
export async function apiErrorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await failureOf(call);
  assert.ok(isApiError(error), `${error.name}: ${error.message}`);
  assertNoKey(error);
  return error;
}

export const listWorkspaces = (client: Client): Promise<unknown> => client.listWorkspaces(firstPage);
export const LIST_CALL = { method: 'GET', path: '/internal/api/v2/workspaces?limit=20&offset=0' };

/** Returns the error of a call if the service answers like this. Neither the error nor the log contains the key. */
export async function errorOn(
  handler: Handler,
  settings: Partial<ConnectionSettings> = {},
  call = listWorkspaces,
): Promise<ApiError> {
  await using stub = await openStubService(handler, { clock: fakeClock(), ...settings });
  const error = await apiErrorOf(call(stub.client));
  assertNoKey(stub.log, stub.client);
  return error;
}

/** An error’s own fields. */
export const fieldsOf = (error: ApiError): Record<string, unknown> => ({ ...error, name: undefined });
