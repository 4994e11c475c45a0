/** The file system of definitions, as the editor calls it, over the real client and the real sandbox. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sendable, useService } from '../../operations/service.ts';
import { Memento } from '../fakeContext.ts';
import { pressNext, shown } from '../fakeVscode.ts';
import { closed, FileSystemError, focused, openDocuments, openUris, shownUris, Typed, Uri } from './fakeEditor.ts';
import { openRequest } from './openRequest.ts';
import { newFolder, openWindow, stopped } from './window.ts';

const { addressOf, definitionUri } = await import('../../../src/editor/definitionUri.ts');
const service = useService();
const FLAG = 'checkout-redesign';

const reads = (): number => service.count('GET', /\/environments\//);
const wrote = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

/** Somebody else changes the live definition. */
async function changeLive(environment = 'development'): Promise<void> {
  const { workspaceId, environmentId } = service.place(environment);
  const client = service.as('submitter-key');
  const now = await client.readDefinition(workspaceId, FLAG, environmentId);
  await client.replaceDefinition({ workspaceId, environmentId, flagName: FLAG }, { ...sendable(now), trafficAllocation: 42 });
}

describe('the address of a definition', () => {
  const place = (flagName: string, workspace = 'Storefront') => ({
    connectionId: 'c1',
    connectionName: 'Shop',
    workspace: { id: 'w1', name: workspace },
    environment: { id: 'e1', name: 'production' },
    flagName,
    format: 'yaml' as const,
  });

  it('reads well', () => {
    assert.equal(definitionUri(place('checkout redesign')).path, '/Shop/Storefront/production/checkout redesign.yaml');
    assert.match(definitionUri({ ...place('a'), format: 'json' }).path, /\/a\.jsonc$/);
  });

  it('gives back every name, and makes of none another path', () => {
    for (const name of [
      'a/b',
      '../../etc',
      '..',
      '.',
      'a%2Fb',
      '%',
      'a\\b',
      'ü b',
      '\u202Eevil',
      'a\nb',
      '\uD800',
      'x.yaml',
      ' a ',
      '😀',
    ]) {
      const uri = definitionUri(place(name, name));
      assert.equal(uri.path.split('/').length, 5, uri.path);
      assert.ok(!/[\p{Cc}\p{Cf}\p{Cs}]/u.test(uri.path), uri.path);
      assert.ok(!uri.path.split('/').some((part) => part === '..' || part === '.'), uri.path);
      const address = addressOf(uri);
      assert.equal(address?.place.flagName, name);
      assert.equal(address?.place.workspace.name, name);
      const live = definitionUri(place(name, name), 'live');
      assert.deepEqual([addressOf(live)?.place.flagName, addressOf(live)?.version], [name, 'live']);
      const base = definitionUri(place(name, name), 'base', 'live');
      assert.deepEqual([base.path, addressOf(base)?.version], [live.path, 'base']);
      assert.equal(addressOf(base)?.place.flagName, name);
    }
  });

  it('tells apart what has the same names, and is undefined for any other', () => {
    const [one, other] = ['w1', 'w2'].map((id) => definitionUri({ ...place('a'), workspace: { id, name: 'W' } }).toString());
    assert.notEqual(one, other);
    for (const [path, query] of [
      ['/Shop/W/E/a.yaml', ''],
      ['/Shop/W/E/a.txt', 'connection=c&workspace=w&environment=e'],
      ['/Shop/W/E/F/a.yaml', 'connection=c&workspace=w&environment=e'],
      ['/Shop/W/E/a.yaml', 'connection=c&workspace=w&environment=e&version=other'],
    ] as const) {
      assert.equal(addressOf(Uri.from({ scheme: 'flag-admin', path, query }) as never), undefined, path);
    }
  });
});

