/** Reads an identity from a sandbox. The client has no call for this, so the request is plain HTTP. */
import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/server.ts';

/** The identity. All three are IDs or keys of the service. */
export interface IdentityPlace {
  readonly trafficTypeId: string;
  readonly environmentId: string;
  readonly key: string;
}

/**
 * The attributes of an identity, or 'absent' if the sandbox has no such identity. The service has no route that reads an identity,
 * but a merge of no values answers with all values that the identity has.
 */
export async function identityValues(
  { baseUrl, keys }: Pick<Sandbox, 'baseUrl' | 'keys'>,
  { trafficTypeId, environmentId, key }: IdentityPlace,
): Promise<Readonly<Record<string, string>> | 'absent'> {
  const path = `trafficTypes/${trafficTypeId}/environments/${environmentId}/identities/${encodeURIComponent(key)}/patch`;
  const apiKey = keys.find(({ name }) => name === 'submitter-key')?.key;
  const response = await fetch(`${baseUrl}/internal/api/v2/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ values: {} }),
  });
  const text = await response.text();
  if (response.status === 404) return 'absent';
  assert.equal(response.status, 200, text);
  return (JSON.parse(text) as { readonly values: Readonly<Record<string, string>> }).values;
}
