/** Sends raw HTTP to a new sandbox, without the extension's client. */
import { after, before, beforeEach } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/server.ts';

/** JSON that was received. Tests read any field and check its value. */
export interface Json {
  readonly [field: string]: Json;
  readonly [index: number]: Json;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly body: Json;
}

export type Fields = Record<string, unknown>;
export type KeyName = 'submitter-key' | 'release-key' | 'limited-key' | 'read-only-key';

export type Raw = ReturnType<typeof useSandbox>;

/** Sends a request to a sandbox. `running`: the sandbox, or what the command line prints about one. */
export async function callSandbox(
  running: Pick<Sandbox, 'baseUrl' | 'keys'>,
  method: string,
  path: string,
  body?: unknown,
  as: KeyName = 'submitter-key',
  others: Record<string, string> = {},
): Promise<Answer> {
  const key = running.keys.find(({ name }) => name === as)?.key;
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(`${running.baseUrl}/internal/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...type, ...others },
    ...(body !== undefined && { body: typeof body === 'string' && others['content-type'] ? body : JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, text, headers, body: (text === '' ? null : JSON.parse(text)) as Json };
}

/** Sends a request with these headers alone: fetch would set Host and Origin itself. The path is sent as it is. */
export async function sendBare(
  { baseUrl }: Pick<Sandbox, 'baseUrl'>,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Answer> {
  const { port } = new URL(baseUrl);
  const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const text = await readText(response);
  const { statusCode = 0, headers: received } = response;
  const answered = new Headers(received as Record<string, string>);
  return { status: statusCode, text, headers: answered, body: JSON.parse(text) as Json };
}

/** Returns everything that is received until the socket is closed, one character for each byte. */
export async function untilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString('latin1');
}

type Environments = Pick<Sandbox, 'environments'>;
/** Finds an environment of a sandbox by its name. Fails if there is none. */
export function environmentIn(
  { environments }: Environments,
  name: string,
  workspace = 'Storefront',
): Environments['environments'][number] {
  const found = environments.find((one) => one.name === name && one.workspace.name === workspace);
  assert.ok(found, `${workspace}: ${name}`);
  return found;
}

/**
 * Starts a sandbox for the tests of a file, and restores its sample data before each. All paths are those after
 * `/internal/api/v2`; without a workspace, in the Storefront.
 */
export function useSandbox(options: SandboxOptions = {}) {
  const { vocabulary = 'flag' } = options;
  let sandbox: Sandbox | undefined;
  const running = () => {
    assert.ok(sandbox);
    return sandbox;
  };
  before(async () => {
    sandbox = await startSandbox(options);
  });
  beforeEach(() => running().reset());
  after(() => running().close());
  const said = { title: 'T', comment: 'Please', approvers: [] };
  const one = (request: Answer) => `/changeRequests/${String(request.body['id'])}`;

  /** A text as body is sent as it is if it has a type; `headers` add to or replace the usual ones. */
  const call = (method: string, path: string, body?: unknown, as?: KeyName, headers?: Record<string, string>) =>
    callSandbox(running(), method, path, body, as, headers);
  const get = (path: string, as?: KeyName) => call('GET', path, undefined, as);
  const workspace = (name?: string) => environmentIn(running(), 'production', name).workspace.id;
  const environment = (name: string, workspace?: string) => environmentIn(running(), name, workspace).id;
  /** A rollout status of the Storefront. */
  const rolloutStatus = async () => ({
    id: String((await get(`/rolloutStatuses?wsId=${workspace()}`)).body[0]?.['id']),
  });
  const flagsPath = () => `/${vocabulary}s/ws/${workspace()}`;
  const definitionPath = (flag: string, name: string) =>
    `${flagsPath()}/${encodeURIComponent(flag)}/environments/${environment(name)}`;
  const segmentPath = (name: string, segment = 'beta-accounts') =>
    `/segments/${environment(name)}/${encodeURIComponent(segment)}`;
  /** The answer to a request for the keys of a segment. */
  const keysIn = async (name: string, segment?: string) => (await get(`${segmentPath(name, segment)}/keys`)).body;
  /** Submits a change request. */
  const submit = (name: string, body: Fields, as?: KeyName, place?: string) =>
    call('POST', `/changeRequests/ws/${workspace(place)}/environments/${environment(name, place)}`, body, as);
  /** Submits a request that adds keys to `beta-accounts`. */
  const addKeys = (name: string, keys: readonly string[], others?: Fields, as?: KeyName) =>
    submit(name, { segment: { name: 'beta-accounts', keys }, operationType: 'CREATE', ...said, ...others }, as);
  /** Submits a request for a flag, with a rollout status. `flag`: its name, or a definition. */
  const forFlag = async (name: string, flag: string | Fields, operationType: string, others?: Fields) => {
    const named = { [vocabulary]: typeof flag === 'string' ? { name: flag } : flag };
    return submit(name, { ...named, operationType, ...said, rolloutStatus: await rolloutStatus(), ...others });
  };
  /** Decides the change request in an answer. */
  const decide = (request: Answer, status: string, as: KeyName, comment = 'Because') =>
    call('PUT', one(request), { status, comment }, as);
  const approve = (request: Answer) => decide(request, 'APPROVED', 'release-key');
  const reread = async (request: Answer) => (await get(one(request))).body;
  const paths = { workspace, environment, flagsPath, definitionPath, segmentPath };
  return {
    get sandbox() {
      return running();
    },
    ...paths,
    call,
    get,
    rolloutStatus,
    keysIn,
    submit,
    addKeys,
    forFlag,
    decide,
    approve,
    reread,
  };
}

/** Checks that an answer is an error with the body that admin-api.md documents. */
export function assertError(answer: Answer, status: number, message?: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body['code'], status);
  assert.equal(answer.body['details'], '');
  assert.match(String(answer.body['transactionId']), /^[0-9a-f]{11}$/);
  assert.match(String(answer.body['message']), message ?? /\S/);
}

/** Checks that an answer is the documented 403, which contains the ID of the environment. */
export function assertApprovalsRequired(answer: Answer, environmentId: string): void {
  assertError(answer, 403, /^Approvals are required\. orgId=[0-9a-f-]{36} envId=/);
  assert.ok(String(answer.body['message']).includes(environmentId));
}

/** Returns the items of a list. */
export const listOf = (list: Json | undefined): readonly Json[] => list as unknown as Json[];
/** Returns the names of the items of a list. */
export const namesOf = (list: Json | undefined): string[] => listOf(list).map((item) => String(item['name']));
/** Returns the number of items of a list. */
export const countOf = (list: Json | undefined): number => listOf(list).length;
/** Returns the names of the fields, sorted. */
export const fieldNamesOf = (body: object | null | undefined): string => Object.keys(body ?? {}).toSorted().join(' '); // prettier-ignore

/** Returns this number of keys that no segment of the sample contains. */
export const newKeys = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `new-${from + index}`);

/** Returns a small valid definition of the flag with this name. */
export const definition = (name: string, others: Fields = {}): Fields => ({
  name,
  treatments: [{ name: 'on', description: '' }, { name: 'off' }],
  defaultTreatment: 'off',
  trafficAllocation: 100,
  rules: [],
  defaultRule: [
    { treatment: 'on', size: 25 },
    { treatment: 'off', size: 75 },
  ],
  ...others,
});

/** Returns a copy of an object without these fields. */
export const withoutFields = (fields: Fields, ...dropped: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !dropped.includes(name)));
