/** The sandbox read over HTTP into the shape of the model, and the model in the same shape. */
import assert from 'node:assert/strict';
import type { Answer, Json, Raw } from '../../sandbox/raw.ts';
import { kept, keyOf, openOn, speaksLive, type Definition, type Model } from './model.ts';
import { MOST_KEYS, MOST_LIVE_KEYS, names } from './segmentCalls.ts';

/** Everything that a call may change, of the names that a run uses, and all change requests. */
export interface Held {
  readonly segments: readonly string[];
  /** The rollout status of each flag; documented is no way to read it. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** Sorted: no order is documented. Null: not active. */
  readonly keys: Readonly<Record<string, unknown>>;
  readonly definitions: Readonly<Record<string, unknown>>;
  /** By status, newest first. */
  readonly requests: Readonly<Record<string, readonly unknown[]>>;
}

export type Requests = Readonly<Record<string, readonly Json[]>>;

const STATUSES = ['REQUESTED', 'WITHDRAWN', 'PUBLISHED', 'REJECTED'];
const everyPlace = ({ places }: Model) => places.flatMap((at) => names.map((name) => ({ at, name, place: keyOf(at, name) })));

/** All change requests by their status, from pages of the preset length. */
export async function readRequests(raw: Raw): Promise<Requests> {
  const lists = await Promise.all(STATUSES.map((status) => allByMarkers(raw, `status=${status}`)));
  return Object.fromEntries(STATUSES.map((status, index) => [status, lists[index] ?? []]));
}

/** Follows the next markers to the end. */
export async function allByMarkers(raw: Raw, query: string, onPage: (page: Json) => void = () => undefined): Promise<Json[]> {
  const all: Json[] = [];
  let marker = '';
  do {
    const { body } = await raw.get(`/changeRequests?${query}${marker && `&nextMarker=${encodeURIComponent(marker)}`}`);
    const data = body['data'] as unknown as Json[];
    assert.equal(body['count'], data.length);
    all.push(...data);
    onPage(body);
    marker = typeof body['nextMarker'] === 'string' ? body['nextMarker'] : '';
  } while (marker !== '');
  return all;
}

/** The first page, with the keys of all that follow. */
async function allKeys(raw: Raw, model: Model, path: string): Promise<Answer> {
  const limit = speaksLive(model) ? MOST_LIVE_KEYS : MOST_KEYS;
  const first = await raw.get(`${path}?limit=${limit}`);
  const keys = first.status === 200 ? [...(first.body['keys'] as unknown as Json[])] : [];
  while (keys.length < Number(first.body['count'])) {
    const { body } = await raw.get(`${path}?limit=${limit}&offset=${keys.length}`);
    keys.push(...(body['keys'] as unknown as Json[]));
  }
  return first.status === 200 ? { ...first, body: { ...first.body, keys: keys as unknown as Json } } : first;
}

export async function read(raw: Raw, model: Model): Promise<Held> {
  const spots = everyPlace(model);
  const flagsPath = `/${model.word}s/ws/${model.workspace.id}`;
  const readFlag = async (name: string): Promise<unknown> =>
    shownOr404(await raw.get(`${flagsPath}/${encodeURIComponent(name)}`), (body) => [body['rolloutStatus']?.['id'] ?? null]);
  const [keys, definitions, flags, listed, requests] = await Promise.all([
    Promise.all(spots.map(({ at, name }) => allKeys(raw, model, `/segments/${at.id}/${encodeURIComponent(name)}/keys`))),
    Promise.all(spots.map(({ at, name }) => raw.get(`${flagsPath}/${encodeURIComponent(name)}/environments/${at.id}`))),
    Promise.all(model.isDocumentedOnly ? [] : names.map(readFlag)),
    raw.get(`/segments/ws/${model.workspace.id}`),
    readRequests(raw),
  ]);
  const byPlace = (answers: readonly Answer[], show: (body: Json) => unknown): Record<string, unknown> =>
    Object.fromEntries(spots.map(({ place }, index) => [place, shownOr404(answers[index]!, show)]));
  return {
    segments: (listed.body['objects'] as unknown as Json[])
      .map(({ name }) => String(name))
      .filter(isOwn)
      .toSorted(),
    flags: Object.fromEntries(flags.map((flag, index) => [names[index]!, flag])),
    keys: byPlace(keys, shownKeys),
    definitions: byPlace(definitions, shownDefinition),
    requests: Object.fromEntries(
      Object.entries(requests).map(([status, list]) => [status, list.map((request) => shownRequest(request, model.word))]),
    ),
  };
}

