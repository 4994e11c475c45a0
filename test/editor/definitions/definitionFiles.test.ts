/** Tests definitions in files: the text of an export, and that reading it gives the same definition. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { pressNext } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { activate, controls, files, openDocuments, Typed, Uri } from './fakeEditor.ts';
import { last } from './submitting.ts';
import { openWindow, type Window } from './window.ts';
import { draftId } from '../../../src/operations/definitions/drafts/draft.ts';

const { fileNameOf, namesEnvironment } = await import('../../../src/editor/definitions/exportDefinition.ts');
const { withoutHeader } = await import('../../../src/editor/definitions/documentText.ts');

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
  await answering([`${environment} · Storefront`], () => run('flagAdmin.flag.openFile', Uri.file(path)));
}
async function live(environment: string): Promise<Record<string, unknown>> {
  const { workspaceId, environmentId } = service.place(environment);
  return service.as('submitter-key').readDefinition(workspaceId, FLAG, environmentId);
}

/** The comment above the text. It stays the same until somebody else changes the definition. */
const aboveIn = (environment: string, id: string): RegExp =>
  new RegExp(
    `^#: checkout-redesign in Storefront / ${environment} · traffic type account · id ${id} · made [\\d-]{10} [\\d:]{5} UTC\\n\\n`,
  );

describe('a definition that was exported', () => {
  it('is read back unchanged, with its environment', async () => {
    window = await openWindow(service);
    await service.as('submitter-key').killFlag({ ...service.place('development'), flagName: FLAG }, { title: 't', comment: 'c' });
    const text = await exported('/tmp/x.yaml', window.uri(FLAG, 'development'));
    await openFrom('/tmp/x.yaml', text, 'staging');
    const uri = window.uri(FLAG, 'staging');
    const draft = await window.read(uri);
    assert.doesNotMatch(draft, /Storefront \/ development|killed/);
    assert.match(draft, aboveIn('staging', String((await live('staging'))['id'])));
    await answering([['development']], () => run('flagAdmin.flag.propose', uri));
    assert.equal(last(), 'Nothing is proposed to development: its definition says the same already.');
  });

  it('becomes a draft from JSON, too, with its comments', async () => {
    window = await openWindow(service);
    const { id: _, ...definition } = await live('development');
    const text = `// mine\n${JSON.stringify({ ...definition, trafficAllocation: 42 }, undefined, '\t')}\n`;
    const uri = window.uri(FLAG, 'staging');
    for (const end of ['json', 'jsonc']) {
      pressNext('Discard Draft');
      await openFrom(`/tmp/x.${end}`, text, 'staging');
      assert.match(await window.read(uri), /\n\n # mine\n\{\n {2}"name": /);
      assert.equal((await window.context.drafts.definitionOf(draftId(window.place(FLAG, 'staging'))))?.trafficAllocation, 42);
    }
  });

  it('uses the unsaved text of an untitled editor', async () => {
    window = await openWindow(service);
    const text = `${await window.read(window.uri(FLAG, 'production'))}# mine\n`;
    const uri = Uri.from({ scheme: 'untitled', path: 'Untitled-1' });
    openDocuments.push(new Typed(uri, text));
    await answering(['development · Storefront'], () => run('flagAdmin.flag.openFile', uri));
    assert.equal(withoutHeader(await window.read(window.uri(FLAG, 'development'))), withoutHeader(text));
  });

  it('can’t be exported if no definition exists, because the shown text is only a template', async () => {
    window = await openWindow(service);
    files.written.clear();
    await exported('/tmp/x.yaml', window.uri('dark-mode', 'pre-production'));
    assert.equal(last(), 'dark-mode has no definition in Storefront / pre-production, or this API key may not see it.');
    assert.equal(files.written.size, 0);
  });

  it('is opened if it has the service’s format, and otherwise reports the problem', async () => {
    window = await openWindow(service);
    const definition = await live('production');
    await openFrom('/tmp/in.json', JSON.stringify(definition));
    assert.equal(controls[0]?.count, 1);
    const refused = async (value: unknown): Promise<string> => {
      files.read.set('/tmp/in.json', JSON.stringify(value));
      await answering([], () => run('flagAdmin.flag.openFile', Uri.file('/tmp/in.json')));
      return last().replace('in.json has a problem: ', '');
    };
    assert.match(await refused([definition]), /^This is not a definition: it needs fields/);
    assert.equal(await refused({ split: definition }), 'The field “name” is missing. And 4 more.');
    assert.match(await refused({ ...definition, rules: 'none' }), /^This should be a list/);
  });

  it('has a file name that is valid on each system and contains the environment', async () => {
    window = await openWindow(service);
    const name = (flagName: string): string => fileNameOf(window.place(flagName, 'production'));
    assert.equal(name('a/b:c*'), 'a_b_c_ (production).yaml');
    assert.equal(name('con.fig'), 'con_fig (production).yaml');
    assert.equal(name('icon.fig'), 'icon.fig (production).yaml');
    assert.ok(name('x'.repeat(400)).length < 200);
    assert.ok(namesEnvironment(name('x'.repeat(400)), 'production'));
  });
});
