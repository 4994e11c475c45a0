/** Identities: segment keys with attributes for viewing (admin-api.md, Identities). */
import * as z from 'zod/mini';
import { undocumented, documented, type Call, type Route } from '../call.ts';
import { anyObject, checked, isJsonObject, keyName } from '../bodyFields.ts';
import { MAX_TEXT_LENGTH } from '../limits.ts';
import { Refusal, found, notFound } from '../refusal.ts';
import { asDocumented } from './answers.ts';

type Values = Map<string, string>;

/** Returns the identities of a traffic type in an environment, by key. */
function identitiesOf(call: Call): Map<string, Values> {
  const { workspace, environment } = call;
  const id = call.part('trafficType');
  found(
    workspace.trafficTypes.find((one) => one.id === id),
    `Traffic type ${id}`,
  );
  const all = environment.identities.get(id) ?? new Map<string, Values>();
  environment.identities.set(id, all);
  return all;
}

const text = z.string().check(z.maxLength(MAX_TEXT_LENGTH, `must have at most ${MAX_TEXT_LENGTH} characters`));
const value = z.union([text, z.number()], 'must be a text or a number');

function valuesOf(body: unknown): Values {
  const values = checked(z.nullish(anyObject), checked(anyObject, body)['values'], 'values') ?? {};
  return new Map(Object.entries(values).map(([attribute, sent]) => [attribute, String(checked(value, sent, attribute))]));
}

function save(call: Call, key: string, values: Values): unknown {
  identitiesOf(call).set(key, values);
  return asDocumented(call.service, 'identity', {
    key,
    values: Object.fromEntries(values),
    trafficTypeId: call.part('trafficType'),
    environmentId: call.environment.id,
    organizationId: call.world.organizationId,
  });
}

/** Accepts or refuses each identity individually. Refuses the whole body only if it is not a list. */
function saveAll(call: Call): unknown {
  const all = identitiesOf(call);
  const objects: unknown[] = [];
  const failed: unknown[] = [];
  for (const item of checked(z.array(z.unknown()), call.body)) {
    try {
      const key = checked(keyName, checked(anyObject, item)['key'], 'key');
      objects.push(save(call, key, new Map([...(all.get(key) ?? []), ...valuesOf(item)])));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { key = null, values = null } = isJsonObject(item) ? item : {};
      failed.push({ object: { key, values }, status: error.status, message: error.message });
    }
  }
  return { objects, failed, metadata: null, offset: null, limit: null, count: null, total: null };
}

function replace(call: Call): unknown {
  identitiesOf(call);
  return save(call, checked(keyName, call.part('key'), 'key'), valuesOf(call.body));
}

function merge(call: Call): unknown {
  const key = call.part('key');
  return save(call, key, new Map([...found(identitiesOf(call).get(key), `Identity ${key}`), ...valuesOf(call.body)]));
}

function remove(call: Call): true {
  const key = call.part('key');
  if (!identitiesOf(call).delete(key)) throw notFound(`Identity ${key}`);
  return true;
}

const path = 'trafficTypes/:trafficType/environments/:environment/identities';

export const identityRoutes: readonly Route[] = [
  documented('POST', path, saveAll),
  undocumented('PUT', `${path}/:key`, replace),
  undocumented('PATCH', `${path}/:key`, merge),
  undocumented('PATCH', `${path}/:key/patch`, merge),
  undocumented('POST', `${path}/:key/patch`, merge),
  undocumented('DELETE', `${path}/:key`, remove),
];
