/** Tests the text of Copy Diagnostics: enough to find a fault, without secrets and without names of objects. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createClient, type Client } from '../../../src/api/client.ts';
import { storageOf, windows } from '../fakeContext.ts';
import { shown } from '../fakeVscode.ts';
import { currentFake, standInForVscode } from '../standIn.ts';

const CANARY = 'canary-Zq7-of-an-api-key';
const DOWN = 'http://127.0.0.1:9';

/** The lines of the output channel, by level. */
const lines: { level: string; line: string }[] = [];
const write = (level: string) => (line: string) => void lines.push({ level, line });
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'];
let copied = '';
const inspected = new Map<string, { globalValue?: unknown; workspaceValue?: unknown }>();

const fake = currentFake();
Object.assign(fake, {
  version: '1.105.0',
  ExtensionKind: { UI: 1, Workspace: 2 },
  UIKind: { Desktop: 1, Web: 2 },
  env: {
    appName: 'Editor',
    appHost: 'desktop',
    language: 'de',
    remoteName: 'ssh-remote',
    uiKind: 1,
    clipboard: { writeText: async (text: string) => void (copied = text) },
  },
});
Object.assign(fake['window']!, {
  createOutputChannel: () => ({ ...Object.fromEntries(LEVELS.map((level) => [level, write(level)])), show() {}, dispose() {} }),
});
fake['workspace'] = {
  ...fake['workspace'],
  isTrusted: true,
  workspaceFolders: undefined,
  getConfiguration: (section: string) => ({ inspect: (name: string) => inspected.get(`${section}.${name}`) }),
};

standInForVscode(fake);

const { createLog } = await import('../../../src/editor/window/log.ts');
const { reportFailure } = await import('../../../src/editor/window/notifications.ts');
const { createConnectionStore } = await import('../../../src/editor/connection/connectionStore.ts');
const { copyDiagnostics, knownSettings, pathTemplate, settingLines } =
  await import('../../../src/editor/diagnostics/copyDiagnostics.ts');

