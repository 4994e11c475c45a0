/** Sends raw HTTP to a new sandbox, without the extension's client. */
import { after, before, beforeEach } from 'node:test';
import assert from 'node:assert/strict';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/server.ts';

// JSON that was received. Tests read any field and check its value.
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

export interface Raw {
  readonly sandbox: Sandbox;
  /** The path after `/internal/api/v2`. A text as body is sent as it is; `headers` add to or replace the usual ones. */
  call(method: string, path: string, body?: unknown, as?: KeyName, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, as?: KeyName): Promise<Answer>;
  workspace(name?: string): string;
  environment(name: string, workspace?: string): string;
  /** A rollout status of the Storefront. */
  rolloutStatus(): Promise<{ id: string }>;
  /** The paths of the flags of the Storefront, and of a definition. */
  flags(): string;
  at(flag: string, environment: string): string;
  /** The path of a segment in an environment. */
  segment(environment: string, name?: string): string;
  /** The answer to a request for the keys of a segment. */
  keysIn(environment: string, name?: string): Promise<Json>;
  /** Submits a change request. */
  submit(environment: string, body: Fields, as?: KeyName, workspace?: string): Promise<Answer>;
  /** Submits a request that adds keys to `beta-accounts`. */
  addKeys(environment: string, keys: readonly string[], others?: Fields, as?: KeyName): Promise<Answer>;
  /** Submits a request for a flag, with a rollout status. `flag`: its name, or a definition. */
  forFlag(environment: string, flag: string | Fields, operationType: string, others?: Fields): Promise<Answer>;
  decide(request: Answer, status: string, as: KeyName, comment?: string): Promise<Answer>;
  approve(request: Answer): Promise<Answer>;
  /** Reads a change request again. */
  reread(request: Answer): Promise<Json>;
}

/** `running`: a sandbox, or what the command line prints about one. */
export async function call(
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

type Environments = Pick<Sandbox, 'environments'>;
export function environmentIn(
  { environments }: Environments,
  name: string,
  workspace = 'Storefront',
): Environments['environments'][number] {
  const found = environments.find((one) => one.name === name && one.workspace.name === workspace);
  assert.ok(found, `${workspace}: ${name}`);
  return found;
}

/** A sandbox for the tests of one file, with the sample world brought back before each. */
export function useSandbox(options: SandboxOptions = {}): Raw {
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
  const raw: Raw = {
    get sandbox() {
      return running();
    },
    call: (...rest) => call(running(), ...rest),
    get: (path, as) => raw.call('GET', path, undefined, as),
    workspace: (name) => environmentIn(running(), 'production', name).workspace.id,
    environment: (name, workspace) => environmentIn(running(), name, workspace).id,
    async rolloutStatus() {
      const { body } = await raw.get(`/rolloutStatuses?wsId=${raw.workspace()}`);
      return { id: String(body[0]?.['id']) };
    },
    flags: () => `/${vocabulary}s/ws/${raw.workspace()}`,
    at: (flag, environment) => `${raw.flags()}/${encodeURIComponent(flag)}/environments/${raw.environment(environment)}`,
    segment: (environment, name = 'beta-accounts') => `/segments/${raw.environment(environment)}/${encodeURIComponent(name)}`,
    keysIn: async (environment, name) => (await raw.get(`${raw.segment(environment, name)}/keys`)).body,
    submit(environment, body, as, workspace) {
      const path = `/changeRequests/ws/${raw.workspace(workspace)}/environments/${raw.environment(environment, workspace)}`;
      return raw.call('POST', path, body, as);
    },
    addKeys(environment, keys, others, as) {
      const segment = { name: 'beta-accounts', keys };
      return raw.submit(environment, { segment, operationType: 'CREATE', ...said, ...others }, as);
    },
    async forFlag(environment, flag, operationType, others) {
      const named = { [vocabulary]: typeof flag === 'string' ? { name: flag } : flag };
      return raw.submit(environment, { ...named, operationType, ...said, rolloutStatus: await raw.rolloutStatus(), ...others });
    },
    decide: (request, status, as, comment = 'Because') => raw.call('PUT', one(request), { status, comment }, as),
    approve: (request) => raw.decide(request, 'APPROVED', 'release-key'),
    reread: async (request) => (await raw.get(one(request))).body,
  };
  return raw;
}

/** An error in the body that admin-api.md gives every error. */
export function assertError(answer: Answer, status: number, message?: RegExp): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body['code'], status);
  assert.equal(answer.body['details'], '');
  assert.match(String(answer.body['transactionId']), /^[0-9a-f]{11}$/);
  assert.match(String(answer.body['message']), message ?? /\S/);
}

/** The documented 403 with the ids it has to give. */
export function assertApprovalsRequired(answer: Answer, environmentId: string): void {
  assertError(answer, 403, /^Approvals are required\. orgId=[0-9a-f-]{36} envId=/);
  assert.ok(String(answer.body['message']).includes(environmentId));
}

export const listOf = (list: Json | undefined): readonly Json[] => list as unknown as Json[];
export const names = (list: Json | undefined): string[] => listOf(list).map((item) => String(item['name']));
export const size = (list: Json | undefined): number => listOf(list).length;
export const fieldsOf = (body: object | null | undefined): string => Object.keys(body ?? {}).toSorted().join(' '); // prettier-ignore

export const accounts = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `new-${from + index}`);

/** A small right definition. */
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

export const without = (fields: Fields, ...dropped: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !dropped.includes(name)));