describe('a definition as a file', () => {
  it('is the live definition, read once however often it is asked for', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const [one, text, other] = [await window.stat(uri), await window.read(uri), await window.stat(uri)];
    assert.match(text, /^.*name: checkout-redesign$/m);
    assert.deepEqual([one.size, one.mtime], [other.size, other.mtime]);
    assert.equal(one.size, new TextEncoder().encode(text).length);
    assert.equal(reads(), 1);
    window.dispose();
  });

  it('is JSON where that is asked for', async () => {
    const window = await openWindow(service);
    assert.match(await window.read(window.uri(FLAG, 'production', 'json')), /"name": "checkout-redesign"/);
    window.dispose();
  });

  it('keeps what is saved as a draft, over a reload, and sends nothing', async () => {
    const [first, folder, memory] = [await openWindow(service), newFolder(), new Memento()];
    first.dispose();
    const window = await openWindow(service, { folder, memory });
    const uri = window.uri(FLAG);
    const live = await window.read(uri);
    const before = await window.stat(uri);
    await window.write(uri, `# mine\n${live}`);
    const after = await window.stat(uri);
    assert.ok(after.mtime > before.mtime);
    window.dispose();
    const again = await openWindow(service, { folder, memory });
    service.seen.length = 0;
    again.inUse.now = undefined;
    assert.equal(await again.read(uri), `# mine\n${live}`);
    assert.deepEqual(await again.stat(uri), after);
    assert.equal(wrote(), 0);
    again.dispose();
  });

  it('has a time that grows exactly when the text changes, and never one of the clock', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const times: number[] = [];
    const see = async (): Promise<void> => void times.push((await window.stat(uri)).mtime);
    const live = await window.read(uri);
    await see();
    await window.write(uri, `${live}# a\n`);
    await see();
    await window.write(uri, `${live}# a\n`);
    await see();
    await window.write(uri, `${live}# b\n`);
    await see();
    await window.write(uri, live);
    await see();
    await see();
    const [t0, t1, t2, t3, t4, t5] = times as [number, number, number, number, number, number];
    assert.ok(t0 < t1 && t1 === t2 && t2 < t3 && t3 < t4 && t4 === t5, times.join());
    assert.ok(times.every((time) => Math.abs(time - Date.now()) > 60_000 || time === t0 || time <= t0 + 10));
    window.dispose();
  });

  it('is live again when what was changed is taken back by hand', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const live = await window.read(uri);
    await window.write(uri, `${live}# a\n`);
    assert.notEqual(await window.read(uri), live);
    await window.write(uri, live);
    assert.equal(await window.read(uri), live);
    window.dispose();
  });

  it('tells the editor when the live definition is another, after a look', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    openUris.push(uri);
    const before = await window.read(uri);
    const stat = await window.stat(uri);
    await changeLive();
    assert.equal(await window.read(uri), before);
    await window.look();
    assert.ok(window.changes.some((change) => change.uri.toString() === uri.toString()));
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    assert.ok((await window.stat(uri)).mtime > stat.mtime);
    openUris.length = 0;
    window.dispose();
  });

  it('is what was asked for last, though an answer to an earlier look comes after it', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    openUris.push(uri);
    await window.read(uri);
    const { client } = window.inUse.now!;
    const slow = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    window.inUse.now = {
      ...window.inUse.now!,
      client: {
        ...client,
        readDefinition: async (...place: Parameters<typeof client.readDefinition>) => {
          const definition = await client.readDefinition(...place);
          asked.resolve();
          await slow.promise;
          return definition;
        },
      },
    };
    const earlier = window.look();
    await asked.promise;
    window.inUse.now = { ...window.inUse.now, client };
    await changeLive();
    await window.look();
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    slow.resolve();
    await earlier;
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    openUris.length = 0;
    window.dispose();
  });

  it('is read anew after a look where it was read with no document of it open', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    await window.read(uri);
    await changeLive();
    await window.look();
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    window.dispose();
  });

  it('is read anew once its document was closed', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    await window.read(uri);
    await changeLive();
    closed.fire({ uri });
    assert.match(await window.read(uri), /trafficAllocation: 42/);
    window.dispose();
  });

  it('is read-only while a request is open on the flag, and keeps the draft', async () => {
    const window = await openWindow(service);
    const uri = window.uri('recommendation-engine');
    assert.equal((await window.stat(uri)).permissions, 1);
    await assert.rejects(window.write(uri, 'name: x\n'), (error: FileSystemError) => {
      assert.equal(error.code, 'NoPermissions');
      assert.match(error.message, /A change request is open on/);
      return true;
    });
    window.dispose();
  });

  it('keeps what is typed and not saved when a request is opened on the flag, before it becomes read-only', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const text = await window.read(uri);
    const document = new Typed(uri, `# not saved yet\n${text}`);
    document.save = async () => {
      await window.write(uri, document.getText());
      document.isDirty = false;
      return true;
    };
    document.isDirty = true;
    openDocuments.push(document);
    await openRequest(service, FLAG, 'production');
    await window.look();
    openDocuments.length = 0;
    assert.equal(document.isDirty, false);
    assert.equal((await window.stat(uri)).permissions, 1);
    assert.match(await window.read(uri), /^# not saved yet/);
    window.dispose();
  });

  it('can be saved after another connection came into use', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const text = await window.read(uri);
    openUris.push(uri);
    window.inUse.now = undefined;
    window.switched.fire();
    await window.write(uri, `${text}# mine\n`);
    assert.match(await window.read(uri), /# mine/);
    openUris.length = 0;
    window.dispose();
  });

  it('with a draft asks the service once, not at each look of the editor, while it can’t be reached', async () => {
    const [folder, first] = [newFolder(), await openWindow(service)];
    first.dispose();
    const window = await openWindow(service, { folder });
    const uri = window.uri(FLAG);
    await window.write(uri, `${await window.read(uri)}# mine\n`);
    window.dispose();
    const again = await openWindow(service, { folder });
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'no' } });
    service.seen.length = 0;
    for (let n = 0; n < 5; n += 1) {
      await again.stat(uri);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(reads(), 1);
    again.dispose();
  });

  it('with a draft is read-only where a request was opened while it was closed', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    await window.write(uri, `${await window.read(uri)}# mine\n`);
    const opened = async (): Promise<number | undefined> => {
      const told = window.changes.length;
      await window.stat(uri);
      for (let tries = 0; tries < 200 && window.changes.length === told; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      return (await window.stat(uri)).permissions;
    };
    closed.fire({ uri });
    assert.equal(await opened(), undefined);
    closed.fire({ uri });
    await openRequest(service, FLAG, 'production');
    assert.equal(await opened(), 1);
    window.dispose();
  });

  it('says in words why it can’t be read', async () => {
    const window = await openWindow(service);
    const uri = window.uri(FLAG);
    const connected = window.inUse.now!;
    const refused = async (pattern: RegExp): Promise<void> =>
      assert.rejects(window.read(uri), (error: unknown) => error instanceof FileSystemError && pattern.test(error.message));
    service.onCall = () => ({ status: 403, body: { code: 403, message: 'No access.', details: '', transactionId: 't' } });
    await refused(/No access|403/);
    service.onCall = () => undefined;
    window.inUse.now = undefined;
    await refused(/belongs to the connection “Shop”, and no connection is in use/);
    window.inUse.now = { ...connected, connectionId: 'sandbox', connectionName: 'Sandbox' };
    window.inUse.stopped = stopped();
    await refused(/belongs to the connection “Shop”, and “Sandbox” is in use/);
    window.inUse.now = connected;
    await refused(/^The sandbox is stopped/);
    await assert.rejects(window.read(Uri.from({ scheme: 'flag-admin', path: '/a/b/c/d.yaml' }) as never), {
      code: 'FileNotFound',
    });
    window.dispose();
  });

  it('does not believe an address that names another environment than it leads to', async () => {
    const window = await openWindow(service);
    const place = window.place(FLAG);
    const uri = definitionUri({ ...place, environment: { ...place.environment, name: 'staging' } });
    await assert.rejects(window.read(uri), /names the environment “staging”, but leads to “production”/);
    window.dispose();
  });

  it('can be read where drafts can’t be, and says in words that one can’t be kept; nothing of another is lost', async () => {
    const folder = newFolder();
    const whole = await openWindow(service, { folder });
    const uri = whole.uri('checkout-redesign', 'development');
    const text = await whole.read(uri);
    await whole.write(uri, `${text}# kept\n`);
    whole.dispose();
    await rename(path.join(folder, 'definitionDrafts'), path.join(folder, 'aside'));
    await writeFile(path.join(folder, 'definitionDrafts'), 'no folder');
    const window = await openWindow(service, { folder });
    assert.equal(await window.read(uri), text);
    await assert.rejects(
      window.write(uri, `${text}# mine\n`),
      /^Error: The draft of checkout-redesign can’t be kept: its folder can’t be written \((?:EEXIST|ENOTDIR)\)\. Your text is still here/,
    );
    await rm(path.join(folder, 'definitionDrafts'));
    await rename(path.join(folder, 'aside'), path.join(folder, 'definitionDrafts'));
    await assert.rejects(window.write(uri, `${text}# mine\n`), /Another window has saved its own draft/);
    await window.look();
    assert.match(await window.read(uri), /# kept/);
    window.dispose();
  });

  it('is shown at its new address when its connection was renamed, and only then', async () => {
    const window = await openWindow(service);
    const old = definitionUri({ ...window.place(FLAG), connectionName: 'Old name' }) as unknown as Uri;
    const right = window.uri('new-search') as unknown as Uri;
    openUris.push(old, right);
    const before = shownUris.length;
    window.switched.fire();
    for (let tries = 0; tries < 200 && openUris.length > 1; tries += 1) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(shownUris.slice(before).map(String), [window.uri(FLAG).toString()]);
    assert.deepEqual(openUris.splice(0).map(String), [right.toString()]);
    window.dispose();
  });

  it('lists nothing, and lets nothing be made, renamed or deleted as a file', async () => {
    const { files, uri, dispose } = await openWindow(service);
    const folder = Uri.from({ scheme: 'flag-admin', path: '/Shop/Storefront' }) as never;
    assert.deepEqual(await files.readDirectory(folder), []);
    assert.equal((await files.stat(folder)).type, 2);
    for (const act of [
      () => files.createDirectory(folder),
      () => files.delete(uri(FLAG), { recursive: false }),
      () => files.rename(uri(FLAG), uri('b'), { overwrite: false }),
    ]) {
      assert.throws(act, { code: 'NoPermissions' });
    }
    assert.equal(service.seen.length, 0);
    dispose();
  });
});

