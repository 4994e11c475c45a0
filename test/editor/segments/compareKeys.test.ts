/**
 * Tests Remove Keys Listed in Current File…, Compare Segment with Current File… and Undo Last Upload or Removal…: refusals and
 * results.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useService } from '../../operations/service.ts';
import { questions, setTrusted, withReplies } from '../person.ts';
import { executed, shown } from '../fakeVscode.ts';
import { answering } from '../scripted.ts';
import { lines, openWindow, segmentIn } from './window.ts';

const { uploadKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { removeKeysCommand } = await import('../../../src/editor/segments/uploadKeys.ts');
const { compareKeys } = await import('../../../src/editor/segments/compareKeys.ts');
const { readSource } = await import('../../../src/editor/segments/source/readSource.ts');
const { resumeUpload } = await import('../../../src/editor/segments/resumeUpload.ts');
const { undoLast } = await import('../../../src/editor/segments/undoLast.ts');
const { offerResume } = await import('../../../src/editor/segments/offerResume.ts');
const { createJournal } = await import('../../../src/operations/keys/journal.ts');

const service = useService();
const writes = (): number => service.seen.filter(({ method }) => method !== 'GET').length;
const keysIn = async (environment: string, count: number, name = 'beta-accounts'): Promise<readonly string[]> => {
  const { id } = service.environment(environment);
  const { keys } = await service.as('submitter-key').readKeys(id, name, { offset: 0, limit: count });
  return keys.map(({ key }) => key);
};
const keep = { keep: true } as const;

/** Reads a file as if it had been copied: no other window finds the keys again. */
const copied: typeof readSource = async (args) => {
  const source = await readSource(args);
  const { fileUri: _, ...text } = source ?? {};
  return source && ({ ...text, description: 'the clipboard' } as typeof source);
};

describe('a comparison', () => {
  it('says first if the keys have quotes or separators around them, because all keys of the segment would be removed', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const compare = (text: string): Promise<unknown> =>
      withReplies([undefined], () => compareKeys(window, window.drop('x.txt', text, target)));
    await compare("'acct-1',\n'acct-2',\n'acct-3'");
    assert.match(questions.at(-1)?.options[0] ?? '', /^Quotes around values: 3: x\.txt:1 'acct-1', · /);
    assert.match(questions.at(-1)?.title ?? '', / – 3 doubtful$/);
    const doubt = 'Quotes around values: 3';
    const separated = 'Use each value as a key, without the quotes, brackets and separators around it';
    for (const act of [compareKeys, removeKeysCommand]) {
      const args = window.drop('x.txt', "'acct-1',\n'acct-2',\n'acct-3'", target);
      await withReplies([doubt, separated, undefined], () => act(window, args));
      assert.doesNotMatch(questions.at(-1)?.options.join('\n') ?? '', /Quotes around values/);
      assert.match(questions.at(-1)?.options.join('\n') ?? '', /\nRead it as…: Separated keys/);
    }
    const many = Array.from({ length: 20 }, (_, index) => `'acct-${index}',`).join('\n');
    await withReplies([undefined], () => compareKeys(window, window.drop('y.txt', many, target)));
    assert.match(questions.at(-1)?.options[0] ?? '', /^Quotes around values: 20: .* · …$/);
    await compare('a1, a2, a3');
    assert.match(
      questions.at(-1)?.options[0] ?? '',
      /^Values with separators, which may be several keys: 1: x\.txt:1 a1, a2, a3/,
    );
  });
});

describe('a removal', () => {
  it('is refused if the segment is empty, not active, or has none of the keys', async (t) => {
    const window = openWindow(t, service);
    const told = async (environment: string, name: string, ...replies: readonly string[]): Promise<string> =>
      (
        await withReplies(replies, () =>
          removeKeysCommand(window, window.drop('x.txt', 'x-1\nx-2', segmentIn(service, environment, name))),
        )
      ).join();
    assert.equal(
      await told('development', 'churn-risk-accounts'),
      'churn-risk-accounts holds none of the keys in x.txt, so there is nothing to remove.',
    );
    assert.equal(
      await told('development', 'wholesale-buyers'),
      'wholesale-buyers holds none of the keys in x.txt, so there is nothing to remove.',
    );
    assert.equal(
      await told('development', 'beta-accounts', 'Remove 2 keys'),
      'beta-accounts holds none of the keys in x.txt, so there is nothing to remove.',
    );
    assert.equal(writes(), 0);
  });

  it('asks for a comment, changes production only after its name was typed, and reports the result', async (t) => {
    const window = openWindow(t, service);
    const args = window.drop('two.txt', (await keysIn('development', 2)).join('\n'), segmentIn(service, 'development'));
    const told = await withReplies(['Remove 2 keys', 'They left.'], () => removeKeysCommand(window, args));
    assert.match(questions.at(-1)?.text ?? '', /^Why\? It is kept in the history\.$/);
    assert.deepEqual(told, [
      'beta-accounts in Storefront / development now holds 10 keys, by the service’s own count (2 sent to be removed, 12 before).',
    ]);
    const undone = await withReplies(['Add 2 keys'], () => undoLast(window, [{ target: segmentIn(service, 'development') }]));
    assert.match(undone.join(), /now holds 12 keys/);
    const production = window.drop('one.txt', (await keysIn('production', 1)).join(), segmentIn(service, 'production'));
    await withReplies(['Remove 1 key', 'They left.', undefined], () => removeKeysCommand(window, production));
    assert.match(questions.at(-1)?.text ?? '', /This changes production of Storefront: [\w-]+\. Type “production” to go on/);
  });
});

