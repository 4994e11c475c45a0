/** What is shipped: the entry is small, the rest waits for its first use, and nothing leaks into the extension host. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { describeGlobals, inOwnNode } from './built/globals.ts';
import { builtFile, builtFiles, root, useFakeVscode } from './manifest/built.ts';

const MAX_ENTRY_BYTES = 20 * 1024;

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

  it('has each module of ours once in all lazily loaded files together', () => {
    // A call of tell.ts, which nearly all import.
    const holders = files.filter((file) => readFileSync(builtFile(file), 'utf8').includes('.showErrorMessage('));
    assert.deepEqual(holders, ['shared.js']);
  });

  it('has of yaml what the sources use of it', () => {
    useFakeVscode();
    const built = createRequire(import.meta.url)(builtFile('yaml.js')) as object;
    const used = new Set<string>();
    for (const file of readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(path.join(root, 'src', file), 'utf8');
      for (const [, name] of text.matchAll(/\byaml\.(\w+)/g)) used.add(name!);
      for (const [, names] of text.matchAll(/\{([^{}]*)\} = await import\('yaml'\)/g))
        for (const name of names!.split(',')) used.add(name.trim());
    }
    assert.ok(used.size > 5, 'the sources use yaml in a form that is not known here');
    assert.deepEqual(Object.keys(built).toSorted(), [...used].toSorted());
  });

  it('reads bytes in YAML as the package for Node does, and says nothing on the console', async () => {
    const script = `
      const said = [];
      console.warn = (...words) => said.push(words);
      process.emitWarning = (...words) => said.push(words);
      const { parseDocument } = require(${JSON.stringify(builtFile('yaml.js'))});
      const read = (text) => parseDocument(text).toJS();
      console.log(JSON.stringify({ bytes: [read('!!binary "a2V5"'), read('!!binary "no base64 *"')].map(Buffer.isBuffer),
        list: read('? [a, b]\\n: c'), said }));`;
    assert.deepEqual(await inOwnNode(process.execPath, script), { bytes: [true, true], list: { '[ a, b ]': 'c' }, said: [] });
  });

  it('has the client load none of the HTTP/2 that it does not speak', async () => {
    const script = `require(${JSON.stringify(builtFile('api-client.js'))});
      console.log(JSON.stringify(process.moduleLoadList.filter((name) => name.includes('http2'))));`;
    assert.deepEqual(await inOwnNode(process.execPath, script), []);
  });

  it('has a thread that parses YAML, and hands out what it finds part by part', async () => {
    const worker = new Worker(builtFile('operations-parserThread.js'));
    worker.postMessage({ part: 'keys:\n- key: "a\\n"\n- key: b' });
    worker.postMessage({ part: 'c\n- key: b\n' });
    worker.postMessage({ field: 'key' });
    const [answer] = (await once(worker, 'message')) as [{ found: { keys: unknown }; isLast: unknown }];
    await worker.terminate();
    assert.deepEqual([answer.found.keys, answer.isLast], [['a', 'bc', 'b'], true]);
  });

  it('has a thread that answers about the text of a definition', async () => {
    const workerData = { text: 'name: f', format: 'yaml', question: { code: 'problems', known: { flag: 'g' } } };
    const worker = new Worker(builtFile('operations-definitionText-textThread.js'), { workerData });
    const [answer] = (await once(worker, 'message')) as [{ problems: readonly { code: string }[] }];
    await worker.terminate();
    assert.ok(answer.problems.some(({ code }) => code === 'otherFlag'));
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
    assert.deepEqual(await inOwnNode(process.execPath, script), ['extension.js']);
  });
});

describeGlobals(process.execPath);