describe('two windows with one draft', () => {
  /** The text as the editor has it before each save: it stats first, and asks where time and size are others. */
  async function twoWindows() {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG);
    const live = await one.read(uri);
    await other.read(uri);
    const end = (): void => [one, other].forEach((window) => window.dispose());
    return { one, other, uri, live, end };
  }

  it('never overwrite what the other has saved unseen, not even of the same length', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await assert.rejects(other.write(uri, `${live}# two\n`), /Another window has saved its own draft/);
    assert.match(shown.at(-1)!.message, /Another window has saved its own draft of checkout-redesign/);
    assert.deepEqual(shown.at(-1)!.buttons, ['Compare', 'Save Mine', 'Take the Other']);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // It has seen the other's text now.
    await other.look();
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, `${live}# two\n`);
    end();
  });

  it('never take away what the other has saved unseen by going back to the live text', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    await one.write(uri, `${live}# one\n`);
    await other.look();
    await assert.rejects(other.write(uri, live), /Another window has saved its own draft/);
    await one.look();
    assert.equal(await one.read(uri), `${live}# one\n`);
    // Once it is seen, it may.
    assert.equal(await other.read(uri), `${live}# one\n`);
    await other.write(uri, live);
    await one.look();
    assert.equal(await one.read(uri), live);
    end();
  });

  it('overwrite it where the editor has asked, as it does when it is told of another time and size', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    const before = await other.stat(uri);
    await one.write(uri, `${live}# a longer one\n`);
    await other.look();
    const after = await other.stat(uri);
    assert.ok(after.mtime > before.mtime && after.size !== before.size);
    await other.write(uri, `${live}# two\n`);
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    end();
  });

  it('notice each other when the window gets the focus', async () => {
    const { one, other, uri, live, end } = await twoWindows();
    openUris.push(uri);
    await one.write(uri, `${live}# one\n`);
    focused.fire({ focused: true });
    await other.look();
    assert.ok(other.changes.some((change) => change.uri.toString() === uri.toString()));
    openUris.length = 0;
    end();
  });
});

describe('whoever was told of another window’s draft', () => {
  it('can save their own text over it', async () => {
    const folder = newFolder();
    const [one, other] = [await openWindow(service, { folder }), await openWindow(service, { folder })];
    const uri = one.uri(FLAG);
    const live = await one.read(uri);
    await other.read(uri);
    await one.write(uri, `${live}# one\n`);
    const document = new Typed(uri, `${live}# two\n`);
    const saved = Promise.withResolvers<void>();
    document.save = async () => {
      await other.write(uri, document.getText());
      saved.resolve();
      return true;
    };
    openDocuments.push(document);
    pressNext('Save Mine');
    await assert.rejects(other.write(uri, document.getText()), /Another window/);
    await saved.promise;
    await one.look();
    assert.equal(await one.read(uri), `${live}# two\n`);
    openDocuments.length = 0;
    for (const window of [one, other]) window.dispose();
  });
});
