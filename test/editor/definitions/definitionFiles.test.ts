/** Tests definitions in files: Export Definition as File…, and Open Draft from File…. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withNote } from '../../operations/service.ts';
import { executed, pressNext } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { controls, files, openDocuments, shownUris, Typed, Uri } from './fakeEditor.ts';
import { killFlag, liveDefinition } from './others.ts';
import { FLAG, lastMessage, openWindow, service, window, writeCount } from './window.ts';

const { fileNameOf, namesEnvironment } = await import('../../../src/editor/definitions/exportDefinition.ts');
const { withoutHeader } = await import('../../../src/editor/definitions/documentText.ts');

/** Exports to a file. Returns the written text. */
async function exported(uri: unknown): Promise<string | undefined> {
  files.written.clear();
  files.save = Uri.file('/tmp/x.yaml');
  await window.run('export', uri);
  return files.written.get('/tmp/x.yaml');
}
/** Opens a file as a draft of an environment. */
async function openFrom(name: string, text: string, environment = 'development'): Promise<void> {
  files.read.set(`/tmp/${name}`, text);
  await answering([`${environment} · Storefront`], () => window.run('openFile', Uri.file(`/tmp/${name}`)));
}
const bodyIn = async (environment: string): Promise<string> => withoutHeader(await window.read(window.uri(FLAG, environment)));