describe('a comparison', () => {
  it('counts the keys that only one side has, opens both as a diff, and makes them equal by a plan that is shown first', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const args = window.drop('list.txt', [...(await keysIn('development', 10)), 'new-1', 'new-2', 'new-3'].join('\n'), target);
    await withReplies(['Open as diff'], () => compareKeys(window, args));
    assert.equal(questions[0]?.options[0], 'Open as diff: Only in list.txt: 3 · only in beta-accounts: 2 · in both: 10');
    assert.equal(executed.at(-1)?.[0], 'vscode.diff');
    assert.equal(executed.at(-1)?.[3], 'beta-accounts (Storefront, development) ↔ list.txt');
    assert.equal(writes(), 0);
    const told = await withReplies(['Make beta-accounts equal to list.txt', 'Show Keys', 'Add 3 keys and remove 2', keep], () =>
      compareKeys(window, args),
    );
    assert.match(window.opened.at(-1)?.text ?? '', /Add 3 keys and remove 2\n\+ new-1\n[^]*\n- /);
    assert.match(told.join(), /now holds 13 keys, by the service’s own count \(3 sent, 2 sent to be removed, 12 before\)\.$/);
    assert.match(
      (await withReplies([], () => compareKeys(window, args))).join(),
      /^beta-accounts holds exactly what is in list\.txt \(13 keys\)/,
    );
  });

  it('never treats a key in the first line as a header, unless the user says that it is a name', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await service.as('submitter-key').uploadKeys(target.environment.id, target.name, ['user-admin']);
    const held = (await keysIn('development', 13)).filter((key) => key !== 'user-admin');
    const args = window.drop('keys.txt', ['user-admin', ...held].join('\n'), target);
    const told = await withReplies(['It is a key'], () => compareKeys(window, args));
    assert.match(told.join(), /^beta-accounts holds exactly what is in keys\.txt \(13 keys\)/);
    // A window that remembers the first answer does not ask again.
    await withReplies(['It is the name of the column', 'Make beta-accounts equal to keys.txt', undefined], () =>
      compareKeys(openWindow(t, service), args),
    );
    const header = /: Left out as a header: user-admin\. /;
    const [found] = questions[1]?.options.filter((option) => option.startsWith('Show what was found')) ?? [];
    assert.match(found ?? '', header);
    assert.match(
      questions[2]?.options[1] ?? '',
      /: 12 unchanged; the segment will then contain 12 keys\. Left out as a header: user-admin$/,
    );
  });

  it('reports doubtful values in the list, and reads it in a different format if the guess was wrong', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const args = window.drop('list.txt', 'a b\na b\n c d \n7,seven\n', target);
    await withReplies(['Show what was found', 'Read it as…', 'Plain lines', undefined], () => compareKeys(window, args));
    assert.match(questions[0]?.options.join('\n') ?? '', /\nShow what was found: .*1 repeated .*1 trimmed \(line 3\)/);
    assert.match(window.opened.at(-1)?.name ?? '', / – found\.txt$/);
    assert.equal(writes(), 0);
  });

  it('is possible through a read-only connection and in a restricted window, but changes nothing there', async (t) => {
    const target = segmentIn(service, 'development');
    const window = openWindow(t, service, { isReadOnly: true });
    const args = window.drop('list.txt', 'new-1', target);
    const told = await withReplies(['Make beta-accounts equal to list.txt'], () => compareKeys(window, args));
    assert.match(told.join(), /is read-only: nothing is changed through it/);
    setTrusted(false);
    const restricted = await withReplies(['Make beta-accounts equal to list.txt'], () =>
      compareKeys(openWindow(t, service), args),
    );
    setTrusted(true);
    assert.match(restricted.join(), /restricted mode/);
    assert.equal(writes(), 0);
  });
});

