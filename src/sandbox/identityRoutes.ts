/** Identities: segment keys with attributes for viewing (admin-api.md, Identities). */
import { environmentById } from './apiKeys.ts';
import { fieldsOf, isFields, listOf, nameOf, type Fields } from './bodyFields.ts';
import type { Call, Route } from './call.ts';
import { answered } from './documentedFields.ts';
import { MAX_KEY_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
import { Refusal, invalid, notFound } from './refusal.ts';

type Values = ReadonlyMap<string, string>;

interface Place {
  readonly trafficTypeId: string;
  readonly environmentId: string;
  readonly held: ReadonlyMap<string, Values>;
  set(key: string, values: Values): void;
  delete(key: string): void;
}

function placeOf(call: Call): Place {
  const { workspace, environment } = environmentById(call.caller, call.world, call.part('environment'));
  const id = call.part('trafficType');
  if (!workspace.trafficTypes.some((trafficType) => trafficType.id === id)) throw notFound(`Traffic type ${id}`);
  const held = environment.identities.get(id) ?? new Map<string, Values>();
  return {
    trafficTypeId: id,
    environmentId: environment.id,
    held,
    set(key, values) {
      held.set(key, values);
      environment.identities.set(id, held);
    },
    delete: (key) => held.delete(key),
  };
}

function valuesOf(value: unknown): Map<string, string> {
  const values = new Map<string, string>();
  for (const [attribute, item] of Object.entries(fieldsOf(value, 'values'))) {
    if (typeof item !== 'string' && typeof item !== 'number')
      throw invalid(`The value of ${attribute} must be a text or a number`);
    const text = String(item);
    if (text.length > MAX_TEXT_LENGTH) throw invalid(`The value of ${attribute} must have at most ${MAX_TEXT_LENGTH} characters`);
    values.set(attribute, text);
  }
  return values;
}

function keyOf(value: unknown): string {
  const key = nameOf(value, 'key');
  if (key.length > MAX_KEY_LENGTH) throw invalid(`key must have at most ${MAX_KEY_LENGTH} characters`);
  return key;
}

function shown(call: Call, place: Place, key: string): unknown {
  return answered(call.service, 'identity', {
    key,
    values: Object.fromEntries(place.held.get(key) ?? []),
    trafficTypeId: place.trafficTypeId,
    environmentId: place.environmentId,
    organizationId: call.world.organizationId,
  });
}

const merged = (before: Values | undefined, values: Values): Values => new Map([...(before ?? []), ...values]);

/** Each identity is taken or refused by itself; only a body that is no list refuses the whole. */
function save(call: Call): unknown {
  const place = placeOf(call);
  const objects: unknown[] = [];
  const failed: unknown[] = [];
  for (const item of listOf(call.body, 'The body')) {
    try {
      const identity = fieldsOf(item, 'An identity');
      const key = keyOf(identity['key']);
      const values = valuesOf(identity['values'] ?? {});
      place.set(key, merged(place.held.get(key), values));
      objects.push(shown(call, place, key));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { key = null, values = null }: Fields = isFields(item) ? item : {};
      failed.push({ object: { key, values }, status: error.status, message: error.message });
    }
  }
  return { objects, failed, metadata: null, offset: null, limit: null, count: null, total: null };
}

function existing(place: Place, key: string): Values {
  const values = place.held.get(key);
  if (values === undefined) throw notFound(`Identity ${key}`);
  return values;
}

function replace(call: Call): unknown {
  const place = placeOf(call);
  const key = keyOf(call.part('key'));
  place.set(key, valuesOf(fieldsOf(call.body, 'The body')['values'] ?? {}));
  return shown(call, place, key);
}

function merge(call: Call): unknown {
  const place = placeOf(call);
  const key = call.part('key');
  place.set(key, merged(existing(place, key), valuesOf(fieldsOf(call.body, 'The body')['values'] ?? {})));
  return shown(call, place, key);
}

function remove(call: Call): true {
  const place = placeOf(call);
  const key = call.part('key');
  existing(place, key);
  place.delete(key);
  return true;
}

const path = 'trafficTypes/:trafficType/environments/:environment/identities';

export const identityRoutes: readonly Route[] = [
  { method: 'POST', path, isDocumented: true, body: 'json', run: save },
  { method: 'PUT', path: `${path}/:key`, isDocumented: false, body: 'json', run: replace },
  { method: 'PATCH', path: `${path}/:key`, isDocumented: false, body: 'json', run: merge },
  { method: 'PATCH', path: `${path}/:key/patch`, isDocumented: false, body: 'json', run: merge },
  { method: 'POST', path: `${path}/:key/patch`, isDocumented: false, body: 'json', run: merge },
  { method: 'DELETE', path: `${path}/:key`, isDocumented: false, body: 'none', run: remove },
];
