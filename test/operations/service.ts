/** The sandbox behind a proxy that can lose requests and answers, and the real client. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient, type Client } from '../../src/api/client.ts';
import type { FlagDefinition } from '../../src/api/model.ts';
import type { Clock } from '../../src/time/clock.ts';
import { RESPONSE_ONLY_FIELDS } from '../../src/domain/definitions/definitionDiff.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/server.ts';

export type KeyName = 'submitter-key' | 'release-key' | 'limited-key' | 'read-only-key';

export interface Seen {
  readonly method: string;
  /** The path after `/internal/api/v2`, with the query. */
  readonly path: string;
}

/**
 * What happens to a call instead of passing it on. `loseAnswer`: the sandbox acts, but the answer is lost. `loseRequest`: the
 * sandbox never receives it. A number: the sandbox acts, and a gateway answers with that status. A text: the body of a 200, for
 * JSON that no value can represent.
 */
export type Fault =
  | 'loseAnswer'
  | 'loseRequest'
  | number
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly text: string };

export interface Service {
  readonly sandbox: Sandbox;
  readonly seen: Seen[];
  /** Called for each call with its body. It may wait, or do something else meanwhile. */
  onCall: (call: Seen, body: string) => Fault | undefined | Promise<Fault | undefined>;
  as(name: KeyName): Client;
  workspace(name: string): string;
  environment(name: string, workspace?: string): { readonly id: string; readonly name: string; readonly isProduction: boolean };
  place(environment: string, workspace?: string): { readonly workspaceId: string; readonly environmentId: string };
  rolloutStatus(): Promise<string>;
  /** Returns how often a method called a path. */
  count(method: string, path: RegExp): number;
}

/** Retries (at most 20 s) don't wait; the deadline of a call (30 s) does. */
const clock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) =>
    setTimeout(milliseconds < 30_000 ? 0 : milliseconds, undefined, { ...(signal && { signal }) }),
};
const PREFIX = '/internal/api/v2';

/** A sandbox and a proxy for the tests of one file. Both are reset before each test. */
export function useService(options?: SandboxOptions): Service {
  let sandbox: Sandbox | undefined;
  let proxy: http.Server | undefined;
  let clients = new Map<KeyName, Client>();
  const running = (): Sandbox => {
    assert.ok(sandbox);
    return sandbox;
  };
  const service: Service = {
    get sandbox() {
      return running();
    },
    seen: [],
    onCall: () => undefined,
    as(name) {
      const client = clients.get(name) ?? clientFor(name);
      clients.set(name, client);
      return client;
    },
    workspace: (name) => here(name)[0]!.workspace.id,
    environment(name, workspace = 'Storefront') {
      const environment = here(workspace).find((one) => one.name === name);
      assert.ok(environment);
      return { id: environment.id, name, isProduction: environment.production };
    },
    place: (environment, workspace = 'Storefront') => ({
      workspaceId: service.workspace(workspace),
      environmentId: service.environment(environment, workspace).id,
    }),
    rolloutStatus: async () => (await service.as('submitter-key').listRolloutStatuses(service.workspace('Storefront')))[0]!.id,
    count: (method, path) => service.seen.filter((call) => call.method === method && path.test(call.path)).length,
  };
  const here = (workspace: string) => running().environments.filter((one) => one.workspace.name === workspace);

  function clientFor(name: KeyName): Client {
    const apiKey = running().keys.find((key) => key.name === name)?.key;
    assert.ok(apiKey && proxy);
    const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    return createClient({ baseUrl, vocabulary: { flag: running().vocabulary }, apiKey, clock });
  }

  before(async () => {
    sandbox = await startSandbox(options);
    const target = new URL(sandbox.baseUrl);
    const server = http.createServer((request, response) => void pass(service, target, request, response));
    proxy = server;
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  /** Calls that a test leaves running end with it, so they don't affect the next test. */
  async function closeClients(): Promise<void> {
    const all = [...clients.values()];
    clients = new Map();
    await Promise.all(all.map((client) => client.close()));
  }

  beforeEach(async () => {
    await closeClients();
    await running().reset();
    service.seen.length = 0;
    service.onCall = () => undefined;
  });
  after(async () => {
    await closeClients();
    proxy?.closeAllConnections();
    proxy?.close();
    // If all tests of a file are filtered out, nothing was started.
    await sandbox?.close();
  });
  return service;
}

/** JSON with a field whose number is written like this. */
export const withNote = (value: object, number: string): string =>
  JSON.stringify({ ...value, note: 'N' }).replace('"note":"N"', `"note":${number}`);

async function pass(service: Service, target: URL, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk as Buffer);
  const call = { method: request.method ?? '', path: (request.url ?? '').replace(PREFIX, '') };
  service.seen.push(call);
  const fault = await service.onCall(call, Buffer.concat(body).toString());
  if (fault === 'loseRequest') {
    request.socket.destroy();
    return;
  }
  if (typeof fault === 'object' && 'text' in fault) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(fault.text);
    return;
  }
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(JSON.stringify(fault.body));
    return;
  }
  const headers = { ...request.headers, host: target.host };
  const { method } = request;
  const onward = http.request(new URL(request.url ?? '', target), { method, headers, agent: false }, (answer) => {
    if (fault === undefined) {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
      return;
    }
    answer.resume().on('end', () => {
      if (fault === 'loseAnswer') request.socket.destroy();
      else response.writeHead(fault).end('bad gateway');
    });
  });
  onward.on('error', () => request.socket.destroy());
  onward.end(Buffer.concat(body));
}

const ONLY_READ: ReadonlySet<string> = new Set([...RESPONSE_ONLY_FIELDS, 'killed']);

/** A definition for a change request: without the fields that only the service writes. */
export function sendable(definition: FlagDefinition): { readonly name: string; readonly [field: string]: unknown } {
  const fields = Object.entries(definition).filter(([field]) => !ONLY_READ.has(field));
  return { ...Object.fromEntries(fields), name: definition.name };
}