describe('an undo', () => {
  it('has an active first row if Enter can do no harm, and its diff leads to Make Equal', async (t) => {
    const window = openWindow(t, service);
    const connected = await window.connections.orAsk();
    await window.serviceFacts.rememberGated(connected!.origin, service.environment('production').id, true);
    const file = (environment: string) => window.drop('three.txt', 'a\nb\nc', segmentIn(service, environment));
    const active = async (act: () => Promise<unknown>) => (await answering([undefined], act))[0]?.active;
    assert.equal(await active(() => uploadKeysCommand(window, file('production'))), undefined, 'Enter twice would submit them');
    assert.equal(await active(() => uploadKeysCommand(window, file('development'))), undefined, 'Enter would send them');
    assert.equal(await active(() => compareKeys(window, file('development'))), 'Open as diff');
    await answering(['Open as diff'], () => compareKeys(window, file('development')));
    const { message, buttons } = shown.at(-1)!;
    assert.match(message, /^Only in three\.txt: 3 · only in beta-accounts: \d+ · in both: 0$/);
    assert.deepEqual(buttons, ['Make Equal…']);
  });

  it('says that the keys are lost if they were in no file and their window was closed', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    await withReplies(['Upload 2 keys'], () => uploadKeysCommand(window, window.drop('c.txt', 'c-1\nc-2', target), copied));
    assert.match(questions[0]?.options[0] ?? '', /^Once this window closes, it can’t be resumed or undone$/);
    const told = await withReplies([], () => undoLast(window.again(), [{ target }]));
    assert.deepEqual(told, ['Only the window that read the clipboard knew its keys. The change can’t be continued or undone.']);
    assert.match((await withReplies(['Remove 2 keys', keep], () => undoLast(window, [{ target }]))).join(), /now holds 12 keys/);
  });
});

describe('an interrupted change', () => {
  it('leads to the question for the list if its keys are no longer known, with the same operation', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    const [one = '', two = ''] = await keysIn('development', 2);
    const drop = (): readonly unknown[] => window.drop('c.txt', `${one}\n${two}`, target);
    service.onCall = ({ method }) => (method === 'PUT' ? { status: 400, body: {} } : undefined);
    await withReplies(['Remove 2 keys', keep], () => removeKeysCommand(window, drop(), copied));
    service.onCall = () => undefined;
    const journal = createJournal(`${window.folder}/keyWork`);
    const [change] = await journal.list();
    assert.equal(change?.kind, 'removal');
    const resumed = await withReplies(['Send the rest: 2 keys'], () => resumeUpload(window.again(), [{ change: change.id }]));
    assert.match(resumed.join(), /^Only the window that read the clipboard knew its keys\. /);
    assert.deepEqual(shown.at(-1)?.buttons, ['Remove Keys…']);
    await journal.save({ ...change, state: 'running' });
    const told = await withReplies([], () => offerResume(window.again()));
    assert.match(told.join(), /^“Remove 2 keys from beta-accounts” .+ Only the window that read the clipboard knew its keys\. /);
    assert.deepEqual(shown.at(-1)?.buttons, ['Remove Keys…', 'Open Receipt']);
  });

  it('is reported once if its window was killed, when a different window is used next', async (t) => {
    const window = openWindow(t, service);
    const target = segmentIn(service, 'development');
    let sent = 0;
    service.onCall = ({ method }) => (method === 'PUT' && ++sent > 1 ? { status: 400, body: {} } : undefined);
    await withReplies(['Upload 25,000 keys'], () => uploadKeysCommand(window, window.drop('many.txt', lines(25_000), target)));
    service.onCall = () => undefined;
    const later = window.again();
    assert.deepEqual(await withReplies([], () => offerResume(later)), [], 'who saw it stop was told then');
    const journal = createJournal(`${window.folder}/keyWork`);
    const [change] = await journal.list();
    assert.ok(change);
    await journal.save({ ...change, state: 'running' });
    const told = await withReplies([], () => offerResume(later));
    assert.deepEqual(told, [
      '“Add 25,000 keys to beta-accounts” in Storefront / development is only partly done: 10,000 of 25,000 keys are sent.',
    ]);
    assert.deepEqual(shown.at(-1)?.buttons, ['Resume Upload…']);
    assert.deepEqual(await withReplies([], () => offerResume(later)), []);
    const lock = await journal.lock(change.id);
    assert.deepEqual(await withReplies([], () => offerResume(window.again())), [], 'another window is at it');
    await lock?.release();
  });
});
