/** Definitions in files: what an export writes, and that it comes back the same. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { pressNext } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { activate, controls, files, openDocuments, Typed, Uri } from './fakeEditor.ts';
import { last } from './submitting.ts';
import { openWindow, type Window } from './window.ts';
import { fileNameOf, namesEnvironment } from '../../../src/editor/definitions/fileNames.ts';

const service = useService();
const FLAG = 'checkout-redesign';
let window: Window;
afterEach(() => {
  activate(undefined);
  openDocuments.length = 0;
  window.dispose();
});
const run = async (command: keyof Window['commands'], argument?: unknown): Promise<void> =>
  void (await window.commands[command]!(argument));
const exported = async (path: string, uri: unknown): Promise<string> => {
  files.save = Uri.file(path);
  await run('flagAdmin.flag.export', uri);
  return files.written.get(path) ?? '';
};
async function openFrom(path: string, text: string, environment = 'development'): Promise<void> {
  files.read.set(path, text);
  await answering(['Storefront', environment], () => run('flagAdmin.flag.openFile', Uri.file(path)));
}
async function live(environment: string): Promise<Record<string, unknown>> {
  const { workspaceId, environmentId } = service.place(environment);
  return service.as('submitter-key').readDefinition(workspaceId, FLAG, environmentId);
}

/** What stands above the text: nothing else, and as long as somebody else changes nothing of it the same. */
const aboveIn = (environment: string, id: string): RegExp =>
  new RegExp(
    `^(#|//) checkout-redesign in Storefront / ${environment}, for traffic of type account\\.\\n(#|//) Its id is ${id}, and it was made [\\d-]{10} [\\d:]{5} UTC\\.\\n\\n`,
  );

describe('a definition that was exported', () => {
  it('comes back the same, in whichever format, and tells of the environment where it is now', async () => {
    window = await openWindow(service);
    await service.as('submitter-key').killFlag({ ...service.place('development'), flagName: FLAG }, { title: 't', comment: 'c' });
    for (const [from, end] of [
      ['yaml', 'yaml'],
      ['yaml', 'jsonc'],
      ['yaml', 'json'],
      ['json', 'yml'],
      ['json', 'json'],
      ['json', 'jsonc'],
    ] as const) {
      const text = await exported(`/tmp/x.${end}`, window.uri(FLAG, 'development', from));
      if (end === 'json') assert.equal(JSON.parse(text).name, FLAG);
      pressNext('Replace');
      await openFrom(`/tmp/x.${end}`, text, 'staging');
      const format = end.startsWith('j') ? 'json' : 'yaml';
      const uri = window.uri(FLAG, 'staging', format);
      const draft = await window.read(uri);
      assert.doesNotMatch(draft, /Storefront \/ development|killed/);
      if (text.startsWith('# ') || text.startsWith('// '))
        assert.match(draft, aboveIn('staging', String((await live('staging'))['id'])));
      await answering(['My draft', ['development']], () => run('flagAdmin.flag.propose', uri));
      assert.equal(last(), 'Nothing is proposed to development: its definition says the same already.');
      // One draft, however it is written.
      assert.equal(controls[0]?.count, 1);
    }
  });

  it('has the comments of a draft in its own format alone, and says so elsewhere', async () => {
    window = await openWindow(service);
    for (const [from, own, ...others] of [['yaml', 'yml', 'json', 'jsonc'], ['json', 'jsonc', 'json', 'yaml']] as const) {
      const uri = window.uri(FLAG, 'development', from);
      const text = `${await window.read(uri)}${from === 'json' ? '//' : '#'} mine\n`;
      const where = `Your draft of ${FLAG} in Storefront / development is in the file x`;
      await exported('/tmp/x.json', uri);
      assert.match(last(), /is in the file x\.json\.$/);
      await window.write(uri, text);
      assert.equal(await exported(`/tmp/x.${own}`, uri), text);
      assert.equal(last(), `${where}.${own}.`);
      for (const other of others) {
        assert.doesNotMatch(await exported(`/tmp/x.${other}`, uri), /mine/);
        const keeps = from === 'json' ? 'jsonc' : 'yaml';
        assert.equal(last(), `${where}.${other}, without comments. A .${keeps} file keeps them.`);
      }
      pressNext('Discard Draft');
      await run('flagAdmin.flag.discardDraft', uri);
    }
  }); // prettier-ignore

  it('takes what is typed and not saved, from an editor that has no file', async () => {
    window = await openWindow(service);
    const text = `# mine\n${await window.read(window.uri(FLAG, 'production'))}`;
    const uri = Uri.from({ scheme: 'untitled', path: 'Untitled-1' });
    openDocuments.push(new Typed(uri, text));
    await answering(['Storefront', 'development'], () => run('flagAdmin.flag.openFile', uri));
    assert.equal(await window.read(window.uri(FLAG, 'development')), text);
  });

  it('is written in no format but its own where it can’t be read, and says so', async () => {
    window = await openWindow(service);
    const uri = window.uri(FLAG, 'development');
    const text = `${await window.read(uri)}rules: [\n`;
    await window.write(uri, text);
    files.written.clear();
    for (const end of ['json', 'jsonc']) {
      await exported(`/tmp/x.${end}`, uri);
      assert.match(last(), /^checkout-redesign in Storefront \/ development can’t be read as a definition: /);
    }
    assert.equal(files.written.size, 0);
    assert.equal(await exported('/tmp/x.yaml', uri), text);
  });

  it('keeps a note of the user’s that begins as what stands above one', async () => {
    window = await openWindow(service);
    const text = (await window.read(window.uri(FLAG, 'production'))).replace(/^.*\n/, `# ${FLAG} in Q3: not before the sale\n`);
    await openFrom('/tmp/noted.yaml', text);
    assert.equal(await window.read(window.uri(FLAG, 'development')), text);
  });

  it('is none where there is no definition: what is shown in its place is a beginning', async () => {
    window = await openWindow(service);
    files.written.clear();
    await exported('/tmp/x.yaml', window.uri('dark-mode', 'pre-production'));
    assert.equal(last(), 'dark-mode has no definition in Storefront / pre-production, or this API key may not see it.');
    assert.equal(files.written.size, 0);
  });

  it('is opened as the service writes it, and says what is wrong with anything else', async () => {
    window = await openWindow(service);
    const definition = await live('production');
    await openFrom('/tmp/in.json', JSON.stringify(definition));
    assert.equal(controls[0]?.count, 1);
    const refused = async (value: unknown): Promise<string> => {
      files.read.set('/tmp/in.json', JSON.stringify(value));
      await answering([], () => run('flagAdmin.flag.openFile', Uri.file('/tmp/in.json')));
      return last().replace('in.json can’t be read as a definition: ', '');
    };
    assert.match(await refused([definition]), /^This is no definition: it needs fields/);
    assert.equal(await refused({ split: definition }), 'The field “name” is missing.');
    assert.match(await refused({ ...definition, rules: 'none' }), /^This should be a list/);
  });

  it('has a name that is one on each system, and tells the environment', async () => {
    window = await openWindow(service);
    const name = (flagName: string): string => fileNameOf(window.place(flagName, 'production'));
    assert.equal(name('a/b:c*'), 'a_b_c_ (production).yaml');
    assert.equal(name('con.fig'), 'con_fig (production).yaml');
    assert.equal(name('icon.fig'), 'icon.fig (production).yaml');
    assert.ok(name('x'.repeat(400)).length < 200);
    assert.ok(namesEnvironment(name('x'.repeat(400)), 'production'));
  });
});
