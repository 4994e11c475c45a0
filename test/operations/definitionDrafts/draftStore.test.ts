/** Drafts of definitions on a real disk: whole, versioned, and never overwritten unseen. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { draftId, jsonDraftId, type DefinitionDraft, type DraftPlace } from '../../../src/operations/definitionDrafts/draft.ts';
import { createDraftStore } from '../../../src/operations/definitionDrafts/draftStore.ts';
import { readDefinitionText } from '../../../src/operations/definitionText/readDefinitionText.ts';
import { takeLock } from '../../../src/storage/lock.ts';

const place = (flagName: string): DraftPlace => ({
  connectionId: 'c1',
  workspace: { id: 'w1', name: 'Storefront' },
  environment: { id: 'e1', name: 'production' },
  flagName,
});
const draft = (text: string, at = place('checkout'), stamp = 1): DefinitionDraft => ({
  id: draftId(at),
  place: at,
  text,
  base: { name: at.flagName, treatments: [], rules: [], defaultRule: [] },
  stamp,
  message: 'A title\n\nand why',
});

describe('the drafts of definitions', () => {
  let folder = '';
  beforeEach(() => {
    folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'drafts-')), 'of', 'definitions');
  });
  afterEach(() => rmSync(path.join(folder, '..', '..'), { recursive: true, force: true }));
  const files = (): readonly string[] => readdirSync(folder).toSorted();

  it('are read as they were saved, by another window too', async () => {
    const saved = await createDraftStore(folder).save(draft('a: 1'), undefined);
    assert.ok(saved.ok);
    assert.deepEqual(await createDraftStore(folder).read(saved.draft.id), saved.draft);
    assert.deepEqual(await createDraftStore(folder).list(), [saved.draft]);
  });

  it('are none where nothing was ever saved', async () => {
    assert.deepEqual(await createDraftStore(folder).list(), []);
    assert.equal(await createDraftStore(folder).read(draft('').id), undefined);
  });

  it('get a higher stamp with each other text, and the same with the same', async () => {
    const store = createDraftStore(folder);
    const stamps: number[] = [];
    let seen: string | undefined;
    for (const text of ['a', 'b', 'b', 'a']) {
      const outcome = await store.save(draft(text), seen);
      assert.ok(outcome.ok);
      stamps.push(outcome.draft.stamp);
      seen = text;
    }
    assert.deepEqual(stamps, [1, 2, 2, 3]);
  });

  it('refuse a text that was written over an older one, and leave what another window has saved', async () => {
    const [one, other] = [createDraftStore(folder), createDraftStore(folder)];
    const first = await one.save(draft('first'), undefined);
    assert.ok(first.ok);
    assert.ok((await other.save(draft('other'), first.draft.text)).ok);
    const late = await one.save(draft('late!'), first.draft.text);
    assert.ok(!late.ok);
    assert.equal(late.refusal.now.text, 'other');
    assert.equal((await one.read(first.draft.id))?.text, 'other');
    assert.ok((await one.save(draft('late!'), late.refusal.now.text)).ok);
  });

  it('refuse it also where the other was begun anew, and has the stamp of the one before', async () => {
    const [one, other] = [createDraftStore(folder), createDraftStore(folder)];
    const first = await one.save(draft('first'), undefined);
    assert.ok(first.ok);
    await other.remove(first.draft);
    const again = await other.save(draft('other'), undefined);
    assert.ok(again.ok);
    assert.equal(again.draft.stamp, first.draft.stamp);
    assert.equal((await one.save(draft('late!'), 'first')).ok, false);
  });

  it('keep what is not their text as it is by now, whoever saves one or changes the other', async () => {
    const store = createDraftStore(folder);
    const first = await store.save(draft('first'), undefined);
    assert.ok(first.ok);
    const { id, base } = first.draft;
    await store.change(id, (now) => ({ ...now, message: 'Typed meanwhile', sent: base! }));
    const next = await store.save({ ...first.draft, text: 'next' }, 'first');
    assert.ok(next.ok);
    assert.deepEqual(next.draft, { ...first.draft, text: 'next', stamp: 2, message: 'Typed meanwhile', sent: base });
    await store.change(id, () => undefined);
    assert.deepEqual(await store.read(id), next.draft);
    await store.remove(next.draft);
    await store.change(id, (now) => ({ ...now, message: 'of one that is gone' }));
    assert.deepEqual(files(), []);
  });

  it('let one of two windows that save at once win, and tell the other', async () => {
    const stores = [1, 2, 3, 4].map(() => createDraftStore(folder));
    const outcomes = await Promise.all(stores.map((store, index) => store.save(draft(`text ${index}`), undefined)));
    assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
  });

  it('keep a text after a discard by another window', async () => {
    const store = createDraftStore(folder);
    const saved = await store.save(draft('first'), undefined);
    assert.ok(saved.ok);
    assert.deepEqual(await createDraftStore(folder).remove(saved.draft), { ok: true });
    assert.equal(await store.read(saved.draft.id), undefined);
    assert.ok((await store.save(draft('second'), saved.draft.text)).ok);
  });

  it('stay where another window has saved its own text since, which a discard of the older one would take', async () => {
    const store = createDraftStore(folder);
    const first = await store.save(draft('first'), undefined);
    assert.ok(first.ok);
    const other = await createDraftStore(folder).save(draft('other'), first.draft.text);
    assert.ok(other.ok);
    const refusal = { code: 'savedElsewhere', now: other.draft };
    assert.deepEqual(await store.remove(first.draft), { ok: false, refusal });
    assert.deepEqual(await store.read(first.draft.id), other.draft);
    assert.deepEqual([await store.remove(other.draft), await store.remove(other.draft)], [{ ok: true }, { ok: true }]);
    assert.deepEqual(files(), []);
  });

  it('tell apart flags and hostile names', async () => {
    const store = createDraftStore(folder);
    for (const at of [place('a'), place('b'), place('../../a'), place('A')]) await store.save(draft('x', at), undefined);
    assert.equal((await store.list()).length, 4);
    assert.ok(
      files().every((name) => /^[0-9a-f]{32}\.draft\.json$/.test(name)),
      files().join(),
    );
  });

  it('put a damaged file aside, and leave other files alone', async () => {
    const store = createDraftStore(folder);
    const saved = await store.save(draft('text'), undefined);
    assert.ok(saved.ok);
    const file = path.join(folder, `${saved.draft.id}.draft.json`);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9));
    writeFileSync(path.join(folder, 'of-a-later-version.draft2'), '{}');
    assert.equal(await store.read(saved.draft.id), undefined);
    assert.deepEqual(files(), [`${saved.draft.id}.draft.json.damaged`, 'of-a-later-version.draft2']);
    await assert.rejects(store.remove({ id: '../../x', text: '' }), TypeError);
  });

  /** As 0.2.0 wrote a draft in JSON, with comments. */
  async function writeJson(flagName: string): Promise<string> {
    const at = place(flagName);
    const id = jsonDraftId(at);
    const text = `// of ${flagName}\n{\n\t"name": "${flagName}", // "a"\n\t"url": "http://x/*", /* b */ "rules": [],\n}\n`;
    const stored = { version: 2, ...draft(text, at), id, place: { ...at, format: 'json' } };
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${id}.draft.json`), JSON.stringify(stored));
    return id;
  }

  it('become YAML where an earlier version has kept them in JSON', async () => {
    const store = createDraftStore(folder);
    const id = await writeJson('checkout');
    const [found, ...more] = await store.list();
    assert.deepEqual([found?.id, more], [draftId(place('checkout')), []]);
    assert.deepEqual([found?.message, found?.base?.name], ['A title\n\nand why', 'checkout']);
    const { definition } = await readDefinitionText(found!.text);
    assert.deepEqual(definition, { name: 'checkout', url: 'http://x/*', rules: [], treatments: [], defaultRule: [] });
    assert.match(found!.text, /^ # of checkout\n\{\n {2}"name": "checkout",  # "a"\n/);
    assert.deepEqual(await store.list(), [found]);
    assert.deepEqual(await store.read(found!.id), found);
    assert.ok(!files().some((name) => name.startsWith(id)), files().join());
  });

  it('stay as they are beside one in JSON, which is put with those of other versions', async () => {
    const told: unknown[] = [];
    const store = createDraftStore(folder, (...said) => told.push(said));
    const saved = await store.save(draft('name: f'), undefined);
    await writeJson('checkout');
    assert.deepEqual(await store.list(), [saved.ok && saved.draft]);
    assert.equal(told.length, 1);
  });

  it('move aside what another version has written, say how many once, and write nothing over it', async () => {
    const told: unknown[] = [];
    const store = createDraftStore(folder, (...said) => told.push(said));
    const saved = await store.save(draft('text'), undefined);
    assert.ok(saved.ok);
    const name = `${saved.draft.id}.draft.json`;
    const { version, ...unversioned } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Record<string, unknown>;
    assert.equal(version, 2);
    const others = path.join(folder, 'otherVersions');
    writeFileSync(path.join(folder, name), JSON.stringify(unversioned));
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(told, [[1, others]]);
    assert.equal(readFileSync(path.join(others, name), 'utf8'), JSON.stringify(unversioned));
    writeFileSync(path.join(folder, name), JSON.stringify({ ...unversioned, version: 3 }));
    assert.ok((await store.save(draft('mine'), undefined)).ok);
    assert.deepEqual(readdirSync(others).toSorted(), [name, `${name}-2`]);
    assert.equal((await store.read(saved.draft.id))?.text, 'mine');
  });

  it('put no file aside that another window has written anew since it was found damaged', async () => {
    const store = createDraftStore(folder);
    const saved = await store.save(draft('text'), undefined);
    assert.ok(saved.ok);
    const { id } = saved.draft;
    const file = path.join(folder, `${id}.draft.json`);
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.slice(0, -9));
    const writing = await takeLock(`${file}.lock`);
    const reading = [store.read(id), store.list()] as const;
    await setTimeout(100);
    writeFileSync(file, whole);
    await writing!.release();
    assert.deepEqual(await Promise.all(reading), [saved.draft, [saved.draft]]);
    assert.deepEqual(files(), [`${id}.draft.json`]);
  });

  it('stay as they are known where one can’t be read just now', async () => {
    const store = createDraftStore(folder);
    const [one, other] = [await store.save(draft('a'), undefined), await store.save(draft('b', place('z')), undefined)];
    assert.ok(one.ok && other.ok);
    const known = await store.list();
    const file = path.join(folder, `${one.draft.id}.draft.json`);
    renameSync(file, `${file}.away`);
    mkdirSync(file); // what no program can read as a file
    assert.deepEqual(await store.list(known), [one.draft, other.draft]);
    assert.deepEqual(await store.list(), [other.draft], 'nothing is known of it');
    rmdirSync(file);
    assert.deepEqual(await store.list(known), [other.draft], 'it is gone');
  });

  it('leave no text of a process that was killed while it wrote one, but that of one that is writing', async () => {
    const store = createDraftStore(folder);
    const saved = await store.save(draft('text'), undefined);
    assert.ok(saved.ok);
    const [left, now] = ['left', 'now'].map((name) => path.join(folder, `${saved.draft.id}.draft.json.${name}.tmp`));
    for (const file of [left!, now!]) writeFileSync(file, '{"text": "half of');
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(left!, hourAgo, hourAgo);
    assert.deepEqual(await store.list(), [saved.draft]);
    assert.deepEqual(files(), [`${saved.draft.id}.draft.json`, path.basename(now!)]);
  });

  it('are whole after the process that writes them is killed', async () => {
    const module = new URL('../../../src/operations/definitionDrafts/draftStore.ts', import.meta.url).href;
    const script = `
      const { createDraftStore } = await import(${JSON.stringify(module)});
      const store = createDraftStore(${JSON.stringify(folder)});
      const draft = ${JSON.stringify({ ...draft(''), base: undefined })};
      let seen;
      for (let n = 0; ; n += 1) {
        seen = (await store.save({ ...draft, text: n + '|'.repeat(20_000) + n }, seen)).draft.text;
        if (n === 3) console.log('written');
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await createDraftStore(folder).list();
    assert.equal(left.length, 1);
    assert.match(left[0]!.text, /^(\d+)\|{20000}\1$/);
    // What the dead process had claimed is free.
    assert.ok((await createDraftStore(folder).save(draft('next'), left[0]!.text)).ok);
  });

  it('tell another window of a change', async () => {
    const told = Promise.withResolvers<void>();
    const end = createDraftStore(folder).watch(() => told.resolve());
    // The watch begins a moment later: saved until it is heard.
    const store = createDraftStore(folder);
    let saves = 0;
    const timer = setInterval(() => void store.save(draft(String((saves += 1))), undefined).catch(() => undefined), 50);
    await told.promise;
    clearInterval(timer);
    end();
  });
});
