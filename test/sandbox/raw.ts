/** Sends raw HTTP to a new sandbox, without the extension's client. */
import { after, before, beforeEach } from 'node:test';
import assert from 'node:assert/strict';
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

export interface Raw {
  readonly sandbox: Sandbox;
  /** The path after `/internal/api/v2`. A text as body is sent as it is; `headers` add to or replace the usual ones. */
  call(method: string, path: string, body?: unknown, as?: KeyName, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a GET request. */
  get(path: string, as?: KeyName): Promise<Answer>;
  /** Return the ID of a workspace, by default the Storefront, and of an environment in it. */
  workspace(name?: string): string;
  environment(name: string, workspace?: string): string;
  /** A rollout status of the Storefront. */
  rolloutStatus(): Promise<{ id: string }>;
  /** The path of the flags of the Storefront. */
  flagsPath(): string;
  /** The path of the definition of a flag in an environment. */
  definitionPath(flag: string, environment: string): string;
  /** The path of a segment in an environment. */
  segmentPath(environment: string, name?: string): string;
  /** The answer to a request for the keys of a segment. */
  keysIn(environment: string, name?: string): Promise<Json>;
  /** Submits a change request. */
  submit(environment: string, body: Fields, as?: KeyName, workspace?: string): Promise<Answer>;
  /** Submits a request that adds keys to `beta-accounts`. */
  addKeys(environment: string, keys: readonly string[], others?: Fields, as?: KeyName): Promise<Answer>;
  /** Submits a request for a flag, with a rollout status. `flag`: its name, or a definition. */
  forFlag(environment: string, flag: string | Fields, operationType: string, others?: Fields): Promise<Answer>;
  /** Decides the change request in an answer. */
  decide(request: Answer, status: string, as: KeyName, comment?: string): Promise<Answer>;
  /** Approves the change request in an answer with the API key `release-key`. */
  approve(request: Answer): Promise<Answer>;
  /** Reads a change request again. */
  reread(request: Answer): Promise<Json>;
}

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

/** Starts a sandbox for the tests of a file, and restores its sample data before each. */
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
    call: (...rest) => callSandbox(running(), ...rest),
    get: (path, as) => raw.call('GET', path, undefined, as),
    workspace: (name) => environmentIn(running(), 'production', name).workspace.id,
    environment: (name, workspace) => environmentIn(running(), name, workspace).id,
    async rolloutStatus() {
      const { body } = await raw.get(`/rolloutStatuses?wsId=${raw.workspace()}`);
      return { id: String(body[0]?.['id']) };
    },
    flagsPath: () => `/${vocabulary}s/ws/${raw.workspace()}`,
    definitionPath: (flag, environment) =>
      `${raw.flagsPath()}/${encodeURIComponent(flag)}/environments/${raw.environment(environment)}`,
    segmentPath: (environment, name = 'beta-accounts') => `/segments/${raw.environment(environment)}/${encodeURIComponent(name)}`,
    keysIn: async (environment, name) => (await raw.get(`${raw.segmentPath(environment, name)}/keys`)).body,
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