describe('Copy Diagnostics', () => {
  let log = createLog();
  const clients: Client[] = [];
  const client = (baseUrl: string, apiKey = CANARY): Client => {
    const made = createClient({ baseUrl, vocabulary: { flag: 'split' }, apiKey, onCall: (call) => log.call(call) });
    clients.push(made);
    return made;
  };
  beforeEach(() => {
    log = createLog();
    lines.length = 0;
    inspected.clear();
  });
  afterEach(() => Promise.all(clients.splice(0).map((one) => one.close())));

  /** Copies the diagnostics, with one connection whose API key is stored. */
  async function copy(baseUrl = `${DOWN}/tenant-seven`): Promise<string> {
    const store = createConnectionStore(...storageOf(windows().open()));
    const connection = { id: 'c1', name: 'Acme', kind: 'service', baseUrl, word: 'split', keyInUse: 'dana-key' } as const;
    await store.save({ ...connection, keyNames: ['dana-key', 'robin-key'], email: 'dana@example.com' });
    await store.writeKey({ ...connection, keyNames: ['dana-key'] }, 'dana-key', CANARY);
    await store.use('c1');
    const properties = { 'flagAdmin.some.text': { type: 'string' } };
    const packageJSON = { version: '7.8.9', contributes: { configuration: { properties } } };
    const context = { extension: { extensionKind: 1, packageJSON } };
    const connections = { all: () => store.all(), chosen: () => store.inUse() };
    await copyDiagnostics({ context, connections, log } as never);
    return copied;
  }

  it('contains versions, kinds of host, connections and their numbers of API keys', async () => {
    const text = await copy();
    for (const line of [
      'Flag Admin 7.8.9',
      'Editor 1.105.0 (desktop), language de',
      'runs on the side of the window; remote: ssh-remote; on the desktop',
      `${process.platform} ${process.arch}, Node ${process.versions.node}`,
      `Acme: ${DOWN}, says “split”, API keys: 2, with an e-mail address, in use in this window`,
    ])
      assert.ok(text.includes(`\n- ${line}\n`), text);
    assert.match(shown.at(-1)?.message ?? '', /no API key/);
  });

  it('contains kind, status and path of the last twenty failures, without names of objects and calls that did not fail', async () => {
    const entry = { method: 'GET', milliseconds: 1, transactionId: undefined };
    for (let n = 0; n < 30; n += 1) log.call({ ...entry, path: `/p/${n}`, status: 500, error: 'service' });
    await assert.rejects(client(DOWN).activateSegment('production-env', 'secret-segment'));
    log.call({ ...entry, path: '/fine', status: 200 });
    log.call({ ...entry, path: '/left', status: undefined, error: 'cancelled' });
    reportFailure(new RangeError('a name in a message'), log);
    assert.deepEqual([log.recent().length, log.recent()[0]], [20, { ...log.recent()[0], path: '/p/12' }]);
    const text = await copy();
    assert.match(text, /^- \S+Z GET \/\{…\}\/\{…\}: service 500, 1 ms$/m);
    assert.match(text, /^- \S+Z POST \/internal\/api\/v2\/segments\/\{…\}\/\{…\}: network, \d+ ms$/m);
    assert.match(text, /^- \S+Z RangeError$/m);
    for (const hidden of ['secret-segment', 'production-env', 'a name in a message', 'fine', 'left'])
      assert.ok(!text.includes(hidden), hidden);
  });

  it('contains no API key or its name, no address of a person, no path of a base URL, and no login of a proxy', async () => {
    inspected.set('http.proxy', { globalValue: 'http://dana:hunter2@proxy.test:8080' });
    inspected.set('http.proxyAuthorization', { globalValue: 'Basic aHVudGVyMg==' });
    inspected.set('http.noProxy', { globalValue: ['inside.test'] });
    inspected.set('flagAdmin.some.text', { workspaceValue: CANARY });
    await assert.rejects(client(DOWN).listWorkspaces({ offset: 0, limit: 1 }));
    const text = await copy();
    const secrets = [CANARY, 'dana', 'robin', 'tenant-seven', 'hunter2', 'aHVudGVyMg', 'proxy.test', 'inside.test'];
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} in ${text}`);
    for (const line of ['http.proxy (user): set', 'http.noProxy (user): set', 'flagAdmin.some.text (workspace): set'])
      assert.ok(text.includes(`- ${line}\n`), line);
  });

  it('shows only settings whose values are known words, numbers or booleans', () => {
    const known = knownSettings([{ properties: { 'a.word': { enum: ['x', 'y'] }, 'a.list': { type: 'array' } } }, undefined]);
    const set: Record<string, object> = {
      'a.word': { globalValue: 'x', workspaceValue: 'from a hostile folder' },
      'a.list': { globalValue: ['x'] },
      'http.proxyStrictSSL': { globalValue: false },
      'http.proxySupport': { globalValue: 'off' },
    };
    const lines = settingLines(known, (name) => set[name]);
    const own = ['a.word (user): x', 'a.word (workspace): set', 'a.list (user): set'];
    assert.deepEqual(lines, [...own, 'http.proxySupport (user): off', 'http.proxyStrictSSL (user): false']);
  });

  it('contains only the fixed words of paths', () => {
    assert.equal(pathTemplate('/internal/api/v2/segments/ws/w-1/name%2Fx'), '/internal/api/v2/segments/ws/{…}/{…}');
    assert.equal(pathTemplate('/internal/api/v2/toggles/ws/w-1/a?x=b&y='), '/internal/api/v2/{…}/ws/{…}/{…}?x&y');
  });
});

describe('the log', () => {
  const entry = { path: '/p', milliseconds: 1, transactionId: undefined };

  it('has the levels Debug for a reading, Info for a change, Warning for a refusal, and Error for a failure', () => {
    const log = createLog();
    lines.length = 0;
    const call = (method: string, status: number | undefined, error?: 'service' | 'network' | 'cancelled'): void =>
      log.call({ ...entry, method, status, ...(error && { error }) });
    call('GET', 200);
    call('PUT', 200);
    call('PUT', 403, 'service');
    call('GET', 503, 'service');
    call('GET', undefined, 'network');
    call('GET', undefined, 'cancelled');
    log.fault('TypeError', 'with its stack');
    const levels = lines.map(({ level }) => level);
    assert.deepEqual(levels, ['debug', 'info', 'warn', 'error', 'error', 'debug', 'error']);
  });

  it('has no entry that looks like several or controls a terminal', () => {
    const forged = 'a\r\n2026-01-01 [info] PUT /x 200\n2026\u001b[2J\u0085b\u2028c\td';
    const written = 'a\n    2026-01-01 [info] PUT /x 200\n    2026 [2J\n    b\n    c\td';
    const log = createLog();
    lines.length = 0;
    log.warn(forged);
    log.fault('TypeError', forged);
    log.call({ ...entry, method: 'PUT', status: 200, transactionId: forged });
    assert.deepEqual(
      lines.map(({ line }) => line),
      [written, written, `PUT /p 200 1 ms transactionId=${written}`],
    );
  });
});