const isOwn = (name: string): boolean => names.some((one) => one === name);

function shownOr404({ status, text, body }: Answer, show: (body: Json) => unknown): unknown {
  if (status === 404) return null;
  assert.equal(status, 200, text);
  return show(body);
}

function shownKeys(body: Json): unknown {
  const keys = (body['keys'] as unknown as readonly { readonly key: string }[]).map(({ key }) => key);
  return { keys: keys.toSorted(), count: body['count'], open: body['openChangeRequestId'] };
}

function shownDefinition(body: Json): unknown {
  const { lastTrafficReceivedAt: _, ...fields } = body as Readonly<Record<string, unknown>>;
  return { fields: kept(fields, String(body['name'])), killed: body['killed'], open: body['openChangeRequestId'] };
}

function shownRequest(body: Json, word: string): unknown {
  const fields = body as Readonly<Record<string, Json>>;
  const { [word]: flag, 'the service': asPrinted, rolloutStatus = asPrinted, comments, ...rest } = fields;
  const { rolloutStatusTimestamp: _, ...others } = rest;
  return {
    ...others,
    flag: flag === null || flag === undefined ? null : shownDefinition(flag),
    rolloutStatus: rolloutStatus?.['id'] ?? null,
    comments: (comments as unknown as Json[]).map(({ comment, user, role }) => ({ comment, user, role })),
  };
}

/** What has to be read; `sample` are the change requests that were there before the run. */
export function expected(model: Model, sample: Requests): Held {
  const spots = everyPlace(model);
  const openId = (at: Model['places'][number], kind: 'segment' | 'flag', name: string) =>
    openOn(model, at, kind, name)?.id ?? null;
  // In the document, what is read does not say whether it is killed, nor what is open on it.
  const shownLive = ({ fields, killed }: Definition, open: string | null) =>
    model.isDocumentedOnly ? { fields: documented(fields), killed: undefined, open: undefined } : { fields, killed, open };
  return {
    segments: [...model.segments].toSorted(),
    flags: Object.fromEntries(
      (model.isDocumentedOnly ? [] : names).map((name) => [name, model.flags.has(name) ? [model.flags.get(name) ?? null] : null]),
    ),
    keys: Object.fromEntries(
      spots.map(({ at, name, place }) => {
        const held = model.keys.get(place);
        return [place, held ? { keys: [...held].toSorted(), count: held.size, open: openId(at, 'segment', name) } : null];
      }),
    ),
    definitions: Object.fromEntries(
      spots.map(({ at, name, place }) => {
        const live = model.definitions.get(place);
        return [place, live ? shownLive(live, openId(at, 'flag', name)) : null];
      }),
    ),
    requests: Object.fromEntries(
      STATUSES.map((status) => {
        const own = model.requests.filter((request) => request.status === status).toReversed();
        const before = (sample[status] ?? []).map((request) => shownRequest(request, model.word));
        return [status, [...own.map((request) => expectedRequest(model, request)), ...before]];
      }),
    ),
  };
}

const DEFINITION = ['name', 'treatments', 'defaultTreatment', 'trafficAllocation', 'rules', 'defaultRule'];
const documented = (fields: Definition['fields']): Definition['fields'] => ({
  ...Object.fromEntries(Object.entries(fields).filter(([field]) => DEFINITION.includes(field))),
  name: fields.name,
});

function expectedRequest({ workspace, isDocumentedOnly }: Model, request: Model['requests'][number]): unknown {
  const { id, status, title, approvers, operation, comments, shown, name, keys, rolloutStatus } = request;
  return {
    id,
    status,
    title,
    approvers,
    comments,
    operationType: operation,
    comment: null,
    workspace: { id: workspace.id, type: 'workspace' },
    flag: shown
      ? {
          ...shown,
          fields: isDocumentedOnly ? documented(shown.fields) : shown.fields,
          open: status === 'REQUESTED' ? id : null,
        }
      : null,
    segment: shown ? null : { name, keys },
    rolloutStatus: rolloutStatus ?? null,
  };
}
