/** Submit Change Request… over the real sandbox: every operation, refusals, and nothing sent twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { executed } from './fakeVscode.ts';
import { questions, withReplies } from './person.ts';
import { answering, back } from './scripted.ts';
import { submit, useSubmitting } from './submitting.ts';

const { submitChangeRequest } = await import('../../src/editor/changeRequests/submitRequest.ts');
const { isOwnText } = await import('../../src/editor/ownText.ts');

const { service, openWindow, flagIn, openRequest, posts } = useSubmitting();

describe('Submit Change Request…', () => {
  it('asks for all that an operation needs, shows what it would change and the exact call, and submits once', async () => {
    const { deps, opened } = openWindow();
    const told = await withReplies(
      ['Remove the definition', 'Ramping', 'Not used any more', 'Nobody asks for it.', '', 'Show the exact call', submit],
      () => submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /^The change request “Not used any more” is submitted\. .* release-key/);
    assert.equal(posts(), 1);
    const call = opened[0]?.text ?? '';
    assert.ok(isOwnText(call), 'saved as a file, it is no list of keys');
    assert.match(call, /^POST http:\/\/127\.0\.0\.1:\d+\/internal\/api\/v2\/changeRequests\/ws\//m);
    assert.doesNotMatch(call, /Bearer [\w-]{20}/);
    assert.match(call, /"operationType": "ARCHIVE"/);
    const id = await openRequest('production', 'checkout-redesign');
    assert.equal((await service.as('submitter-key').readChangeRequest(id ?? '')).title, 'Not used any more');
  });

  it('has nothing chosen already at the last look for production: a second Enter sends nothing', async () => {
    const last = async (environment: string, name: string) =>
      (
        await answering(['Kill it', 'Stop it', 'It breaks.', '', undefined], () =>
          submitChangeRequest(openWindow().deps, flagIn(environment, name)),
        )
      ).at(-1);
    const [production, staging] = [await last('production', 'checkout-redesign'), await last('staging', 'gift-cards')];
    assert.match(production?.options[0] ?? '', /^PRODUCTION · /);
    assert.deepEqual([production?.active, staging?.active], [undefined, submit]);
    assert.equal(posts(), 0);
  });

  it('says after a failure to look first, and of sending it again nothing before that', async () => {
    const { deps } = openWindow();
    service.onCall = ({ method }) => (method === 'POST' ? { status: 500, body: {} } : undefined);
    const told = await withReplies(['Kill it', 'Stop it', 'It breaks.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    service.onCall = () => undefined;
    assert.doesNotMatch(told.join(), /try again/i);
    assert.match(told.join(), /\(500\).*look under Open Change Requests before you submit again\.$/);
    assert.equal(posts(), 1);
  });

  it('asks for no rollout status where a flag is killed', async () => {
    const { deps } = openWindow();
    await withReplies(['Kill it', 'Stop it', 'It breaks.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.equal(posts(), 1);
  });

  it('says the rollout status that was chosen at the last look, beside what else changes', async () => {
    const replies = ['Add a definition', 'As it is in staging', 'Ramping', 'As in staging', 'Try it.', '', undefined];
    const asked = await answering(replies, () => submitChangeRequest(openWindow().deps, flagIn('production', 'dark-mode')));
    const { options = [] } = asked.at(-1) ?? {};
    assert.ok(options.filter((line) => line.includes('Sets the rollout status Ramping.')).length === 1, options.join('\n'));
    assert.ok(
      options.some((line) => line.includes('Adds')),
      options.join('\n'),
    );
  });

  it('adds a definition as it is in another environment', async () => {
    const { deps } = openWindow();
    const client = service.as('submitter-key');
    const workspaceId = service.workspace('Storefront');
    const live = await client.readDefinition(workspaceId, 'dark-mode', service.environment('staging').id);
    await withReplies(['Add a definition', 'As it is in staging', 'Ramping', 'As in staging', 'Try it.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'dark-mode')),
    );
    const { data } = await client.listChangeRequests({ limit: 100 });
    const request = data.find(({ title }) => title === 'As in staging');
    assert.deepEqual([request?.operationType, request?.flag?.rules], ['CREATE', live.rules]);
  });

  it('takes the definition in the open editor as a document of it is read: JSON with notes, and names that YAML takes for numbers', async () => {
    const window = (globalThis as unknown as { fakeVscode: { window: Record<string, unknown> } }).fakeVscode.window;
    const from = async (text: string, languageId: string, more: readonly string[]): Promise<string> => {
      const value = { document: { fileName: '/a/b.txt', languageId, getText: () => text } };
      Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => value });
      const told = await withReplies(['Change the definition', 'The one in the open editor', ...more], () =>
        submitChangeRequest(openWindow().deps, flagIn('production', 'checkout-redesign')),
      );
      Object.defineProperty(window, 'activeTextEditor', { configurable: true, get: () => undefined });
      return told.join();
    };
    const rest = '"trafficAllocation": 100, "defaultRule": [{"treatment": "1.0", "size": 100}]';
    const json = `// mine\n{"treatments": [{"name": "1.0"}], "defaultTreatment": "1.0", ${rest}}`;
    await from(json, 'jsonc', ['Ramping', 'Notes and all', 'c', '', submit]);
    const { data } = await service.as('submitter-key').listChangeRequests({ limit: 100 });
    assert.deepEqual(
      data.find(({ title }) => title === 'Notes and all')?.flag?.treatments.map(({ name }) => name),
      ['1.0'],
    );
    const client = service.as('submitter-key');
    const id = await openRequest('production', 'checkout-redesign');
    await client.decideChangeRequest(id ?? '', { status: 'WITHDRAWN', comment: 'c' });
    const yaml = 'treatments: [{name: 1.0}]\ndefaultTreatment: 1.0\ntrafficAllocation: 100\n';
    const whole = `${yaml}defaultRule: [{treatment: 1.0, size: 100}]\n`;
    await from(whole, 'yaml', ['Ramping', 'As it is written', 'c', '', submit]);
    const later = (await client.listChangeRequests({ limit: 100 })).data.find(({ title }) => title === 'As it is written');
    assert.equal(later?.flag?.defaultTreatment, '1.0');
    await client.decideChangeRequest(later?.id ?? '', { status: 'WITHDRAWN', comment: 'c' });
    assert.match(await from(yaml, 'yaml', []), /The definition lacks: defaultRule\./);
    assert.match(await from('a: &x 1\nb: *x\n', 'yaml', []), /holds no definition/);
    assert.match(await from('name: other', 'yaml', []), /holds the definition of other, not of checkout-redesign/);
  });

  it('offers what a definition can become, and not what the service would refuse', async () => {
    const { deps } = openWindow();
    await withReplies([undefined], () => submitChangeRequest(deps, flagIn('production', 'checkout-redesign')));
    assert.deepEqual(
      questions[0]?.options.map((option) => option.split(':')[0]),
      ['Change the definition', 'Kill it', 'Remove the definition'],
    );
    const told = await withReplies([], () => submitChangeRequest(deps, flagIn('production', 'new-search')));
    assert.match(told.join(), /^A change request is open on new-search in Storefront \/ production: decide it first/);
  });

  it('is one flow with Back from what it is about on', async () => {
    const { deps } = openWindow();
    const subject = 'What is to be changed?';
    const flag = 'Change a flag in an environment…';
    const row = 'checkout-redesign · production · Storefront';
    const asked = await answering([flag, row, back, back, flag, undefined], () => submitChangeRequest(deps, undefined));
    const place = 'Which flag, and where? Type parts of its name, environment and workspace';
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      [subject, place, 'What is to become of it?', place, subject, place],
    );
  });

  it('adopts the request where the answer was lost, and never makes a second one', async () => {
    const { deps } = openWindow();
    service.onCall = ({ method, path }) => (method === 'POST' && path.startsWith('/changeRequests/') ? 'loseAnswer' : undefined);
    const told = await withReplies(['Kill it', 'Stop it', 'It breaks.', '', submit], () =>
      submitChangeRequest(deps, flagIn('production', 'checkout-redesign')),
    );
    assert.match(told.join(), /is submitted/);
    assert.equal(posts(), 1);
  });
});

describe('Submit Change Request… for keys', () => {
  const add = 'Add keys to a segment, from the current file…';
  const remove = 'Remove keys from a segment, as listed in the current file…';

  it('hands on that a change request is wanted, with the segment where one was given', async () => {
    const { deps } = openWindow();
    const target = { ...flagIn('production', 'beta-accounts').target, kind: 'segment', trafficType: 'account' };
    await withReplies([add], () => submitChangeRequest(deps, undefined));
    await withReplies([remove], () => submitChangeRequest(deps, { target }));
    const handedOn = executed.slice(-2).map(([command, argument]) => {
      const { goBack, ...rest } = argument as { goBack: unknown };
      return [command, rest, typeof goBack];
    });
    assert.deepEqual(handedOn, [
      ['flagAdmin.segment.uploadKeys', { prefersRequest: true }, 'function'],
      ['flagAdmin.segment.removeKeys', { target, prefersRequest: true }, 'function'],
    ]);
  });

  it('asks again what it is about where the first question about the keys is left by Back', async (t) => {
    const { deps } = openWindow();
    const { commands } = (globalThis as unknown as { fakeVscode: { commands: { executeCommand: unknown } } }).fakeVscode;
    const before = commands.executeCommand;
    t.after(() => (commands.executeCommand = before));
    commands.executeCommand = async (_: string, { goBack }: { goBack(): void }) => goBack();
    const asked = await answering([add, remove, undefined], () => submitChangeRequest(deps, undefined));
    assert.deepEqual(
      asked.map(({ prompt }) => prompt),
      Array.from({ length: 3 }, () => 'What is to be changed?'),
    );
  });
});
