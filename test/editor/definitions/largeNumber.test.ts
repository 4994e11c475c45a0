/** A definition with a number that can't be read exactly is read-only, and goes nowhere. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { withNote } from '../../operations/service.ts';
import { answering } from '../scripted.ts';
import { files, FileSystemError, openDocuments, openUris, Uri } from './fakeEditor.ts';
import { FLAG, last, useSubmitting } from './submitting.ts';
import { openWindow, type Window } from './window.ts';

const submitting = useSubmitting();
const { service } = submitting;
const LARGE = '9007199254740993';
const NAMED = new RegExp(`${FLAG}.* has the number ${LARGE}, which can’t be read and sent exactly here`);

/** The service says from now on that the definition has this number. */
async function say(environment = 'development', number = LARGE): Promise<void> {
  const { workspaceId, environmentId } = service.place(environment);
  const live = await service.as('submitter-key').readDefinition(workspaceId, FLAG, environmentId);
  const text = withNote(live, number);
  service.onCall = ({ method, path }) =>
    method === 'GET' && path.endsWith(`/${FLAG}/environments/${environmentId}`) ? { text } : undefined;
}

const run = async (command: keyof Window['commands'], argument: unknown): Promise<void> =>
  void (await submitting.window.commands[command]!(argument));
const sent = (): number => service.seen.filter(({ method }) => method !== 'GET').length;

afterEach(() => {
  openUris.length = 0;
  openDocuments.length = 0;
});

describe('a definition with a number beyond 2^53', () => {
  it('is read-only, and says why with the number', async () => {
    await say();
    submitting.window = await openWindow(service);
    const { window } = submitting;
    const uri = window.uri(FLAG, 'development');
    const text = await window.read(uri);
    assert.match(text, new RegExp(`^#: Read-only: it has the number ${LARGE}, which can’t be read exactly`, 'm'));
    assert.ok(!text.includes('largeNumber'));
    assert.equal((await window.stat(uri)).permissions, 1);
    await assert.rejects(
      window.write(uri, `${text}# more\n`),
      (error) => error instanceof FileSystemError && NAMED.test(error.message),
    );
    assert.equal(sent(), 0);
  });

  it('is proposed to no other environment, and no other definition to it', async () => {
    await say();
    submitting.window = await openWindow(service);
    const { window } = submitting;
    await run('flagAdmin.flag.propose', window.uri(FLAG, 'development'));
    assert.match(last(), NAMED);
    await answering([['development']], () => run('flagAdmin.flag.propose', window.uri(FLAG, 'production')));
    assert.match(last(), /^Nothing is proposed to development: /);
    assert.match(last(), NAMED);
    assert.equal(window.proposals.length, 0);
  });

  it('is written into no file', async () => {
    await say();
    submitting.window = await openWindow(service);
    files.save = Uri.file('/tmp/out.yaml');
    await run('flagAdmin.flag.export', submitting.window.uri(FLAG, 'development'));
    assert.match(last(), NAMED);
  });
});
