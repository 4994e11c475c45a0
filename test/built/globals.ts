/** Tests that loading and using the built client does not change the globals that all extensions of a host share. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { builtFile, root } from '../manifest/built.ts';

/** Runs a script that prints one line of JSON, in a separate Node process. */
export async function inOwnNode(node: string, script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(node, ['--eval', script], { cwd: root });
  return JSON.parse(stdout);
}

const versionOf = (node: string): string => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);

/**
 * A script that reports the changes that running `load` makes to the globals that all extensions share. zod stores its settings
 * there, and this extension leaves them empty.
 */
const traces = (load: string): string => `
  const symbols = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map((name) => Symbol.for(name));
  const before = Reflect.ownKeys(globalThis);
  const found = symbols.map((symbol) => symbol in globalThis);
  (async () => {
    ${load}
    const written = symbols.map((symbol) => (symbol in globalThis));
    const added = Reflect.ownKeys(globalThis).filter((key) => !before.includes(key) && key !== '__zod_globalConfig').map(String);
    console.log(JSON.stringify({ found, written, added }));
  })();`;

const untouched = { found: [false, false], written: [false, false], added: [] };

/** `node` is the program that runs the built files: the editor's own Node is older than the one that runs the tests. */
export function describeGlobals(node: string): void {
  describe(`the globals of undici, under Node ${versionOf(node)}`, () => {
    const client = JSON.stringify(builtFile('client.js'));

    it('stay untouched when the client is loaded', async () => {
      assert.deepEqual(await inOwnNode(node, traces(`require(${client});`)), untouched);
    });

    it('stay untouched when the client is used', async () => {
      const use = `
        const { createClient } = require(${client});
        const server = require('node:http').createServer((_, response) => {
          response.setHeader('content-type', 'application/json');
          response.end('{"objects":[],"offset":0,"limit":1,"totalCount":0}');
        });
        await new Promise((done) => server.listen(0, '127.0.0.1', done));
        const baseUrl = 'http://127.0.0.1:' + server.address().port;
        const client = createClient({ baseUrl, vocabulary: { flag: 'flag' }, apiKey: 'key' });
        const page = await client.listWorkspaces({ offset: 0, limit: 1 });
        if (page.objects.length !== 0) throw new Error('the call did not arrive');
        await client.close();
        server.close();`;
      assert.deepEqual(await inOwnNode(node, traces(use)), untouched);
    });

    it('stay untouched when the client searches for a proxy', async () => {
      const use = `
      const { createClient } = require(${client});
      const network = { proxyUrl: 'http://127.0.0.1:9', noProxy: [], isStrictSsl: true, isSystemCertificates: true, environment: {} };
      const client = createClient({ baseUrl: 'https://service.test', vocabulary: { flag: 'flag' }, apiKey: 'key', network });
      const error = await client.activateSegment('e', 's').catch((thrown) => thrown);
      if (error.code !== 'ERR_PROXY_DOWN') throw error;
      await client.close();`;
      assert.deepEqual(await inOwnNode(node, traces(use)), untouched);
    });

    it('would be seen if undici wrote them', async () => {
      const { written } = (await inOwnNode(node, traces(`require('undici');`))) as typeof untouched;
      assert.deepEqual(written, [true, true]);
    });
  });
}
