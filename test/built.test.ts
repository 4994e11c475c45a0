/** What is shipped: the entry is small, the rest waits for its first use, and nothing leaks into the extension host. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { builtFile, builtFiles, root, useFakeVscode } from './manifest/built.ts';

const MAX_ENTRY_BYTES = 20 * 1024;

/** Runs a script in a Node of its own, which prints one line of JSON. */
async function inOwnNode(script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', script], { cwd: root });
  return JSON.parse(stdout);
}

/**
 * A script that says what loading and using `load` does to the globals that all extensions share. zod keeps its
 * settings there; ours leaves them empty.
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

describe('the built extension', () => {
  const files = builtFiles();

  it(`has an entry of no more than ${MAX_ENTRY_BYTES} bytes`, () => {
    assert.ok(statSync(builtFile('extension.js')).size <= MAX_ENTRY_BYTES, `${statSync(builtFile('extension.js')).size} bytes`);
  });

  it('requires only Node, vscode and files of its own that are there', () => {
    for (const file of files.filter((name) => name !== 'review.js')) {
      const required = [...readFileSync(builtFile(file), 'utf8').matchAll(/\brequire\("([^"]+)"\)/g)].map((found) => found[1]!);
      for (const name of required) {
        const isThere = name === 'vscode' || isBuiltin(name) || files.includes(name.replace(/^\.\//, ''));
        assert.ok(isThere, `${file} requires ${name}`);
      }
    }
  });

  it('ships every lazily loaded file so that it loads by itself', () => {
    useFakeVscode();
    const require = createRequire(import.meta.url);
    for (const file of files.filter((name) => !['extension.js', 'review.js'].includes(name))) {
      assert.ok(Object.keys(require(builtFile(file)) as object).length > 0, `${file} exports nothing`);
    }
  });

  it('needs no module system for the panel', () => {
    assert.doesNotMatch(readFileSync(builtFile('review.js'), 'utf8'), /\b(require|import)\(|\bmodule\.exports/);
  });
});

describe('activation', () => {
  it('loads the entry alone', async () => {
    // In a process of its own: here other tests have loaded the rest.
    const script = `import(${JSON.stringify(new URL('manifest/built.ts', import.meta.url).href)}).then(async ({ activate, loadedFiles, useFakeVscode }) => {
      useFakeVscode();
      const deactivate = await activate();
      console.log(JSON.stringify(loadedFiles()));
      await deactivate();
    });`;
    assert.deepEqual(await inOwnNode(script), ['extension.js']);
  });
});

describe('the globals of undici', () => {
  const client = JSON.stringify(builtFile('api-client.js'));

  it('stay untouched when the client is loaded', async () => {
    assert.deepEqual(await inOwnNode(traces(`require(${client});`)), untouched);
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
    assert.deepEqual(await inOwnNode(traces(use)), untouched);
  });

  it('would be seen if undici wrote them', async () => {
    const { written } = (await inOwnNode(traces(`require('undici');`))) as typeof untouched;
    assert.deepEqual(written, [true, true]);
  });
});