describe('a definition that was exported', () => {
  it('is read back unchanged, with its environment', async () => {
    await openWindow();
    await killFlag();
    const text = await exported(window.uri(FLAG, 'development'));
    assert.match(text ?? '', /^#: checkout-redesign is killed in Storefront \/ development/m);
    await openFrom('x.yaml', text!, 'staging');
    const draft = await window.read(window.uri(FLAG, 'staging'));
    assert.doesNotMatch(draft, /Storefront \/ development|killed/);
    // The comment above the text stays the same until somebody else changes the definition.
    const [above] = draft.split('\n\n');
    const place = `#: checkout-redesign in Storefront / staging · traffic type account · id ${String((await liveDefinition('staging'))['id'])}`;
    assert.ok(above!.startsWith(`${place} · created `), above);
    assert.match(above!, / · created [\d-]{10} [\d:]{5} UTC$/);
    await answering([['development']], () => window.run('propose', window.uri(FLAG, 'staging')));
    assert.equal(
      lastMessage(),
      'Nothing is proposed for development: the definition in this environment already has the same content.',
    );
  });

  it('is called the draft if it differs from the live definition, and is not written if there is only a template, or a number that can’t be exact', async () => {
    await openWindow();
    await window.note(window.uri());
    assert.match((await exported(window.uri())) ?? '', /# mine/);
    assert.match(lastMessage(), /^The file x.yaml contains your draft of checkout-redesign in Storefront \/ \w+\./);
    assert.equal(await exported(window.uri('dark-mode', 'pre-production')), undefined);
    assert.match(lastMessage(), /^dark-mode has no definition in Storefront \/ pre-production, /);
    const text = withNote(await liveDefinition(), '9007199254740993');
    service.onCall = ({ path }) => (path.includes('/environments/') ? { text } : undefined);
    assert.equal(await exported(window.uri(FLAG, 'development')), undefined);
    assert.match(
      lastMessage(),
      /^checkout-redesign.* contains the number 9007199254740993, which Flag Admin can’t read and send without losing digits/,
    );
  });

  it('has a file name that is valid on each system and contains the environment', async () => {
    await openWindow();
    const name = (flagName: string): string => fileNameOf(window.place(flagName));
    assert.equal(name('a/b:c*'), 'a_b_c_ (production).yaml');
    assert.equal(name('con.fig'), 'con_fig (production).yaml');
    assert.equal(name('icon.fig'), 'icon.fig (production).yaml');
    assert.ok(name('x'.repeat(400)).length < 200);
    assert.ok(namesEnvironment(name('x'.repeat(400)), 'production'));
  });
});

describe('a definition in a file', () => {
  it('becomes the draft of an environment, after a question if there is one, and nothing is sent', async () => {
    await openWindow();
    const text = `${await window.read(window.uri())}# from a file\n`;
    files.open = Uri.file('/tmp/in.yaml');
    files.read.set('/tmp/in.yaml', text);
    await answering(['development · Storefront'], () => window.run('openFile'));
    assert.equal(String(shownUris.at(-1)), String(window.uri(FLAG, 'development')));
    assert.equal(await bodyIn('development'), withoutHeader(text));
    assert.deepEqual([controls[0]?.count, writeCount()], [1, 0]);
    await openFrom('in.yaml', `${text}# again\n`);
    assert.equal(await bodyIn('development'), withoutHeader(text));
    pressNext('Discard Draft');
    await openFrom('in.yaml', `${text}# again\n`);
    assert.equal(await bodyIn('development'), withoutHeader(`${text}# again\n`));
  });

  it('is accepted as JSON, too, with its comments', async () => {
    await openWindow();
    const { id: _, ...definition } = (await liveDefinition()) as Record<string, unknown>;
    const text = `// mine\n${JSON.stringify({ ...definition, trafficAllocation: 42 }, undefined, '\t')}\n`;
    for (const name of ['x.json', 'x.jsonc']) {
      pressNext('Discard Draft');
      await openFrom(name, text, 'staging');
      assert.match(await window.read(window.uri(FLAG, 'staging')), /\n\n # mine\n\{\n {2}"name": /);
      const { id } = window.context.drafts.all()[0] ?? assert.fail('there is no draft');
      assert.equal((await window.context.drafts.definitionOf(id))?.trafficAllocation, 42);
    }
  });

  it('can be the unsaved text of an untitled editor', async () => {
    await openWindow();
    const text = `${await window.read(window.uri())}# mine\n`;
    const uri = Uri.from({ scheme: 'untitled', path: 'Untitled-1' });
    openDocuments.push(new Typed(uri, text));
    await answering(['development · Storefront'], () => window.run('openFile', uri));
    assert.equal(await bodyIn('development'), withoutHeader(text));
  });

  it('is opened if it has the service’s format, and otherwise reports the problem', async () => {
    await openWindow();
    const definition = await liveDefinition('production');
    await openFrom('in.json', JSON.stringify(definition));
    assert.equal(controls[0]?.count, 1);
    const refused = async (value: unknown): Promise<string> => {
      files.read.set('/tmp/in.json', JSON.stringify(value));
      await answering([], () => window.run('openFile', Uri.file('/tmp/in.json')));
      return lastMessage().replace('in.json has a problem: ', '');
    };
    assert.match(await refused([definition]), /^This is not a definition: it needs fields/);
    assert.equal(await refused({ split: definition }), 'The field “name” is missing. More problems: 4.');
    assert.match(await refused({ ...definition, rules: 'none' }), /^This should be a list/);
  });

  it('replaces unsaved text', async () => {
    await openWindow();
    const uri = window.uri(FLAG, 'development');
    const document = await window.openDocument(uri);
    document.isDirty = true;
    executed.length = shownUris.length = 0;
    pressNext('Discard Draft');
    await openFrom('in.yaml', document.getText());
    assert.deepEqual(shownUris.map(String), [String(uri)]);
    assert.ok(executed.some(([command]) => command === 'workbench.action.files.revert'));
  });

  it('does not replace a draft that a different window saved while the question was open', async (t) => {
    const own = await openWindow();
    const uri = own.uri(FLAG, 'development');
    await own.note(uri);
    const other = await openWindow({ folder: own.folder });
    const theirs = `${await other.read(uri)}# theirs\n`;
    const box = (globalThis as unknown as { fakeVscode: { window: { showWarningMessage(): unknown } } }).fakeVscode.window;
    t.mock.method(box, 'showWarningMessage').mock.mockImplementationOnce(async () => {
      await other.write(uri, theirs);
      return 'Discard Draft';
    });
    files.read.set('/tmp/in.yaml', await own.read(uri));
    await answering(['development · Storefront'], () => own.run('openFile', Uri.file('/tmp/in.yaml')));
    assert.match(lastMessage(), /^The draft of checkout-redesign in Storefront \/ development was changed in another window\./);
    assert.equal(await other.read(uri), theirs);
  });

  it('suggests the environment in its file name', async () => {
    await openWindow();
    const text = await window.read(window.uri());
    for (const [name, environment] of [
      ['checkout-redesign (production).yaml', 'production'],
      ['mine (staging).yml', 'staging'],
      ['in.yaml', 'development'],
    ] as const) {
      files.read.set(`/tmp/${name}`, text);
      const [asked] = await answering([undefined], () => window.run('openFile', Uri.file(`/tmp/${name}`)));
      assert.match(asked?.options[0] ?? '', new RegExp(`^${environment} · `));
    }
  });
});
