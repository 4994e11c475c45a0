/** Tests the built files: the entry is small, other files load at first use, and nothing global changes in the extension host. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { describeGlobals, inOwnNode } from './built/globals.ts';
import { builtFile, builtFiles, useFakeVscode } from './manifest/built.ts';

describe('the built extension', () => {
  const files = builtFiles();

  it('requires only Node, vscode and files of its own that are there', () => {
    for (const file of files.filter((name) => name !== 'review.js')) {
      const required = [...readFileSync(builtFile(file), 'utf8').matchAll(/\brequire\("([^"]+)"\)/g)].map((found) => found[1]!);
      for (const name of required) {
        const isThere = name === 'vscode' || isBuiltin(name) || files.includes(name.replace(/^\.\//, ''));
        assert.ok(isThere, `${file} requires ${name}`);
      }
    }
  });

  it('requires the editor’s API once in each file, because each require is slow', () => {
    for (const file of files) {
      const required = readFileSync(builtFile(file), 'utf8').match(/\brequire\("vscode"\)/g) ?? [];
      assert.equal(required.length, ['extension.js', 'features.js'].includes(file) ? 1 : 0, file);
    }
  });

  it('ships every lazily loaded file so that it loads by itself', () => {
    useFakeVscode();
    const require = createRequire(import.meta.url);
    for (const file of files.filter((name) => !['extension.js', 'review.js'].includes(name))) {
      assert.ok(Object.keys(require(builtFile(file)) as object).length > 0, `${file} exports nothing`);
    }
    const features = require(builtFile('features.js')) as Readonly<Record<string, () => object>>;
    for (const [name, run] of Object.entries(features)) assert.ok(Object.keys(run()).length > 0, `${name} exports nothing`);
  });

  it('has network, sandbox and yaml each in a file of their own', () => {
    // Strings of each part that the build does not change.
    const marks = {
      'client.js': ['UND_ERR_'],
      'sandbox.js': ['The Host header must name the loopback interface'],
      'yaml.js': ['Nested mappings are not allowed'],
    };
    for (const [holder, words] of Object.entries(marks))
      for (const word of words) {
        const holders = files.filter((file) => readFileSync(builtFile(file), 'utf8').includes(word));
        assert.deepEqual(holders, [holder], word);
      }
  });

  it('does not contain zod’s translations, which would double the size of the client', () => {
    const dutch = 'Ongeldige invoer';
    assert.ok(readFileSync(createRequire(import.meta.url).resolve('zod/v4/locales/nl.js'), 'utf8').includes(dutch));
    for (const file of files) assert.ok(!readFileSync(builtFile(file), 'utf8').includes(dutch), file);
  });

  it('has a thread that parses YAML, and returns its results in parts', async () => {
    const worker = new Worker(builtFile('parserThread.js'));
    worker.postMessage({ text: 'keys:\n- key: "a\\n"\n- key: b' });
    worker.postMessage({ text: 'c\n- key: b\n' });
    worker.postMessage({ job: { kind: 'keys', source: { format: 'yaml', field: 'key' } } });
    const [answer] = (await once(worker, 'message')) as [unknown];
    await worker.terminate();
    const parts = [
      [2, 'a\n'],
      [3, 'bc'],
      [4, 'b'],
    ];
    // The rest is the name of the list that the keys come from.
    assert.deepEqual(answer, { parts, rest: 'keys' });
  });

  it('contains the worker script that answers questions about the text of a definition', async () => {
    const worker = new Worker(builtFile('textThread.js'));
    worker.postMessage({ text: 'name: f', code: 'problems', about: { known: { flag: 'g' } }, same: [] });
    const [problems] = (await once(worker, 'message')) as [readonly { code: string }[]];
    await worker.terminate();
    assert.ok(problems.some(({ code }) => code === 'otherFlag'));
  });

  it('needs no module system for the panel', () => {
    assert.doesNotMatch(readFileSync(builtFile('review.js'), 'utf8'), /\b(require|import)\(|\bmodule\.exports/);
  });
});

/** The files of dist that `run` loads. Runs in a separate process, because other tests have loaded files in this one. */
const loadedBy = (run: string): Promise<unknown> =>
  inOwnNode(
    process.execPath,
    `import(${JSON.stringify(new URL('manifest/built.ts', import.meta.url).href)}).then(async ({ activate, loadedFiles, useFakeVscode }) => {
      useFakeVscode();
      let end;
      ${run};
      console.log(JSON.stringify(loadedFiles()));
      await end?.();
    });`,
  );

describe('the code that runs in the extension host', () => {
  it('is only the entry after activation', async () => {
    assert.deepEqual(await loadedBy('end = await activate()'), ['extension.js']);
  });

  it('does not include the client, the sandbox or the YAML library before a feature needs them', async () => {
    const features = JSON.stringify(builtFile('features.js'));
    assert.deepEqual(await loadedBy(`for (const run of Object.values(require(${features}))) run()`), ['features.js']);
  });
});

describeGlobals(process.execPath);
