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

export type KeyName = 'submitter-key' | 'release-key' | 'limited-key' | 'read-only-key';

export interface Raw {
  readonly sandbox: Sandbox;
  /** The path after `/internal/api/v2`. */
  call(method: string, path: string, body?: unknown, as?: KeyName): Promise<Answer>;
  get(path: string, as?: KeyName): Promise<Answer>;
  workspace(name?: string): string;
  environment(name: string, workspace?: string): string;
  /** A rollout status of the Storefront. */
  rolloutStatus(): Promise<{ id: string }>;
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as Json };
}

/** A sandbox for the tests of one file, with the sample world brought back before each. */
export function useSandbox(options: SandboxOptions = {}): Raw {
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
  const raw: Raw = {
    get sandbox() {
      return running();
    },
    async call(method, path, body, as = 'submitter-key') {
      const key = running().keys.find(({ name }) => name === as)?.key;
      const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      return read(await fetch(`${running().baseUrl}/internal/api/v2${path}`, { method, headers, ...init }));
    },
    get: (path, as) => raw.call('GET', path, undefined, as),
    workspace(name = 'Storefront') {
      const found = running().environments.find((environment) => environment.workspace.name === name);
      assert.ok(found);
      return found.workspace.id;
    },
    environment(name, workspace = 'Storefront') {
      const found = running().environments.find((item) => item.name === name && item.workspace.name === workspace);
      assert.ok(found);
      return found.id;
    },
    async rolloutStatus() {
      const { body } = await raw.get(`/rolloutStatuses?wsId=${raw.workspace()}`);
      return { id: String(body[0]?.['id']) };
    },
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

export const names = (list: Json | undefined): string[] => (list as unknown as Json[]).map((item) => String(item['name']));
export const size = (list: Json | undefined): number => (list as unknown as Json[]).length;

export const accounts = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `new-${from + index}`);

/** A small right definition. */
export const definition = (name: string, others: Record<string, unknown> = {}): Record<string, unknown> => ({
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
