/**
 * The sandbox behind a proxy that maps other secrets to its API keys. So the API keys of a story contain each character that some
 * encoding changes, and the proxy can refuse one of them.
 */
import { once } from 'node:events';
import http from 'node:http';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandboxProcess } from './sandboxProcess.mjs';

/**
 * @typedef {object} Service
 * @property {string} baseUrl
 * @property {Record<string, string>} apiKeys  by name: `submitter-key`, `release-key`, `limited-key`, `read-only-key`
 * @property {{keyName: string | undefined, method: string, path: string}[]} calls  all received calls, newest last
 * @property {Set<string>} refused  the names of API keys that are answered with 401
 * @property {((method: string, path: string, body: any) => any) | undefined} edit  replaces an answer that has a JSON body
 * @property {(faults: unknown[]) => Promise<void>} setFaults  sets the faults of later calls (src/sandbox/control.ts); `[]` = no faults
 * @property {(keyName: string, method: string, path: string, body?: unknown) => Promise<any>} call  makes a call for another person without a window; not recorded in `calls`
 * @property {() => Promise<void>} stop
 */

/** Waits until a service receives no more requests, for at least the longest time between two requests of a view. */
export async function untilNoMoreCalls({ calls }) {
  for (let before; before !== calls.length; await sleep(700)) before = calls.length;
}

/**
 * Returns the IDs of an environment of Storefront, and functions with which other people submit and publish change requests in it.
 * Both return the ID of the request.
 */
export async function colleaguesIn({ call }, environmentName) {
  const { objects } = await call('submitter-key', 'GET', '/workspaces');
  const { id: workspace } = objects.find(({ name }) => name === 'Storefront');
  const environments = await call('submitter-key', 'GET', `/environments/ws/${workspace}`);
  const { id: environment } = environments.find(({ name }) => name === environmentName);
  const statuses = await call('submitter-key', 'GET', `/rolloutStatuses?wsId=${workspace}`);
  const submit = async (request) => {
    const [{ id }] = statuses;
    const body = { comment: 'As agreed.', approvers: [], rolloutStatus: { id }, ...request };
    return (await call('submitter-key', 'POST', `/changeRequests/ws/${workspace}/environments/${environment}`, body)).id;
  };
  const publish = async (request) => {
    const id = await submit(request);
    await call('release-key', 'PUT', `/changeRequests/${id}`, { status: 'APPROVED', comment: 'Fine.' });
    return id;
  };
  return { workspace, environment, statuses, submit, publish };
}

/**
 * Starts a service before the tests of a file, and stops it after them.
 * @returns {Service}  complete once it has started
 */
export function useService(name, args) {
  const service = {};
  before(() => startService(name, args, service));
  after(() => service.stop?.());
  return service;
}

/**
 * @param {string} name  of the service, so that two have different API keys
 * @param {string[]} [args]  such as `--endpoints documented`
 * @param {object} [service]  is filled and returned
 */
export async function startService(name, args, service = {}) {
  const sandbox = await startSandboxProcess(args);
  const { host } = new URL(sandbox.baseUrl);
  const apiKeys = Object.fromEntries(sandbox.keys.map((key) => [key.name, `canary-"${name}"\\%2B+/=<&'>-${key.name}`]));
  const calls = [];
  const refused = new Set();

  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const key = sandbox.keys.find((one) => headers.authorization === `Bearer ${apiKeys[one.name]}`);
    calls.push({ keyName: key?.name, method, path: url });
    const isKnown = key !== undefined && !refused.has(key.name);
    const onward = http.request(`${sandbox.baseUrl}${url}`, {
      method,
      headers: { ...headers, host, authorization: `Bearer ${isKnown ? key.key : 'nobody'}` },
    });
    const passOn = async (answer) => {
      if (!service.edit) return answer.pipe(response.writeHead(answer.statusCode, answer.headers));
      const body = Buffer.concat(await answer.toArray()).toString();
      const edited = JSON.stringify(service.edit(method, url, body === '' ? undefined : JSON.parse(body)));
      return response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(edited);
    };
    onward.on('response', (answer) => void passOn(answer));
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const setFaults = async (faults) => {
    const answer = await fetch(`${sandbox.baseUrl}/sandbox/faults`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${sandbox.controlKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
    if (!answer.ok) throw new Error(`the faults were refused (${answer.status}): ${await answer.text()}`);
  };
  const call = async (keyName, method, path, body) => {
    const { key } = sandbox.keys.find(({ name: one }) => one === keyName);
    const answer = await fetch(`${sandbox.baseUrl}/internal/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.stop();
  };
  return Object.assign(service, {
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    apiKeys,
    calls,
    refused,
    edit: undefined,
    setFaults,
    call,
    stop,
  });
}
